import { readDocument } from '../html/stored.ts';
import { classOf } from '../identity/index.ts';
import type { DocumentTree } from '../model/document.ts';
import type { Page, Transition } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';
import { skeletonOf } from '../page-types/skeleton.ts';

/** A kept page, as far as its kind is concerned. */
export interface SeenPage {
  readonly number: number;
  /** Page in whose document it lives. */
  readonly document: number;
  readonly address: string;
  /** Whether its address alone leads to it. */
  readonly isUrl: boolean;
  readonly skeleton: string;
}

/** Something that was fired on a page, or is known to do the same as something that was. */
export interface SeenAction {
  readonly source: number;
  readonly xpath: string;
  readonly event: string;
  readonly value?: string;
  readonly label: string;
  /** Text of its instruction, and the class of it where it has one. */
  readonly text: string;
  readonly className: string | null;
  /** Page that it led to; the source where nothing changed. */
  readonly target: number;
  /** Whether it was fired itself. */
  readonly fired: boolean;
}

/** Pages that are read of the store at once. */
const pieces = 200;

/** Reads every kept page of a crawl, one document in memory at a time. */
export async function* seenPages(site: SiteStore): AsyncGenerator<SeenPage> {
  for (let after = -1; ; ) {
    const pages = await site.pages({ status: 'kept', after, limit: pieces });
    for (const page of pages) {
      const document = await readDocument(site, page.content);
      if (document) yield seenPage(page, document);
    }
    const last = pages.at(-1);
    if (!last || pages.length < pieces) return;
    after = last.number;
  }
}

function seenPage(page: Page, document: DocumentTree): SeenPage {
  return {
    number: page.number,
    document: page.document,
    address: page.content?.address ?? document.url,
    isUrl: page.entry.kind === 'url',
    skeleton: skeletonOf(document),
  };
}

/** The kept page that shows what a page shows: itself, or the one that it is another name of. */
export async function keptAs(site: SiteStore, number: number): Promise<number> {
  return (await site.page(number))?.mergedInto ?? number;
}

/** What is known of where the actions of a page lead. */
export async function seenActions(site: SiteStore, source: number): Promise<readonly SeenAction[]> {
  return (await site.transitions(source)).flatMap((transition) => seenAction(transition) ?? []);
}

function seenAction({ source, action, target, reason }: Transition): SeenAction | null {
  const led = ledTo(source, target, reason);
  if (led === null) return null;
  const { xpath, event, value, label, instruction } = action;
  return {
    source,
    xpath,
    event,
    label,
    target: led,
    ...(value !== undefined && { value }),
    text: instruction.text,
    className: classOf(instruction),
    fired: reason !== 'known' && reason !== 'returns',
  };
}

function ledTo(source: number, target: number | null, reason: Transition['reason']): number | null {
  switch (reason) {
    // Addresses keep the word they were found with: whether they were opened is seen by their pages.
    case 'queued':
    case 'fired':
    case 'known':
    case 'returns':
    case 'shown':
      return target;
    case 'unchanged':
    case 'same':
      return target ?? source;
    default:
      // It was not fired, so nothing is known of it.
      return null;
  }
}
