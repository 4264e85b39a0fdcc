import { mark, markNode } from './marks.ts';
import { observeTree } from './settle.ts';
import { elementName, openShadow } from './unhidden.ts';

const closedShadows = new WeakMap<Element, ShadowRoot>();

/** Told of each shadow root; the page's own agent walks into frames and has to know of theirs. */
export type ShadowNote = (host: Element, root: ShadowRoot) => void;

/** Remembers a shadow root, which may be closed, and follows what happens in it. */
export const noteShadow: ShadowNote = (host, root) => {
  closedShadows.set(host, root);
  observeTree(root);
  markNode(host, mark.own | mark.deep);
};

const shadowHosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** The shadow root of an element, closed ones included. */
export function shadowOf(element: Element): ShadowRoot | null {
  const tag = elementName(element);
  // The others cannot have one.
  if (!shadowHosts.has(tag) && !tag.includes('-')) return null;
  return openShadow(element) ?? closedShadows.get(element) ?? null;
}
