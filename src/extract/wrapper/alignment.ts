import type { PageNode } from '../types.ts';
import type { Atom, AtomLine, AtomLoop } from './compile.ts';
import type { Features } from './features.ts';
import { affinity } from './likeness.ts';
import type { PeerVocabulary } from './vocabulary.ts';

/** Where one node was laid: its atom, and the loops that begin a new item with it. */
export interface Laid {
  readonly node: PageNode;
  readonly atom: number;
  readonly begins: readonly AtomLoop[];
}

/** Cells that are looked at for one level; beyond, siblings are cut off. */
const maxCells = 2_000_000;

const never = Number.NEGATIVE_INFINITY;

/**
 * Lays siblings along one level of an expression: the order is kept, atoms and nodes may be left out, and from
 * the end of a list one may go back to its start. Viterbi's search, in proportion to nodes × atoms.
 */
export function lay(
  line: AtomLine,
  features: Features,
  all: readonly PageNode[],
  vocabulary: PeerVocabulary,
): Laid[] {
  const width = line.atoms.length;
  if (width === 0 || all.length === 0) return [];
  const straight = laidStraight(line, features, all, vocabulary);
  if (straight) return straight;
  const nodes = all.slice(0, Math.max(1, Math.floor(maxCells / width)));
  return traced(line, nodes, searched(line, features, nodes, vocabulary));
}

/** Most levels are as expected, node for node. */
function laidStraight(
  { atoms, loops }: AtomLine,
  features: Features,
  nodes: readonly PageNode[],
  vocabulary: PeerVocabulary,
): Laid[] | null {
  if (loops.length > 0 || nodes.length !== atoms.length) return null;
  for (const [at, node] of nodes.entries()) if (atoms[at]?.likeness.tag !== node.tag) return null;
  for (const [at, node] of nodes.entries()) {
    if (affinity((atoms[at] as Atom).likeness, features, node, vocabulary) === 0) return null;
  }
  return nodes.map((node, atom) => ({ node, atom, begins: none }));
}

const none: readonly AtomLoop[] = [];

function searched(
  { atoms, loops }: AtomLine,
  features: Features,
  nodes: readonly PageNode[],
  vocabulary: PeerVocabulary,
): Ways {
  const width = atoms.length;
  // Best score of a way that ends with an atom, for nodes so far; where it came from, by node.
  const ended = new Float64Array(width).fill(never);
  const next = new Float64Array(width).fill(never);
  const scores = new Float64Array(width);
  const from = new Int32Array(nodes.length * width).fill(-2);
  const owner = new Int32Array(nodes.length * width).fill(-1);
  const last = new Int32Array(width).fill(-1);
  const missing = new Float64Array(width + 1);
  const back = new Int32Array(loops.length);
  for (let at = 0; at < width; at++) missing[at + 1] = (missing[at] as number) + (atoms[at]?.missing ?? 0);
  for (let j = 0; j < nodes.length; j++) {
    if (!compared(atoms, features, nodes[j] as PageNode, vocabulary, scores)) continue;
    for (let at = 0; at < loops.length; at++) {
      const { start, end } = loops[at] as AtomLoop;
      back[at] = bestIn(ended, start, end);
    }
    // Best way so far to come from the left, with what was left out since paid.
    let best = 0;
    let source = -1;
    for (let s = 0; s < width; s++) {
      const score = scores[s] as number;
      if (score > 0) {
        let value = best - (missing[s] as number);
        let came = source;
        for (let at = 0; at < loops.length; at++) {
          const { start, end } = loops[at] as AtomLoop;
          const again = back[at] as number;
          if (s < start || s >= end || again < 0 || again < s) continue;
          const way =
            (ended[again] as number) - ((missing[s] as number) - (missing[start] as number)) - backCost;
          if (way > value) {
            value = way;
            came = again;
          }
        }
        if (value + score > (ended[s] as number)) {
          next[s] = value + score;
          from[j * width + s] = came;
          owner[j * width + s] = came < 0 ? -1 : (last[came] as number);
        }
      }
      const here = (ended[s] as number) + (missing[s + 1] as number);
      if (here > best) {
        best = here;
        source = s;
      }
    }
    for (let s = 0; s < width; s++) {
      if (next[s] === never) continue;
      ended[s] = next[s] as number;
      next[s] = never;
      last[s] = j;
    }
  }
  return { ended, from, owner, last, missing };
}

/** Whether a node fits any atom, and how well each. */
function compared(
  atoms: readonly Atom[],
  features: Features,
  node: PageNode,
  vocabulary: PeerVocabulary,
  scores: Float64Array,
): boolean {
  let any = false;
  for (let s = 0; s < atoms.length; s++) {
    const { likeness } = atoms[s] as Atom;
    const score = likeness.tag === node.tag ? affinity(likeness, features, node, vocabulary) : 0;
    scores[s] = score;
    if (score > 0) any = true;
  }
  return any;
}

/** Going back costs next to nothing, but one item is simpler than two. */
const backCost = 0.01;

function bestIn(ended: Float64Array, start: number, end: number): number {
  let found = -1;
  for (let at = start; at < end; at++) {
    if (ended[at] === never) continue;
    if (found < 0 || (ended[at] as number) > (ended[found] as number)) found = at;
  }
  return found;
}

interface Ways {
  readonly ended: Float64Array;
  readonly from: Int32Array;
  readonly owner: Int32Array;
  readonly last: Int32Array;
  readonly missing: Float64Array;
}

function traced({ atoms, loops }: AtomLine, nodes: readonly PageNode[], ways: Ways): Laid[] {
  const width = atoms.length;
  const total = ways.missing[width] as number;
  let atom = -1;
  let most = never;
  for (let s = 0; s < width; s++) {
    const value = (ways.ended[s] as number) - (total - (ways.missing[s + 1] as number));
    if (value > most) [atom, most] = [s, value];
  }
  const way: { node: PageNode; atom: number }[] = [];
  let j = atom < 0 ? -1 : (ways.last[atom] as number);
  while (j >= 0 && atom >= 0) {
    way.push({ node: nodes[j] as PageNode, atom });
    const cell = j * width + atom;
    [atom, j] = [ways.from[cell] as number, ways.owner[cell] as number];
  }
  way.reverse();
  return way.map(({ node, atom: at }, index) => {
    const before = way[index - 1]?.atom ?? -1;
    return { node, atom: at, begins: begun(loops, before, at) };
  });
}

/** Loops that begin an item between two atoms: those that are entered, and where one goes back the innermost that holds both. */
function begun(loops: readonly AtomLoop[], before: number, at: number): readonly AtomLoop[] {
  const holds = ({ start, end }: AtomLoop, atom: number) => atom >= start && atom < end;
  const again = before >= at ? loops.findLast((loop) => holds(loop, before) && holds(loop, at)) : undefined;
  return loops.filter((loop) => holds(loop, at) && (loop === again || !holds(loop, before)));
}
