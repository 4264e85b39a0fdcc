import { ArgiopeError } from '../model/errors.ts';
import type {
  Again,
  Drop,
  LinkResult,
  LinkView,
  PageChange,
  RecordChange,
  RequestChange,
  ResponseChange,
} from './types.ts';

/** Checks of what hooks give back: what means nothing is an error, never passed over. */

type Said = Readonly<Record<string, unknown>>;

/** A change of a request, a drop, or nothing. */
export function requestResult(said: unknown): RequestChange | Drop | null {
  const given = fieldsOf(said, ['url', 'headers', 'drop']);
  if (given === null || isDrop(given)) return given;
  if (given.url !== undefined && !(typeof given.url === 'string' && URL.canParse(given.url)))
    throw wrong('url', 'an absolute address', given.url);
  checkHeaders(given);
  return given as RequestChange;
}

/** A change of an answer, a drop, another try, or nothing. */
export function responseResult(
  said: unknown,
  engine: 'http' | 'browser',
): ResponseChange | Drop | Again | null {
  const given = fieldsOf(said, ['status', 'headers', 'body', 'drop', 'again']);
  if (given === null || isDrop(given)) return given;
  if (given.again !== undefined) {
    if (typeof given.again !== 'string') throw wrong('again', 'the reason as a text', given.again);
    return given as unknown as Again;
  }
  if (engine === 'browser')
    throw new TypeError('it wants to change an answer, which only --engine http can do');
  const { status, body } = given;
  if (status !== undefined && !(Number.isInteger(status) && Number(status) >= 200 && Number(status) < 600))
    throw wrong('status', 'a number from 200 to 599', status);
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw wrong('body', 'a text or bytes', body);
  checkHeaders(given);
  return given as ResponseChange;
}

/** Links as they are to be, or nothing. */
export function linksResult(said: unknown, links: readonly LinkView[]): readonly LinkResult[] | null {
  if (said === undefined || said === null) return null;
  if (!Array.isArray(said)) throw wrong('links', 'a list of links', said);
  const seen = new Set<number>();
  for (const link of said as readonly LinkResult[]) {
    if (typeof link !== 'object' || link === null || typeof link.url !== 'string')
      throw wrong('links', 'links with a "url"', link);
    const { key } = link;
    if (key === undefined) continue;
    if (!links.some((each) => each.key === key) || seen.has(key))
      throw wrong('key', 'that of a link of the page, once', key);
    seen.add(key);
  }
  return said as readonly LinkResult[];
}

/** Tags for a page, a drop, or nothing. */
export function pageResult(said: unknown): PageChange | Drop | null {
  const given = fieldsOf(said, ['tags', 'drop']);
  if (given === null || isDrop(given)) return given;
  const { tags } = given;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string' && tag !== ''))
    throw wrong('tags', 'a list of texts', tags);
  return given as unknown as PageChange;
}

/** What a record is to be, a drop, or nothing. */
export function recordResult(said: unknown): RecordChange | Drop | null {
  const given = fieldsOf(said, ['record', 'drop']);
  if (given === null || isDrop(given)) return given;
  const { record } = given;
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw wrong('record', 'an object with the fields', record);
  return given as unknown as RecordChange;
}

/** Whether something is to be left out. */
export function isDrop<T extends object>(given: T | Drop): given is Drop {
  return 'drop' in given;
}

function fieldsOf(said: unknown, known: readonly string[]): (Said & object) | null {
  if (said === undefined || said === null) return null;
  if (typeof said !== 'object' || Array.isArray(said))
    throw new TypeError(`it gave back ${shown(said)}; expected nothing, or an object with ${list(known)}`);
  const odd = Object.keys(said).find((key) => !known.includes(key));
  if (odd !== undefined) throw new TypeError(`it gave back an object with "${odd}"; expected ${list(known)}`);
  const { drop } = said as Said;
  if (drop !== undefined && (typeof drop !== 'string' || drop === ''))
    throw wrong('drop', 'the reason as a text', drop);
  return said as Said;
}

function checkHeaders({ headers }: Said): void {
  if (headers === undefined) return;
  const isText = (value: unknown) => value === null || (typeof value === 'string' && !/[\r\n\0]/.test(value));
  const good = typeof headers === 'object' && headers !== null && Object.values(headers).every(isText);
  if (!good) throw wrong('headers', 'an object of texts, or null where one is taken away', headers);
}

function wrong(name: string, expected: string, got: unknown): TypeError {
  return new TypeError(`it gave back "${name}" as ${shown(got)}; expected ${expected}`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 80);
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The error for what a hook has left out. */
export function dropped(what: string, url: string, hook: string, reason: string): ArgiopeError {
  return new ArgiopeError('DROPPED', `the ${what} ${url} was dropped by the hook "${hook}": ${reason}`, {
    url,
  });
}
