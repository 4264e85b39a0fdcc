import {
  calledOf,
  type ExtractedRecord,
  isAbout,
  isSameThing,
  isUnmistakable,
  recordKey,
  sourceOf,
  thingAddress,
  valuesOf,
  withItem,
  withPart,
  withSource,
  withState,
} from '../../records/index.ts';
import type { SqliteConnection } from '../../store/sqlite/connection.ts';

/** A record that was found, with what is known of its place. */
interface FoundRow {
  readonly id: number;
  readonly page: string;
  readonly place: string;
  readonly record: string;
  readonly links: string;
  readonly list: string | null;
  readonly share: number;
}

/** Records that are read together. */
const batch = 200;
/** Links of an item, and things of one address, that are looked at. */
const [mostLinks, mostThings] = [12, 40];
/** Share of the items of a list that lead to different pages, and that show what these are called, for the pages to be about them. */
const [leastApart, leastCalled] = [0.95, 0.6];
/** Fields of its own that a page about one thing has, and the share of its text that one of its lists has at most. */
const [leastFields, mostShare] = [3, 0.5];

/**
 * Makes one record of all that was found about a thing: states of its page, items of lists that lead to it, lists on
 * its page, and items that stand on several pages.
 */
export function settleRecords(connection: SqliteConnection): void {
  joinStates(connection);
  joinItems(connection, listsOfPages(connection));
  joinParts(connection);
  joinAlike(connection);
}

/** Rows that stand for themselves so far, in their order; each batch is read when the last one is done. */
function* rowsWhere(connection: SqliteConnection, condition: string): Generator<FoundRow> {
  for (let last = 0; ; ) {
    const rows = connection.all<FoundRow>(
      `SELECT id, page, place, record, links, list, share FROM found
       WHERE id > ? AND thing IS NULL AND ${condition} ORDER BY id LIMIT ${batch}`,
      last,
    );
    yield* rows;
    const end = rows.at(-1)?.id;
    if (end === undefined) return;
    last = end;
  }
}

function recordOf({ record }: Pick<FoundRow, 'record'>): ExtractedRecord {
  return JSON.parse(record) as ExtractedRecord;
}

/** Puts a record in the place of another; what it came from goes with it. */
function put(connection: SqliteConnection, thing: number, record: ExtractedRecord, from: number): void {
  connection.run('UPDATE found SET record = ? WHERE id = ?', JSON.stringify(record), thing);
  connection.run('UPDATE found SET thing = ? WHERE id = ?', thing, from);
}

/** States of a page are of the thing that the page is of, unless they are called otherwise. */
function joinStates(connection: SqliteConnection): void {
  connection.exec(
    `CREATE TABLE several AS SELECT place FROM found WHERE list IS NULL GROUP BY place HAVING count(*) > 1`,
  );
  for (const { place } of connection.all<{ place: string }>('SELECT place FROM several')) {
    const rows = connection.all<FoundRow>(
      `SELECT * FROM found WHERE place = ? AND list IS NULL ORDER BY CAST(page AS INTEGER), id`,
      place,
    );
    const things: { readonly id: number; record: ExtractedRecord }[] = [];
    for (const row of rows) {
      const record = recordOf(row);
      const known = things.find((thing) => isSameThing(thing.record, record));
      if (known === undefined) {
        if (things.length < mostThings) things.push({ id: row.id, record });
        continue;
      }
      known.record = withState(known.record, record);
      put(connection, known.id, known.record, row.id);
    }
  }
  connection.exec('DROP TABLE several');
}

interface ListCount {
  items: number;
  apart: number;
  linked: number;
  called: number;
}

/** Notes for each item which page it leads to, and gives the lists whose items have pages of their own. */
function listsOfPages(connection: SqliteConnection): ReadonlySet<string> {
  const counts = new Map<string, ListCount>();
  let [page, seen] = ['', new Set<string>()];
  for (const row of rowsWhere(connection, 'list IS NOT NULL')) {
    const record = recordOf(row);
    const list = listKey(record);
    const count = counts.get(list) ?? { items: 0, apart: 0, linked: 0, called: 0 };
    counts.set(list, count);
    count.items++;
    if (row.page !== page) [page, seen] = [row.page, new Set()];
    const detail = detailOf(connection, row, record);
    if (detail === null) continue;
    count.linked++;
    const target = `${list} ${detail.id}`;
    if (!seen.has(target)) count.apart++;
    seen.add(target);
    if (detail.isCalled) count.called++;
    connection.run('UPDATE found SET detail = ? WHERE id = ?', detail.id, row.id);
  }
  return new Set(
    [...counts]
      .filter(
        ([, { apart, linked, called }]) => apart >= leastApart * linked && called >= leastCalled * linked,
      )
      .map(([list]) => list),
  );
}

function listKey({ type, path }: ExtractedRecord): string {
  return `${type} ${path}`;
}

/** The thing whose page an item links to: the first one that is called as the item says, else the first one. */
function detailOf(
  connection: SqliteConnection,
  { links, place }: FoundRow,
  item: ExtractedRecord,
): { readonly id: number; readonly isCalled: boolean } | null {
  let first: number | null = null;
  for (const link of (JSON.parse(links) as string[]).slice(0, mostLinks)) {
    const target = thingAddress(link);
    if (target === place) continue;
    const row = connection.get<FoundRow>(
      'SELECT id, record FROM found WHERE place = ? AND list IS NULL AND thing IS NULL ORDER BY id LIMIT 1',
      target,
    );
    if (row === undefined) continue;
    if (isItsPage(item, recordOf(row))) return { id: row.id, isCalled: true };
    first ??= row.id;
  }
  return first === null ? null : { id: first, isCalled: false };
}

function isItsPage(item: ExtractedRecord, detail: ExtractedRecord): boolean {
  const called = calledOf(detail);
  if (called !== null && isAbout(item, called)) return true;
  const own = calledOf(item);
  if (own === null) return called === null;
  return Object.values(detail.fields)
    .flatMap(valuesOf)
    .some((text) => text.length < 300 && calledOf({ fields: { title: text } }) === own);
}

/** Items whose pages were found add what they say to the records of these. */
function joinItems(connection: SqliteConnection, lists: ReadonlySet<string>): void {
  for (const row of rowsWhere(connection, 'detail IS NOT NULL')) {
    const item = recordOf(row);
    if (!lists.has(listKey(item))) continue;
    const { detail } = connection.get<{ detail: number }>(
      'SELECT detail FROM found WHERE id = ?',
      row.id,
    ) as { detail: number };
    const thing = connection.get<FoundRow>('SELECT record FROM found WHERE id = ?', detail);
    if (thing === undefined) continue;
    put(connection, detail, withItem(recordOf(thing), item), row.id);
    connection.run('UPDATE found SET shown = 1 WHERE id = ?', detail);
  }
}

/** Lists on the page of one thing are part of its record: reviews, prices, results. */
function joinParts(connection: SqliteConnection): void {
  for (const row of rowsWhere(connection, 'list IS NOT NULL')) {
    const owner = ownerOf(connection, row);
    if (owner === null) continue;
    const isThing =
      owner.shown === 1 || (row.share <= mostShare && ownFields(recordOf(owner)) >= leastFields);
    if (!isThing) continue;
    put(connection, owner.id, withPart(recordOf(owner), recordOf(row), row.list ?? ''), row.id);
  }
}

/** The thing of the page that an item stands on. */
function ownerOf(
  connection: SqliteConnection,
  { page }: FoundRow,
): { id: number; record: string; shown: number } | null {
  const own = connection.get<{ id: number; thing: number | null }>(
    'SELECT id, thing FROM found WHERE page = ? AND list IS NULL LIMIT 1',
    page,
  );
  if (own === undefined) return null;
  return connection.get('SELECT id, record, shown FROM found WHERE id = ?', own.thing ?? own.id) ?? null;
}

/** Fields that a thing has and not every text. */
function ownFields({ fields }: ExtractedRecord): number {
  return Object.keys(fields).filter((name) => !/^(?:body|language|date|author|image|url)$/.test(name)).length;
}

/**
 * An item that stands on several pages is one: where its words are its own on any page, else in states of one page. As
 * many that say the same are kept as one page has.
 */
function joinAlike(connection: SqliteConnection): void {
  let [page, counts] = ['', new Map<string, number>()];
  for (const row of rowsWhere(connection, '1')) {
    const record = recordOf(row);
    if (row.page !== page) [page, counts] = [row.page, new Map()];
    const alike = itemKey(record, row);
    const nth = counts.get(alike) ?? 0;
    counts.set(alike, nth + 1);
    const key = `${alike} ${nth}`;
    const known = connection.get<{ id: number }>('SELECT id FROM alike WHERE key = ?', key);
    if (known === undefined) {
      connection.run('INSERT INTO alike (key, id) VALUES (?, ?)', key, row.id);
      connection.run('UPDATE found SET nth = ? WHERE id = ?', timesOf(connection, record), row.id);
      continue;
    }
    const first = connection.get<FoundRow>('SELECT record FROM found WHERE id = ?', known.id) as FoundRow;
    put(connection, known.id, withSource(recordOf(first), sourceOf(record)), row.id);
  }
}

/** How many records before this one are known by the same. */
function timesOf(connection: SqliteConnection, record: ExtractedRecord): number {
  const key = recordKey(record);
  const times = connection.get<{ times: number }>('SELECT times FROM keys WHERE key = ?', key)?.times ?? 0;
  connection.run('INSERT OR REPLACE INTO keys (key, times) VALUES (?, ?)', key, times + 1);
  return times;
}

/** What items that are one have in common; the record of a page is alone. */
function itemKey(record: ExtractedRecord, { list, place, id }: FoundRow): string {
  if (list === null) return `page ${id}`;
  return JSON.stringify([isUnmistakable(record) ? '' : place, Object.entries(record.fields).sort()]);
}
