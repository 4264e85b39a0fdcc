import { classOf } from '../../identity/index.ts';
import type { SiteStore, Transition } from '../../model/index.ts';
import type { Born, Numbers } from '../discover/numbers.ts';
import type { Counting } from '../loop/totals.ts';
import type { PageQueue } from '../order/queue.ts';

/** Reasons that stand for events which were not fired in the belief that they give nothing new. */
const skipped: ReadonlySet<Transition['reason']> = new Set(['known', 'returns', 'suspended']);

/** Transitions that are queued in one transaction. */
const batch = 500;

/**
 * The shadow pass (`--audit all`): everything that an earlier run did not fire is queued as a test, so that
 * it is seen how often not firing was wrong.
 */
export async function queueSkipped(
  site: SiteStore,
  { numbers, queue, totals }: { numbers: Numbers; queue: PageQueue; totals: Counting },
): Promise<void> {
  const found: Transition[] = [];
  for await (const transition of site.allTransitions()) {
    if (skipped.has(transition.reason) && transition.action.instruction.kind !== 'url')
      found.push(transition);
  }
  for (let at = 0; at < found.length; at += batch) {
    const born: { readonly of: Transition; readonly newborn: Born }[] = [];
    for (const of of found.slice(at, at + batch)) {
      const page = await site.page(of.source);
      if (page?.status !== 'kept') continue;
      const { document, depth, number: source } = page;
      born.push({ of, newborn: numbers.state(of.action, of.ord, { source, document, depth: depth + 1 }) });
    }
    totals.eventsAudited += born.length;
    await site.commit({
      queued: born.map(({ newborn }) => newborn.page),
      updated: born.map(({ of: { source, ord }, newborn }) => {
        return { source, ord, target: newborn.page.number, reason: 'queued' as const };
      }),
      nextNumber: numbers.next,
      finishedAt: null,
    });
    for (const { of, newborn } of born) {
      const name = classOf(of.action.instruction) ?? '';
      queue.add({ ...newborn.waiting, audit: { name, expected: of.target ?? of.source } });
    }
  }
}
