import { classOf } from '../../identity/index.ts';
import { type Page, pagesOf, type SiteStore, type Transition } from '../../model/index.ts';
import { type PageQueue, type Waiting, waitingOf } from '../order/queue.ts';
import { actionWords, shapeOf } from '../order/yields.ts';
import type { OpenTest } from '../presume/presumptions.ts';

/** Fills the queue with what an earlier run left; gives the tests that wait for one of these pages. */
export async function resumeQueue(site: SiteStore, queue: PageQueue): Promise<readonly OpenTest[]> {
  const tests: OpenTest[] = [];
  for await (const page of pagesOf(site, 'queued')) if (page.entry.kind === 'url') queue.add(waitingOf(page));
  for (const document of await site.documentsWaiting())
    tests.push(...(await queueDocument(site, queue, document)));
  return tests;
}

/** Queues what waits in a document; gives the tests that wait for one of these pages. */
export async function queueDocument(
  site: SiteStore,
  queue: PageQueue,
  document: number,
): Promise<readonly OpenTest[]> {
  const tests: OpenTest[] = [];
  const pages = await site.pages({ status: 'queued', document });
  const hasStates = pages.some(({ entry }) => entry.kind === 'action');
  const transitions = hasStates ? await site.transitionsWithin(document) : [];
  for (const page of pages) {
    if (page.entry.kind === 'url') queue.add(waitingOf(page));
    else {
      const { waiting, waited } = await resumeState(site, page, transitions);
      queue.add(waiting);
      tests.push(...waited);
    }
  }
  return tests;
}

/**
 * A state page as it waited before. Tests of presumptions are not stored, but can be seen: where the
 * instruction is filed under another number, firing it is a test against that one; where it was fired
 * elsewhere and led to another page, that was a test that waits for this one.
 */
async function resumeState(
  site: SiteStore,
  page: Page,
  transitions: readonly Transition[],
): Promise<{ waiting: Waiting; waited: readonly OpenTest[] }> {
  const plain = waitingOf(page);
  const isEntry = ({ source, ord }: Transition) => source === plain.source && ord === plain.ord;
  const action = transitions.find(isEntry)?.action;
  if (!action) return { waiting: plain, waited: [] };
  const { instruction } = action;
  const name = classOf(instruction);
  const placed = { ...plain, label: actionWords(action), shape: shapeOf(action) };
  if (name === null) return { waiting: placed, waited: [] };
  const waiting: Waiting = { ...placed, className: name };
  if (instruction.scope !== 'document') return { waiting, waited: [] };
  const { fingerprint } = instruction;
  const expected = (await site.numbersOf([fingerprint])).get(fingerprint);
  if (expected !== undefined && expected !== page.number)
    return { waiting: { ...waiting, audit: { name, expected } }, waited: [] };
  const waited = transitions
    .filter(({ action, reason }) => action.instruction.fingerprint === fingerprint && isFired(reason))
    .map(({ source, target }): OpenTest => {
      const got = { page: target ?? source, idle: target === null };
      return { name, expected: page.number, got };
    });
  return { waiting, waited };
}

function isFired(reason: Transition['reason']): boolean {
  return reason === 'fired' || reason === 'unchanged';
}

/** Numbers whose action changed nothing, with the page on which it was fired. */
export async function nowherePages(site: SiteStore): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for await (const { number, entry } of pagesOf(site, 'unchanged'))
    if (entry.kind === 'action') found.set(number, entry.source);
  return found;
}

/** Counts the pages that earlier runs kept. */
export async function countKept(site: SiteStore): Promise<{ urlPages: number; statePages: number }> {
  const counted = { urlPages: 0, statePages: 0 };
  for await (const page of pagesOf(site, 'kept'))
    counted[page.entry.kind === 'url' ? 'urlPages' : 'statePages']++;
  return counted;
}
