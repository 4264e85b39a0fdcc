import { type ChoiceNode, isSeen, missingIn, narrowerOf } from './choice-node.ts';
import { expectedShown } from './expected.ts';
import type { FormInput } from './inputs.ts';
import { KeptHopes } from './kept-hopes.ts';
import { ValueShares } from './shares.ts';

/** Combinations that there are. */
interface Combinations {
  readonly root: ChoiceNode;
  readonly nodes: ReadonlyMap<string, ChoiceNode>;
  readonly isIdle: (node: ChoiceNode) => boolean;
}

/** Combinations that show all there is of one, and how many questions they take. */
interface Way {
  readonly questions: number;
  readonly nodes: readonly ChoiceNode[];
}

const nothing: Way = { questions: 0, nodes: [] };
/**
 * The share of all records from which on what is left is looked for along the way to all: the best of many guesses hopes
 * too much. Of 10,000 records, 556 to 744 questions were needed without it, 556 to 590 with it (four sets).
 */
const fewLeft = 0.01;
/** Values of a parent that are heard before it is said what one of them brings. */
const trial = 4;

/** What combinations of choices should bring. */
export class ChoiceWorth {
  readonly #choices: readonly FormInput[];
  readonly #all: Combinations;
  readonly #shares: ValueShares;
  /** What combinations of the same fields have brought. */
  readonly #yields = new KeptHopes();

  constructor(choices: readonly FormInput[], all: Combinations) {
    this.#choices = choices;
    this.#all = all;
    this.#shares = new ValueShares(
      new Map(choices.map(({ name, values }) => [name, Math.max(1, values.length)])),
    );
  }

  heard(
    node: ChoiceNode,
    keys: readonly string[],
    { total, cap }: { total: number | null; cap: number },
  ): void {
    const fresh = keys.filter((key) => !this.#all.root.found.has(key)).length;
    this.#yields.heard(templateOf(node), this.#expected(node, cap), fresh);
    this.#shares.heard(node.values, keys, total);
  }

  /**
   * What to ask next: the combination that should show most new records, or one of the cheapest way to all records where
   * questions of that bring more on average, or little is left. A question that brings little itself may be part of a short
   * way to the end.
   */
  best(waiting: Iterable<ChoiceNode>, cap: number): ChoiceNode | null {
    const next = this.#most(waiting, cap);
    const { root } = this.#all;
    if (next === null || root.total === null || root.state !== 'heard') return next?.node ?? null;
    const way = this.#wayTo(root, cap);
    const left = missingIn(root);
    const isShort = left <= fewLeft * root.total || left / way.questions >= next.worth;
    return (isShort ? this.#most(way.nodes, cap)?.node : null) ?? next.node;
  }

  #most(
    nodes: Iterable<ChoiceNode>,
    cap: number,
  ): { readonly node: ChoiceNode; readonly worth: number } | null {
    let best: { readonly node: ChoiceNode; readonly worth: number } | null = null;
    for (const node of nodes) {
      const worth = this.#expected(node, cap) * this.#yields.share(templateOf(node));
      if (best === null || worth > best.worth) best = { node, worth };
    }
    return best;
  }

  /** New records that a combination should show. */
  #expected(node: ChoiceNode, cap: number): number {
    if (this.#all.root.total === null || Object.keys(node.spans).length > 0) return evenWorth(node, cap);
    let { size, missing } = this.#shares.expected(node.values);
    for (const key of node.wider) {
      const around = this.#all.nodes.get(key);
      if (around === undefined || around.total === null) continue;
      missing = Math.min(missing, missingIn(around));
      size = Math.min(size, around.total);
    }
    return expectedShown(missing, size, cap);
  }

  /** The split that shows all there is of a combination with the fewest questions. */
  #wayTo(node: ChoiceNode, cap: number): Way {
    if (isSeen(node) || (node !== this.#all.root && this.#all.isIdle(node))) return nothing;
    let best: Way = { questions: Number.POSITIVE_INFINITY, nodes: [] };
    if (node.state !== 'heard')
      best = {
        questions: 1 + this.#questionsFor(node, cap),
        nodes: node.state === 'waiting' ? [node] : [],
      };
    for (const split of node.splits.values()) {
      const ways = split.map((kid) => this.#wayTo(kid, cap));
      const questions = ways.reduce((sum, way) => sum + way.questions, 0);
      if (questions < best.questions) best = { questions, nodes: ways.flatMap(({ nodes }) => nodes) };
    }
    return best;
  }

  /** Further questions that a combination should take: one for each value of the smallest field that is enough. */
  #questionsFor({ values }: ChoiceNode, cap: number): number {
    const { size } = this.#shares.expected(values);
    if (size <= cap) return 0;
    const counts = this.#choices.filter(({ name }) => !(name in values)).map((field) => field.values.length);
    const enough = counts.filter((count) => size / count <= cap);
    return enough.length > 0 ? Math.min(...enough) : 2 * Math.max(0, ...counts);
  }
}

/** The fields that a combination binds. */
function templateOf({ values }: ChoiceNode): string {
  return Object.keys(values).sort().join('\n');
}

/** Records that a combination should bring where little is told: its share of what its parent misses. */
function evenWorth({ parent }: ChoiceNode, cap: number): number {
  if (parent === null) return cap;
  const kids = narrowerOf(parent);
  const left = kids.filter(({ state }) => state === 'waiting').length;
  const open = missingIn(parent);
  if (Number.isFinite(open)) return Math.min(cap, open / Math.max(1, left));
  const heard = kids.filter(({ state }) => state === 'heard');
  if (heard.length < trial) return cap;
  return heard.reduce((sum, kid) => sum + kid.found.size, 0) / heard.length;
}
