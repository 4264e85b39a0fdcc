import { comparable, hasAll, peopleIn, yearIn } from './compare.ts';
import { measureOf } from './concepts.ts';
import type { JoinedRecord, QueryRequest, UnifiedRecord } from './types.ts';

type Fields = UnifiedRecord['fields'];

/** Joins records of several sources that are about the same thing, and puts the best first. */
export function joinRecords(
  records: readonly UnifiedRecord[],
  request: QueryRequest,
): readonly JoinedRecord[] {
  const groups: UnifiedRecord[][] = [];
  const byTitle = new Map<string, UnifiedRecord[][]>();
  const byNumber = new Map<string, UnifiedRecord[]>();
  for (const record of records) {
    const [title, isbn] = [titleOf(record.fields), record.fields.isbn?.[0]];
    const same =
      (isbn === undefined ? undefined : byNumber.get(isbn)) ??
      byTitle.get(title)?.find((group) => group.every((one) => isSame(one, record)));
    const group = same ?? [];
    if (same === undefined) {
      groups.push(group);
      byTitle.set(title, [...(byTitle.get(title) ?? []), group]);
    }
    group.push(record);
    if (isbn !== undefined) byNumber.set(isbn, group);
  }
  return groups
    .map((group) => joined(group, request))
    .sort((one, other) => other.score - one.score || compared(titleOf(one.fields), titleOf(other.fields)));
}

function titleOf(fields: Fields): string {
  return comparable(fields.title?.[0] ?? '');
}

/** Whether two records of one title may be about one thing: nothing that tells things apart differs. */
function isSame(one: UnifiedRecord, other: UnifiedRecord): boolean {
  if (titleOf(one.fields) === '') return one.url === other.url && one.text === other.text;
  // What one source lists twice are two things, unless it is the very same record.
  if (one.source === other.source)
    return one.url === other.url && comparable(one.text) === comparable(other.text);
  const [mine, theirs] = [one.fields, other.fields];
  if (differ(mine.isbn, theirs.isbn, (value) => [value])) return false;
  const people = (fields: Fields) =>
    Object.entries(fields).flatMap(([name, values]) => (measureOf(name) === 'person' ? values : []));
  if (differ(people(mine), people(theirs), peopleIn)) return false;
  const years = (fields: Fields) =>
    Object.entries(fields).flatMap(([name, values]) => (measureOf(name) === 'time' ? values : []));
  return !differ(years(mine), years(theirs), (text) => [String(yearIn(text) ?? text)]);
}

/** Whether both have values, and none in common. */
function differ(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
  read: (text: string) => readonly string[],
): boolean {
  const [mine, theirs] = [new Set((one ?? []).flatMap(read)), (other ?? []).flatMap(read)];
  return mine.size > 0 && theirs.length > 0 && !theirs.some((value) => mine.has(value));
}

function joined(group: readonly UnifiedRecord[], request: QueryRequest): JoinedRecord {
  const fields: Record<string, readonly string[]> = {};
  for (const { fields: own } of group)
    for (const [name, values] of Object.entries(own)) fields[name] ??= values;
  const sources = [
    ...new Map(group.map(({ source, url }) => [`${source}\n${url}`, { source, url }])).values(),
  ];
  const open = group.map(({ unchecked }) => unchecked);
  const unchecked = (open[0] ?? []).filter((condition) => open.every((all) => all.includes(condition)));
  return { fields, sources, unchecked, score: scoreOf(group, fields, request, unchecked.length) };
}

/** What was checked, words in the title, several sources, and a place at the beginning speak for a record. */
function scoreOf(
  group: readonly UnifiedRecord[],
  fields: Fields,
  { words, conditions }: QueryRequest,
  open: number,
): number {
  const named = words.filter((word) => hasAll(fields.title?.join(' ') ?? '', [word])).length;
  const said = words.filter((word) => group.some(({ text }) => hasAll(text, [word]))).length;
  const met = conditions.length === 0 ? 0 : (conditions.length - open) / conditions.length;
  const share = words.length === 0 ? 0 : (named + said) / (2 * words.length);
  const place = Math.max(...group.map(({ place: at }) => 1 / (1 + at / 10)));
  const sources = new Set(group.map(({ source }) => source)).size;
  return Math.round((2 * met + 2 * share + 0.5 * place + 0.25 * Math.min(4, sources - 1)) * 1000) / 1000;
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What a record is known by when a query is asked again: its number, else its title with people and years. */
export function recordName(fields: Fields, sources: JoinedRecord['sources']): string {
  const isbn = fields.isbn?.[0];
  if (isbn !== undefined) return `isbn ${isbn}`;
  const title = titleOf(fields);
  if (title === '') return sources.map(({ url }) => url).sort()[0] ?? '';
  const people = Object.entries(fields).flatMap(([name, values]) =>
    measureOf(name) === 'person' ? values.flatMap(peopleIn) : [],
  );
  const years = Object.entries(fields).flatMap(([name, values]) =>
    measureOf(name) === 'time' ? values.map((text) => yearIn(text) ?? text) : [],
  );
  return [title, ...people.sort(), ...years].join(' | ');
}
