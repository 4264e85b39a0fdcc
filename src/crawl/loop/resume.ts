import { classOf } from '../../identity/index.ts';
import { type Page, pagesOf, type SiteStore, type Transition } from '../../model/index.ts';
import { type PageQueue, type Waiting, waitingOf } from '../order/queue.ts';
import { actionWords, shapeOf } from '../order/yields.ts';

/** Fills the queue with what an earlier run left. */
export async function resumeQueue(site: SiteStore, queue: PageQueue): Promise<void> {
  for await (const page of pagesOf(site, 'queued')) if (page.entry.kind === 'url') queue.add(waitingOf(page));
  for (const document of await site.documentsWaiting()) await queueDocument(site, queue, document);
}

/** Queues what waits in a document. */
export async function queueDocument(site: SiteStore, queue: PageQueue, document: number): Promise<void> {
  const pages = await site.pages({ status: 'queued', document });
  const hasStates = pages.some(({ entry }) => entry.kind === 'action');
  const transitions = hasStates ? await site.transitionsWithin(document) : [];
  for (const page of pages)
    queue.add(page.entry.kind === 'url' ? waitingOf(page) : stateOf(page, transitions));
}

/** A state page as it waited before. */
function stateOf(page: Page, transitions: readonly Transition[]): Waiting {
  const plain = waitingOf(page);
  const isEntry = ({ source, ord }: Transition) => source === plain.source && ord === plain.ord;
  const action = transitions.find(isEntry)?.action;
  if (!action) return plain;
  const className = classOf(action.instruction);
  const placed = { ...plain, label: actionWords(action), shape: shapeOf(action) };
  return className === null ? placed : { ...placed, className };
}

/** Numbers whose action changed nothing, with the page on which it was fired. */
export async function nowherePages(site: SiteStore): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for await (const { number, entry } of pagesOf(site, 'unchanged'))
    if (entry.kind === 'action') found.set(number, entry.source);
  return found;
}

/** Counts the pages that earlier runs kept; documents with states are added to `stateful`. */
export async function countKept(
  site: SiteStore,
  stateful: Set<number>,
): Promise<{ urlPages: number; statePages: number }> {
  const counted = { urlPages: 0, statePages: 0 };
  for await (const { entry, document } of pagesOf(site, 'kept')) {
    counted[entry.kind === 'url' ? 'urlPages' : 'statePages']++;
    if (entry.kind === 'action') stateful.add(document);
  }
  return counted;
}
