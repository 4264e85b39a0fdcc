import { ArgiopeError, type ErrorCode } from '../model/errors.ts';
import type { NamedOption } from './names.ts';
import { nearest } from './nearest.ts';
import type { OptionKey, Values } from './options.ts';
import { quoted } from './values.ts';

/** Values of some options, as one source gave them. */
export type Given = { [K in OptionKey]?: Values[K] };

/** Where a value stands: how messages call it, and what kind of error a wrong one is. */
export interface ValuePlace {
  readonly name: string;
  readonly code: Extract<ErrorCode, 'USAGE' | 'CONFIG'>;
}

/** Checks one text and puts its value to those given before; a wrong one is an error that says what is valid. */
export function take(given: Given, { key, option }: NamedOption, text: string, place: ValuePlace): void {
  const value = option.kind.parse(text);
  if (value === undefined) throw wrong(option, text, place);
  const before = given[key];
  const joined =
    before === undefined || option.kind.add === undefined ? value : option.kind.add(before, value);
  Object.assign(given, { [key]: joined });
}

function wrong(option: NamedOption['option'], text: string, place: ValuePlace): ArgiopeError {
  const { expects, words } = option.kind;
  const got = option.secret ? 'a value that is not shown' : quoted(withoutUser(text));
  const bad = words === undefined ? [] : text.split(',').filter((part) => !words.includes(part.trim()));
  const meant = option.secret ? null : nearest(bad[0]?.trim() ?? '', words ?? []);
  return new ArgiopeError(place.code, `${place.name} must be ${expects}; got ${got}`, {
    advice: meant === null ? undefined : `did you mean "${meant}"?`,
  });
}

/** What could not be read may have a password at any place before its last `@`. */
function withoutUser(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/).*@/is, '$1…@');
}

/** The error for a name that does not exist, with the nearest that does. */
export function unknownName(
  code: ValuePlace['code'],
  what: string,
  nearestName: string | null,
  otherwise: string,
): ArgiopeError {
  return new ArgiopeError(code, what, {
    advice: nearestName === null ? otherwise : `did you mean ${nearestName}? ${otherwise}`,
  });
}

/** Rules that bind several options. */
export function checkTogether(values: Values): void {
  const bounded = values.depth !== null || values.maxPages !== null || values.maxTime !== null;
  if (values.dedupe === 'none' && !bounded) {
    throw new ArgiopeError(
      'USAGE',
      '--dedupe none needs --depth, --max-pages or --max-time: where no page counts as known, a site has no end',
      { advice: 'for example: --dedupe none --max-pages 500' },
    );
  }
  if (values.quiet && values.verbose) {
    throw new ArgiopeError('USAGE', '--quiet and --verbose contradict each other', {
      advice: 'give one of them',
    });
  }
}
