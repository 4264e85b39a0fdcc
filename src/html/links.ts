import { readTree } from '../dom/reading/tree.ts';
import type { Candidate } from '../model/capture.ts';
import type { DocumentTree } from '../model/document.ts';
import type { PageLink } from '../model/link.ts';

/** The links of a document that lead to pages, in document order. */
export function linksOf(document: DocumentTree): readonly Candidate[] {
  return linkCandidates(readTree(document).links);
}

/** The links of a page that lead to pages, as the gate judges them. */
export function linkCandidates(links: readonly PageLink[]): readonly Candidate[] {
  return links.filter(({ use }) => use === 'page').map(candidateOf);
}

function candidateOf({ xpath, id, tag, url, text, hints, meta }: PageLink): Candidate {
  const candidate: Candidate = {
    xpath,
    id,
    tag,
    event: 'click',
    href: url,
    text,
    traits: `${tag} ${text}`,
    hints,
  };
  return Object.keys(meta).length === 0 ? candidate : { ...candidate, meta };
}
