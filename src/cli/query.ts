import { csvLine } from '../derive/csv.ts';
import { groupsWith } from '../model/counts.ts';
import type { QueryRecord, QueryReport, SourceReport } from '../run/query/query.ts';
import { counted } from './figures.ts';
import { clean, cut, displayWidth, pad, wrap } from './terminal.ts';

/** Columns of a table that people read first. */
const first = ['title', 'author', 'year', 'publication_date', 'date', 'price'];
/** Fields that say little in a narrow table. */
const mostColumns = 4;

/** Records as a table, with what became of the sources below it. */
export function queryTable(report: QueryReport, columns: number): string {
  const lines: string[] = [];
  const names = columnsOf(report.records);
  const widths = widthsOf(report.records, names, columns);
  if (report.records.length > 0) {
    lines.push(row(names, widths, (name) => name).trimEnd());
    for (const record of report.records) lines.push(...recordLines(record, names, widths, columns));
    lines.push('');
  }
  return `${lines.join('\n')}${lines.length > 0 ? '\n' : ''}${queryNotes(report, columns)}`;
}

function recordLines(
  record: QueryRecord,
  names: readonly string[],
  widths: readonly number[],
  columns: number,
): readonly string[] {
  const line = row(names, widths, (name) => clean((record.fields[name] ?? []).join('; ')));
  const mark = record.isNew ? '* ' : '  ';
  const where = record.sources.map(({ source, url }) => `${clean(source)}  ${clean(url)}`);
  const open =
    record.unchecked === undefined ? [] : [`not checked: ${record.unchecked.map(clean).join(', ')}`];
  return [line.trimEnd(), ...[...where, ...open].map((text) => `${mark}  ${cut(text, columns - 4)}`)];
}

/** What became of each source, in lines; those without trouble in one. */
export function queryNotes({ records, sources, new: fresh, map }: QueryReport, columns: number): string {
  const answered = sources.filter(({ status }) => status === 'answered');
  const told = fresh === undefined ? '' : `, ${fresh} new (*)`;
  const lines = wrap(
    `${counted(records.length, 'record')}${told} from ${answered.length} of ${counted(sources.length, 'source')}`,
    columns,
  ).slice();
  const open = sources.flatMap(troubles);
  for (const text of open)
    lines.push(...wrap(text, columns - 2).map((part, at) => (at === 0 ? part : `  ${part}`)));
  if (open.length > 0) lines.push(cut(`fields are mapped in ${clean(map)}`, columns));
  return `${lines.join('\n')}\n`;
}

function troubles({ source, status, unexpressed, notes, records }: SourceReport): readonly string[] {
  const name = clean(source);
  const states = { answered: [], failed: ['failed'], late: ['late'], 'not asked': ['not asked'] } as const;
  const said = [...states[status], ...notes.map(clean)];
  const missing =
    unexpressed.length === 0 ? [] : [`cannot be asked for ${unexpressed.map(clean).join(', ')}`];
  const all = [...said, ...(status === 'answered' ? missing : [])];
  return all.length === 0 ? [] : [`${name} (${counted(records, 'record')}): ${all.join('; ')}`];
}

function columnsOf(records: readonly QueryRecord[]): readonly string[] {
  const counts = groupsWith(records.map(({ fields }) => Object.keys(fields)));
  const known = first.filter((name) => counts.has(name));
  const others = [...counts]
    .filter(([name, count]) => !known.includes(name) && count * 2 >= records.length)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name);
  return [...known, ...others].slice(0, mostColumns);
}

function widthsOf(
  records: readonly QueryRecord[],
  names: readonly string[],
  columns: number,
): readonly number[] {
  const wanted = names.map((name) =>
    Math.max(
      displayWidth(name),
      ...records.slice(0, 200).map(({ fields }) => displayWidth(clean((fields[name] ?? []).join('; ')))),
    ),
  );
  const room = columns - 2 * Math.max(0, names.length - 1);
  const widths = wanted.map((width) => Math.min(width, 12));
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  for (const [at, width] of wanted.entries()) {
    const more = Math.max(0, Math.min(width - (widths[at] ?? 0), left));
    widths[at] = (widths[at] ?? 0) + more;
    left -= more;
  }
  return widths;
}

function row(names: readonly string[], widths: readonly number[], text: (name: string) => string): string {
  return names.map((name, at) => pad(cut(text(name), widths[at] ?? 0), widths[at] ?? 0)).join('  ');
}

/** Records as CSV: a column for each field, and where each is from. */
export function queryCsv({ records }: QueryReport): string {
  const names = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  const lines = records.map(({ fields, sources, isNew }) => [
    ...names.map((name) => (fields[name] ?? []).join('; ')),
    sources.map(({ source }) => source).join('; '),
    sources.map(({ url }) => url).join(' '),
    ...(isNew === undefined ? [] : [isNew ? 'yes' : 'no']),
  ]);
  const marked = records.some(({ isNew }) => isNew !== undefined) ? ['new'] : [];
  const rows = [[...names, 'source', 'url', ...marked], ...lines];
  return rows.map((cells) => csvLine(cells.map(cell))).join('');
}

/** A cell: nothing where there is no text, and a number below 0 as one, so that it is not taken for a formula. */
function cell(text: string): string | number | null {
  if (text === '') return null;
  return text.startsWith('-') && String(Number(text)) === text ? Number(text) : text;
}
