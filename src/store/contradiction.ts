import { ArgiopeError } from '../model/errors.ts';

/** A step that contradicts what the store holds: a mistake of the program, nothing was written. */
export function contradiction(what: string): ArgiopeError {
  return new ArgiopeError('INTERNAL', `the store was asked for the impossible: ${what}`, {
    advice: 'this is a defect of argiope; please report it with the command that led here',
  });
}
