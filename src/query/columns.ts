import { listColumns, type MainList, nameInItem, namesInItems } from '../extract/lists/index.ts';
import { meaningOf } from './concepts.ts';

type ListColumn = ReturnType<typeof listColumns>[number];

/** A column of the records of an answer, with what it is called there. */
export interface NamedColumn {
  readonly name: string;
  readonly attribute: string | null;
  readonly column: ListColumn;
  /** The value in a text of it: without a label, or one part of several. */
  read(text: string): string;
}

/** Share of the texts that must have a label, or so many parts. */
const leastShare = 0.7;
const labelled = /^([^:：]{1,24}?)\s*[:：]\s*(.+)$/su;
/** Marks between parts of a line that each say something else. */
const marks = [' / ', ' | ', ' · ', ' • ', '／', '｜'] as const;

/** The columns of some lists with names: labels in texts and beside them, heads, classes, and types of values. */
export function namedColumns(lists: readonly MainList[]): readonly NamedColumn[] {
  const columns = listColumns(lists);
  const items = lists.reduce((sum, list) => sum + list.items.length, 0);
  const named: NamedColumn[] = [];
  const rest: { readonly id: string; readonly column: ListColumn }[] = [];
  let label: string | null = null;
  for (const [at, column] of columns.entries()) {
    const texts = textsOf(column);
    if (column.attribute === null && isLabel(texts, items)) {
      label = texts[0] as string;
      continue;
    }
    // What stands beside a text says more of it than a colon in it.
    const own = column.attribute === null && label === null ? inText(column, texts) : [];
    if (own.length > 0) named.push(...own);
    else if (column.attribute === null && label !== null)
      named.push({ name: withoutColon(label), attribute: null, column, read: same });
    else rest.push({ id: String(at), column });
    if (column.attribute === null) label = null;
  }
  return [...named, ...restNamed(rest, named, items)];
}

const same = (text: string) => text;

function textsOf({ spots }: ListColumn): readonly string[] {
  return [...spots.values()].flatMap((own) => [...own.values()].flat().map(({ text }) => text));
}

/** A text that all items have is a label, if it is like one. */
function isLabel(texts: readonly string[], items: number): boolean {
  const [first = ''] = texts;
  if (texts.length < 2 || texts.length < items * leastShare || new Set(texts).size > 1) return false;
  return first.length <= 24 && (/[:：]$/.test(first) || (meaningOf(first)?.likeness ?? 0) >= 0.8);
}

/** Columns that a text says by itself: `Author: …`, or several parts between marks. */
function inText(column: ListColumn, texts: readonly string[]): readonly NamedColumn[] {
  const parts = partsIn(column, texts);
  if (parts.length > 0) return parts;
  const labels = texts.map((text) => labelled.exec(text)?.[1]?.trim() ?? '');
  const [first = ''] = labels.filter((text) => text !== '');
  const alike = labels.filter((text) => text === first).length;
  if (first !== '' && !/^https?$/i.test(first) && alike >= texts.length * leastShare)
    return [
      { name: first, attribute: null, column, read: (text) => labelled.exec(text)?.[2]?.trim() ?? text },
    ];
  const word = commonWord(texts);
  if (word !== null)
    return [
      {
        name: word,
        attribute: null,
        column,
        read: (text) => (text.startsWith(word) ? text.slice(word.length).trim() : text),
      },
    ];
  const by = texts.filter((text) => /^by\s+[\p{Lu}\p{Script=Han}]/u.test(text)).length;
  if (by >= texts.length * leastShare)
    return [{ name: 'author', attribute: null, column, read: (text) => text.replace(/^by\s+/i, '') }];
  return [];
}

/** The word that texts begin with, where it is the name of something: `Published 2011`. */
function commonWord(texts: readonly string[]): string | null {
  const words = texts.map((text) => /^(\p{L}+)\s+\S/u.exec(text)?.[1] ?? '');
  const [first = ''] = words;
  const alike = words.filter((word) => word === first).length;
  if (first.length < 2 || texts.length < 3 || alike < texts.length * leastShare) return null;
  const isMany = new Set(texts).size > 1;
  return isMany && (meaningOf(first)?.likeness ?? 0) >= 0.8 ? first : null;
}

function partsIn(column: ListColumn, texts: readonly string[]): readonly NamedColumn[] {
  for (const mark of marks) {
    const counts = texts.map((text) => text.split(mark).length);
    const [usual = 1] = [...counts].sort((one, other) => one - other).slice(Math.floor(counts.length / 2));
    if (usual < 2 || counts.filter((count) => count === usual).length < texts.length * leastShare) continue;
    return Array.from({ length: usual }, (_, nth) => {
      const parts = texts.map((text) => text.split(mark)[nth]?.trim() ?? '');
      const label = labelled.exec(parts[0] ?? '')?.[1];
      const isLabelled =
        label !== undefined &&
        parts.filter((part) => labelled.exec(part)?.[1] === label).length >= parts.length * leastShare;
      const read = (text: string) => {
        const part = text.split(mark)[nth]?.trim() ?? '';
        return isLabelled ? (labelled.exec(part)?.[2]?.trim() ?? part) : part;
      };
      return { name: isLabelled ? (label as string) : `value_${nth + 1}`, attribute: null, column, read };
    });
  }
  return [];
}

/** Names of all other columns, as extraction gives them. */
function restNamed(
  rest: readonly { readonly id: string; readonly column: ListColumn }[],
  named: readonly NamedColumn[],
  items: number,
): readonly NamedColumn[] {
  const fields = rest.map(({ id, column }) => ({
    id,
    attribute: column.attribute,
    places: [...column.spots].flatMap(([page, own]) =>
      [...own.values()].flat().map((spot) => ({ page, spot })),
    ),
  }));
  // Names that texts give themselves are not given a second time.
  const taken = new Map(named.map(({ name }, at) => [`named ${at}`, meaningOf(name)?.name ?? name]));
  const columns = new Map(rest.map(({ id, column }) => [id, column]));
  const names = namesInItems(fields, items, taken);
  const given = new Set([...names.map(({ field }) => field), ...taken.values()]);
  // What is the same in all records may be what was asked for: its head or class says so.
  const constant = fields
    .filter(({ id, attribute, places }) => attribute === null && places.length > 0 && !given.has(id))
    .map((field) => ({ field: field.id, name: nameInItem(field) }))
    .filter(({ name }) => (meaningOf(name)?.likeness ?? 0) >= 0.8 && !given.has(name));
  return [...names, ...constant].flatMap(({ field, name }) => {
    const column = columns.get(field);
    return column === undefined || name === 'image'
      ? []
      : [{ name, attribute: column.attribute, column, read: same }];
  });
}

function withoutColon(label: string): string {
  return label.replace(/\s*[:：]\s*$/, '');
}
