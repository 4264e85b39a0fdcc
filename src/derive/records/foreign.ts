import { ArgiopeError } from '../../model/errors.ts';

/** The error for a table that has the name of a type of records and was made by somebody else. */
export function foreignTable(name: string, place: string): ArgiopeError {
  return new ArgiopeError(
    'CONFIG',
    `the table ${name} in ${place} was expected to be one of records, but it has no column _source`,
    { advice: 'Rename the template (argiope rules edit), or give another database with --records.' },
  );
}
