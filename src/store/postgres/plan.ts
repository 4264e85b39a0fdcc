import type { Change } from '../../model/store.ts';

/** Changes as lists, each to be written by one statement, in this order. */
export interface Plan {
  queued: NonNullable<Change['queued']>[number][];
  requeued: number[];
  withdrawn: NonNullable<Change['withdrawn']>[number][];
  kept: NonNullable<Change['kept']>[];
  merged: NonNullable<Change['merged']>[number][];
  failed: NonNullable<Change['failed']>[];
  unchanged: number[];
  attempts: NonNullable<Change['attempts']>[];
  transitions: NonNullable<Change['transitions']>[number][];
  updated: NonNullable<Change['updated']>[number][];
  printed: NonNullable<Change['printed']>[number][];
  inputs: NonNullable<Change['inputs']>[number][];
  visited: NonNullable<Change['visited']>[number][];
  gone: number[];
  back: number[];
  moved: NonNullable<Change['moved']>[number][];
}

const order: readonly (keyof Plan)[] = [
  ...(['queued', 'requeued', 'withdrawn', 'kept', 'merged', 'failed', 'unchanged', 'attempts'] as const),
  ...(['transitions', 'updated', 'printed', 'inputs', 'visited', 'gone', 'back', 'moved'] as const),
];

/** What a step says in one list: always a list, though some steps name one page at most. */
function said(change: Change, kind: keyof Plan): readonly unknown[] {
  const value = change[kind];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** What an entry of a list is about: a page, or a transition. */
function subject(kind: keyof Plan, entry: unknown): number | string {
  if (typeof entry === 'number') return entry;
  const { number, page, source, ord } = entry as Record<string, number>;
  const isStep = kind === 'withdrawn' || kind === 'transitions' || kind === 'updated';
  return isStep ? `${source}/${ord}` : ((number ?? page) as number);
}

/**
 * Several steps as few plans: written list by list they give what the steps give one by one. A step goes into a
 * plan of its own where the one before has done something with the same page or transition that comes later in the
 * order, or the same. Merges of one plan are told apart by whoever writes them.
 */
export function plansOf(changes: readonly Change[]): readonly Plan[] {
  const plans: Plan[] = [];
  let plan: Plan | null = null;
  let touched = new Map<number | string, number>();
  let sources = new Set<number>();
  for (const change of changes) {
    if (plan === null || !fits(change, touched, sources)) {
      plan = emptyPlan();
      plans.push(plan);
      touched = new Map();
      sources = new Set();
    }
    add(change, plan, touched, sources);
  }
  return plans;
}

function fits(
  change: Change,
  touched: ReadonlyMap<number | string, number>,
  sources: ReadonlySet<number>,
): boolean {
  if (change.requeued?.some((number) => sources.has(number))) return false;
  return order.every((kind, phase) =>
    said(change, kind).every((entry) => {
      const before = touched.get(subject(kind, entry)) ?? -1;
      return before < phase || (before === phase && kind === 'merged');
    }),
  );
}

function add(change: Change, plan: Plan, touched: Map<number | string, number>, sources: Set<number>): void {
  for (const [phase, kind] of order.entries())
    for (const entry of said(change, kind)) {
      (plan[kind] as unknown[]).push(entry);
      touched.set(subject(kind, entry), phase);
      // A page that is kept or merged now must not be merged into something by a step before it.
      if (kind === 'merged') touched.set((entry as { into: number }).into, phase);
    }
  for (const { source } of change.transitions ?? []) sources.add(source);
}

function emptyPlan(): Plan {
  return Object.fromEntries(order.map((kind) => [kind, []])) as unknown as Plan;
}
