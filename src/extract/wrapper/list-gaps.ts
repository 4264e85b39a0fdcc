import type { PageNode } from '../types.ts';

/** A sibling, or a run of items of one list, as it was cut. */
export type CutPiece =
  | {
      readonly kind: 'node';
      readonly node: PageNode;
      /** What it is like; 0 where a label says what it is. */
      readonly shape: number;
    }
  | {
      readonly kind: 'run';
      readonly list: number;
      readonly items: readonly (readonly PageNode[])[];
    };

type Run = Extract<CutPiece, { kind: 'run' }>;
type Line = readonly CutPiece[];

/** Siblings that may stand between two items without being part of either. */
const longestGap = 4;

/**
 * Puts runs of one list together that something else has cut: what comes again and again between items, and first of
 * all before them, is a heading, and each heading with its items is an item of a list around them; else it is something
 * that stands between items now and then.
 */
export function bridged(lines: readonly Line[]): Line[] {
  let found = lines.map((line) => [...line] as Line);
  const lists = new Set(
    lines.flatMap((line) => line.flatMap((piece) => (piece.kind === 'run' ? piece.list : []))),
  );
  for (const list of lists) found = bridgedIn(found, list);
  return found;
}

function bridgedIn(lines: readonly Line[], list: number): Line[] {
  const gaps = lines.map((line) => gapsIn(line, list));
  const keys = new Set(gaps.flatMap((own) => own.map(({ key }) => key)));
  const counts = (key: string) =>
    gaps.flatMap((own, at) =>
      hasRun(lines[at] as Line, list) ? own.filter((gap) => gap.key === key).length : [],
    );
  const known = new Set(
    [...keys].filter((key) => {
      const own = counts(key);
      return own.some((count) => count > 1) || own.some((count) => count !== own[0]);
    }),
  );
  if (known.size === 0) return [...lines];
  const headed = lines.filter((line) => known.has(keyBefore(line, list, known) ?? '')).length;
  const withGaps = gaps.filter((own) => own.some(({ key }) => known.has(key))).length;
  return headed * 2 > withGaps && known.size === 1
    ? lines.map((line) => grouped(line, list, [...known][0] as string))
    : lines.map((line) => joined(line, list, known));
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly key: string;
}

/** What stands between one run of a list and the next. */
function gapsIn(line: Line, list: number): readonly Gap[] {
  const gaps: Gap[] = [];
  let last = -1;
  for (const [at, piece] of line.entries()) {
    if (piece.kind !== 'run') continue;
    if (piece.list === list && last >= 0 && at - last - 1 <= longestGap) {
      const key = keyOf(line.slice(last + 1, at));
      if (key !== null) gaps.push({ from: last + 1, to: at, key });
    }
    last = piece.list === list ? at : -1;
  }
  return gaps;
}

/** `null` where something is labelled: what is told apart by labels is no list. */
function keyOf(pieces: Line): string | null {
  const shapes = pieces.map((piece) => (piece.kind === 'node' ? piece.shape : 0));
  return shapes.length === 0 || shapes.includes(0) ? null : shapes.join(' ');
}

/** The gap that stands before the first run too. */
function keyBefore(line: Line, list: number, known: ReadonlySet<string>): string | null {
  const first = line.findIndex((piece) => piece.kind === 'run' && piece.list === list);
  for (const key of known) {
    const length = key.split(' ').length;
    if (first >= length && keyOf(line.slice(first - length, first)) === key) return key;
  }
  return null;
}

function hasRun(line: Line, list: number): boolean {
  return line.some((piece) => piece.kind === 'run' && piece.list === list);
}

/** Each heading with the items below it is one item. */
function grouped(line: Line, list: number, key: string): Line {
  const length = key.split(' ').length;
  const found: CutPiece[] = [];
  for (const piece of line) {
    if (piece.kind !== 'run' || piece.list !== list) {
      found.push(piece);
      continue;
    }
    const heads = found.slice(-length);
    const isHeaded = found.length >= length && keyOf(heads) === key;
    const head = isHeaded ? heads.flatMap((each) => (each.kind === 'node' ? each.node : [])) : [];
    if (isHeaded) found.splice(-length);
    const before = found.at(-1);
    const group = [...head, ...piece.items.flat()];
    if (before?.kind === 'run' && before.list === -list)
      found[found.length - 1] = { ...before, items: [...before.items, group] };
    else found.push({ kind: 'run', list: -list, items: [group] });
  }
  return found;
}

/** What stands between two items goes with the first of them. */
function joined(line: Line, list: number, known: ReadonlySet<string>): Line {
  const gaps = new Map(
    gapsIn(line, list).flatMap((gap) => (known.has(gap.key) ? [[gap.from, gap] as const] : [])),
  );
  const found: CutPiece[] = [];
  for (let at = 0; at < line.length; at++) {
    const gap = gaps.get(at);
    const before = found.at(-1);
    if (gap === undefined || before?.kind !== 'run') {
      found.push(line[at] as CutPiece);
      continue;
    }
    const between = line
      .slice(gap.from, gap.to)
      .flatMap((piece) => (piece.kind === 'node' ? piece.node : []));
    const last = [...(before.items.at(-1) ?? []), ...between];
    const items = [...before.items.slice(0, -1), last, ...(line[gap.to] as Run).items];
    found[found.length - 1] = { ...before, items };
    at = gap.to;
  }
  return found;
}
