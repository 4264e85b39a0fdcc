import { createHash } from 'node:crypto';
import {
  type ExtractedRecord,
  type FieldValue,
  type ItemFields,
  type RecordSource,
  valuesOf,
} from './record.ts';
import { plainText } from './text.ts';

/** Names under which a thing says what it is called. */
const titleNames = ['title', 'name', 'headline'];

/** Fields of a main text: a state of a page does not add to them. */
const textFields = new Set([...titleNames, 'body', 'language', 'description', 'url']);

/** Sources of a record that are told at most. */
const mostSources = 100;

/** What a record is called, for comparisons; `null` where it does not say. */
export function calledOf({ fields }: Pick<ExtractedRecord, 'fields'>): string | null {
  for (const name of titleNames) {
    const [text] = valuesOf(fields[name]);
    if (text !== undefined && text.trim() !== '') return plainText(text);
  }
  return null;
}

/** An address as the address of a thing: places within a page are left out, routes of scripts are not. */
export function thingAddress(url: string): string {
  return url.replace(/#(?![!/]).*$/s, '');
}

/** Whether two records of one address are of one thing: they are called the same, or most of what both have is the same. */
export function isSameThing(one: ExtractedRecord, other: ExtractedRecord): boolean {
  const [called, also] = [calledOf(one), calledOf(other)];
  if (called !== null && also !== null) return called === also;
  const shared = Object.keys(one.fields).filter((name) => other.fields[name] !== undefined);
  const same = shared.filter((name) => isSame(one.fields[name], other.fields[name]));
  return same.length * 2 >= shared.length && same.length > 0;
}

function isSame(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other));
}

/** The record of a thing with what another state of its page shows: what differs is a list of all that was shown. */
export function withState(thing: ExtractedRecord, state: ExtractedRecord): ExtractedRecord {
  const fields: Record<string, FieldValue> = { ...thing.fields };
  const confidence: Record<string, number> = { ...thing.confidence };
  for (const [name, value] of Object.entries(state.fields)) {
    const before = fields[name];
    if (before === undefined) {
      fields[name] = value;
      confidence[name] = state.confidence[name] ?? 0;
    } else if (!textFields.has(name) && !isSame(before, value)) fields[name] = union(before, value);
  }
  return withSource({ ...thing, fields, confidence }, sourceOf(state));
}

function union(one: FieldValue, other: FieldValue): FieldValue {
  const all = [one, other].flat() as readonly (string | ItemFields)[];
  const known = new Map(all.map((value) => [JSON.stringify(value), value]));
  return [...known.values()] as FieldValue;
}

/**
 * Whether an item of a list is about the thing that a page is about: it shows what that is called, whole or cut off. What comes
 * after a sentence is not what the item is called, but who said it.
 */
export function isAbout(item: ExtractedRecord, called: string): boolean {
  const own = calledOf(item);
  const isCalled = (name: string) =>
    name === called || (name.length >= 8 && (called.startsWith(name) || name.startsWith(called)));
  if (own !== null) return isCalled(own);
  const shown = Object.values(item.fields).flatMap(valuesOf);
  const at = shown.findIndex((text) => isCalled(plainText(text)));
  return at >= 0 && !shown.slice(0, at).some(isSentence);
}

/** The record of a thing with what an item of a list says of it. */
export function withItem(thing: ExtractedRecord, item: ExtractedRecord): ExtractedRecord {
  const shown = new Set(Object.values(thing.fields).flatMap(valuesOf).map(plainText));
  const fields: Record<string, FieldValue> = { ...thing.fields };
  const confidence: Record<string, number> = { ...thing.confidence };
  for (const [name, value] of Object.entries(item.fields)) {
    if (fields[name] !== undefined || valuesOf(value).every((text) => shown.has(plainText(text)))) continue;
    fields[name] = value;
    confidence[name] = item.confidence[name] ?? 0;
  }
  return withSource({ ...thing, fields, confidence }, sourceOf(item));
}

/** The record of a thing with a further item of one of its lists, each once. */
export function withPart(thing: ExtractedRecord, part: ExtractedRecord, list: string): ExtractedRecord {
  const name = thing.fields[list] === undefined || thing.lists?.[list] !== undefined ? list : `${list}_list`;
  const before = thing.fields[name];
  const fields = { ...thing.fields, [name]: union(before ?? [], [part.fields as ItemFields]) };
  const sure = Math.min(thing.confidence[name] ?? 1, ...Object.values(part.confidence));
  return {
    ...thing,
    fields,
    confidence: { ...thing.confidence, [name]: sure },
    lists: { ...thing.lists, [name]: part.path ?? '' },
  };
}

/** Where a record stands. */
export function sourceOf({ page, url, type, path }: ExtractedRecord): RecordSource {
  return { page, url, type, path };
}

/** A record with a further place where its thing stands. */
export function withSource(record: ExtractedRecord, source: RecordSource): ExtractedRecord {
  const { sources = [] } = record;
  const isKnown = [sourceOf(record), ...sources].some(
    ({ page, path }) => page === source.page && path === source.path,
  );
  return isKnown || sources.length >= mostSources ? record : { ...record, sources: [...sources, source] };
}

/** Words of a text from which on it is hardly said of two things. */
const ownWords = 4;

/** Whether what an item says is enough to know it again on pages of other addresses: a sentence or an address of its own. */
export function isUnmistakable({ fields }: ExtractedRecord): boolean {
  if (valuesOf(fields.url).length === 1) return true;
  return Object.values(fields).flatMap(valuesOf).some(isSentence);
}

function isSentence(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= ownWords && text.length >= 25;
}

/** What a record is known by from run to run: its address, or what it says where it has none. */
export function recordKey(record: ExtractedRecord, nth = 0): string {
  const { page, url, path, fields } = record;
  const place = url === null ? page : thingAddress(url);
  const [own] = valuesOf(fields.url);
  const words = own ?? Object.values(fields).flatMap(valuesOf).sort();
  const known = path === null ? [place, calledOf(record)] : [isUnmistakable(record) ? '' : place, words];
  const text = JSON.stringify(nth === 0 ? known : [...known, nth]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
