import { visibleText } from '../../dom/text.ts';
import { type HookChain, hookLinks, hookPage, pageView } from '../../hooks/index.ts';
import { linkCandidates } from '../../html/links.ts';
import type { Candidate, PageLink } from '../../model/index.ts';
import type { PageReading } from './reading.ts';

/** Lets hooks see a page and its links: gives it back as they want it, throws where they drop it. */
export async function hooked(hooks: HookChain, reading: PageReading): Promise<PageReading> {
  if (!hooks.has('page') && !hooks.has('links')) return reading;
  const { status, contentType } = reading.content;
  const seen = { document: reading.tree(), status, contentType };
  const { candidates, dropped } = await hookLinks(hooks, linkCandidates(reading.links), () =>
    pageView(seen, visibleText),
  );
  const admitted: typeof seen & { readonly tags?: readonly string[] } = await hookPage(
    hooks,
    seen,
    visibleText,
  );
  const links = candidates.map((candidate, at) => linkOf(candidate, reading.links[at]));
  return {
    ...reading,
    links,
    dropped,
    content: { ...reading.content, ...(admitted.tags && { tags: admitted.tags }) },
  };
}

/** A link as hooks left it, or one of their own, which stands nowhere on the page. */
function linkOf({ href = '', text, hints }: Candidate, link: PageLink | undefined): PageLink {
  if (link) return link.url === href ? link : { ...link, url: href };
  return { kind: 'a', use: 'page', url: href, tag: '', xpath: '', id: null, text, hints, meta: {} };
}
