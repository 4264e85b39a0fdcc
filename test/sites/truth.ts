/** What there is to find on one address of a small site. */
export interface PageTruth {
  readonly path: string;
  /** Text (white space folded) that the settled page shows. */
  readonly text: string;
  /** Title after scripts have run, where that matters. */
  readonly title?: string;
  /** Texts that appear only after one event on this page, each on a page of its own. */
  readonly states?: readonly string[];
}

/** What there is to find on a small site, and what a careful crawler never asks for. */
export interface SiteTruth {
  readonly pages: readonly PageTruth[];
  /** Paths that must see no request at all. */
  readonly never: readonly string[];
}

/** One page of a small site: its truth and what is served. */
export interface ServedPage extends PageTruth {
  readonly body: string;
  readonly head?: string;
  /** Not linked from the start page; found through another page. */
  readonly unlinked?: true;
}

/** The truth of served pages alone. */
export function truthOf(pages: readonly ServedPage[]): readonly PageTruth[] {
  return pages.map(({ body: _body, head: _head, unlinked: _unlinked, ...truth }) => truth);
}

/** A page with a title and a body. */
export function document(title: string, body: string, head = ''): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">${head}</head>
<body>${body}</body>
</html>
`;
}

/** A list of links. */
export function linkList(addresses: readonly string[]): string {
  return `<ul>${addresses.map((address) => `<li><a href="${address}">${address}</a></li>`).join('')}</ul>`;
}
