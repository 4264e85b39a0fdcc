import { addTo } from '../../model/multimap.ts';
import type { PageNode } from '../types.ts';
import type { Unit } from './collapse-lists.ts';
import type { Features } from './features.ts';
import { affinity, LikenessDraft } from './likeness.ts';
import type { PeerScope, Sequence } from './scope.ts';

/** A place at one level of a template, with what stands there in each sequence. */
export interface Column {
  readonly tag: string;
  /** Units by sequence; a list may have been cut into several. */
  readonly members: ReadonlyMap<number, readonly Unit[]>;
  readonly repeated: boolean;
}

interface Draft {
  readonly likeness: LikenessDraft;
  members: Map<number, Unit[]>;
  repeated: boolean;
}

/** Nodes of a run by which it is known; they are alike. */
const spokesmen = 3;

/** Pairs of siblings that the alignment of one level may look at. */
const maxCells = 1_500_000;

/** Aligns the units of all sequences into columns, in document order; `null` where there are too many to be compared. */
export function columnsOf(
  scope: PeerScope,
  sequences: readonly Sequence[],
  lines: readonly Unit[][],
): Column[] | null {
  const order = lines
    .map((_, at) => at)
    .sort((a, b) => (lines[b]?.length ?? 0) - (lines[a]?.length ?? 0) || a - b);
  const longest = lines[order[0] ?? 0]?.length ?? 0;
  const cells = lines.reduce((sum, line) => sum + line.length, 0) * longest;
  if (cells > Math.min(maxCells, scope.budget.left)) return null;
  scope.budget.left -= cells;
  let drafts: Draft[] = [];
  for (const at of order) place(scope, sequences, lines, at, drafts);
  if (order.length > 2) {
    // Early lines were placed when little was known: once more, against what all of them have shown.
    const known = drafts.map(({ likeness, repeated }) => ({ likeness, repeated, members: new Map() }));
    for (const at of order) place(scope, sequences, lines, at, known);
    drafts = known.filter(({ members }) => members.size > 0);
  }
  return drafts.map(({ likeness, members, repeated }) => ({ tag: likeness.tag, members, repeated }));
}

function place(
  scope: PeerScope,
  sequences: readonly Sequence[],
  lines: readonly Unit[][],
  at: number,
  drafts: Draft[],
): void {
  const units = lines[at] as Unit[];
  const features = scope.features[(sequences[at] as Sequence).peer] as Features;
  const found = align(scope, features, drafts, units);
  let position = 0;
  for (const [j, unit] of units.entries()) {
    const target = found[j] as number;
    if (target >= 0) {
      const draft = drafts[target + shiftOf(found, j)] as Draft;
      join(draft, at, unit, features);
      position = target + shiftOf(found, j) + 1;
    } else {
      const draft: Draft = {
        likeness: new LikenessDraft(head(unit).tag),
        members: new Map(),
        repeated: false,
      };
      drafts.splice(position, 0, draft);
      join(draft, at, unit, features);
      position++;
    }
  }
}

/** Columns that were put in for earlier units of the same line. */
function shiftOf(found: readonly number[], unit: number): number {
  let shift = 0;
  for (let at = 0; at < unit; at++) if ((found[at] as number) < 0) shift++;
  return shift;
}

function join(draft: Draft, line: number, unit: Unit, features: Features): void {
  if (unit.kind === 'run' || draft.members.has(line)) draft.repeated = true;
  addTo(draft.members, line, unit);
  for (const node of speaking(unit)) draft.likeness.add(features, node);
}

function head(unit: Unit): PageNode {
  return unit.kind === 'node' ? unit.node : (unit.items[0]?.[0] as PageNode);
}

function speaking(unit: Unit): PageNode[] {
  if (unit.kind === 'node') return [unit.node];
  return unit.items.slice(0, spokesmen).map((item) => item[0] as PageNode);
}

/** The column of each unit, -1 for none: the order is kept, and a list may take several units in a row. */
function align(
  scope: PeerScope,
  features: Features,
  drafts: readonly Draft[],
  units: readonly Unit[],
): number[] {
  const rows = drafts.length;
  const found: number[] = new Array(units.length).fill(-1);
  if (rows === 0 || units.length === 0) return found;
  const width = units.length + 1;
  const best = new Float64Array((rows + 1) * width);
  const ended = new Float64Array((rows + 1) * width).fill(Number.NEGATIVE_INFINITY);
  const moves = new Uint8Array((rows + 1) * width);
  const stays = new Uint8Array((rows + 1) * width);
  for (let i = 1; i <= rows; i++) {
    const draft = drafts[i - 1] as Draft;
    const { likeness } = draft.likeness;
    for (let j = 1; j <= units.length; j++) {
      const cell = i * width + j;
      const unit = units[j - 1] as Unit;
      const score = fit(scope, features, likeness, unit);
      if (score > 0) {
        const fresh = (best[cell - width - 1] as number) + score;
        const stay =
          draft.repeated || unit.kind === 'run'
            ? (ended[cell - 1] as number) + score
            : Number.NEGATIVE_INFINITY;
        stays[cell] = stay > fresh ? 1 : 0;
        ended[cell] = Math.max(fresh, stay);
      }
      const up = best[cell - width] as number;
      const left = best[cell - 1] as number;
      const match = ended[cell] as number;
      if (match >= up && match >= left) {
        best[cell] = match;
        moves[cell] = 3;
      } else if (up >= left) {
        best[cell] = up;
        moves[cell] = 1;
      } else {
        best[cell] = left;
        moves[cell] = 2;
      }
    }
  }
  let [i, j] = [rows, units.length];
  while (i > 0 && j > 0) {
    const cell = i * width + j;
    const move = moves[cell];
    if (move === 3) {
      found[j - 1] = i - 1;
      let at = cell;
      while (stays[at] === 1) {
        at--;
        j--;
        found[j - 1] = i - 1;
      }
      i--;
      j--;
    } else if (move === 1) i--;
    else j--;
  }
  return found;
}

function fit(scope: PeerScope, features: Features, likeness: LikenessDraft['likeness'], unit: Unit): number {
  let best = 0;
  for (const node of speaking(unit)) {
    best = Math.max(best, affinity(likeness, features, node, scope.vocabulary));
  }
  return best;
}
