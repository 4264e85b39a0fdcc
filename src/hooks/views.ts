import type { Candidate, Capture } from '../model/capture.ts';
import type { HookChain } from './chain.ts';
import type { LinkResult, LinkView, PageView } from './types.ts';

/** What hooks need of a page that was captured. */
export type SeenCapture = Pick<Capture, 'document' | 'status' | 'contentType'>;

/** A captured page as hooks see it; `textOf` makes its text where one asks for it. */
export function pageView(capture: SeenCapture, textOf: (document: Capture['document']) => string): PageView {
  const { document, status, contentType } = capture;
  const { url, title, lang } = document;
  return { url, title, lang, status, contentType, document, text: () => textOf(document) };
}

/** Lets the hooks see a page before it is kept: gives it back with its tags, throws where it is dropped. */
export async function hookPage<T extends SeenCapture>(
  chain: HookChain,
  capture: T,
  textOf: (document: Capture['document']) => string,
): Promise<T> {
  if (!chain.has('page')) return capture;
  const tags = await chain.page(pageView(capture, textOf));
  return tags.length === 0 ? capture : { ...capture, tags };
}

/** Candidates of a page after its links went through the hooks. */
export interface HookedLinks {
  /** Those that were there keep their places, those that hooks have added follow. */
  readonly candidates: readonly Candidate[];
  /** Places of links that a hook has dropped; they stay in the list, so that it can be recorded. */
  readonly dropped: ReadonlySet<number>;
}

/** Lets the hooks see, change, drop and add links. */
export async function hookLinks(
  chain: HookChain,
  candidates: readonly Candidate[],
  page: () => PageView,
): Promise<HookedLinks> {
  if (!chain.has('links')) return { candidates, dropped: new Set() };
  const links = candidates.flatMap((candidate, key) => linkOf(candidate, key) ?? []);
  const results = await chain.links(links, page());
  const kept = new Map(results.flatMap((link) => (link.key === undefined ? [] : [[link.key, link]])));
  const dropped = new Set(links.map(({ key }) => key).filter((key) => !kept.has(key)));
  const now = candidates.map((candidate, key) => {
    const link = kept.get(key);
    return link === undefined || link.url === candidate.href ? candidate : { ...candidate, href: link.url };
  });
  const added = results.filter(({ key }) => key === undefined).map(candidateOf);
  return { candidates: [...now, ...added], dropped };
}

function linkOf({ href, text, hints, tag, xpath }: Candidate, key: number): LinkView | null {
  return href === undefined ? null : { url: href, text, hints, tag, xpath, key };
}

/** A link of a hook's own stands nowhere on the page, like an address that a script asked for. */
function candidateOf({ url, text = '', hints = '' }: LinkResult): Candidate {
  return { xpath: '', id: null, tag: '', event: 'hook', href: url, text, traits: '', hints };
}
