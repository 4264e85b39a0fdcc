import { remembering } from '../../model/bounded-map.ts';
import { blockElements } from '../elements.ts';
import { canonicalSkipped } from '../exact.ts';
import { unreadElements } from '../text.ts';

/** How an element is laid out among lines of text. */
export type Layout = 'inline' | 'block' | 'pre' | 'break' | 'cell';

/** What reading needs to know of an element by its name alone. */
export interface TagFacts {
  readonly tag: string;
  readonly upper: string;
  /** Shows nothing of its own, and is no part of the page's print. */
  readonly skipped: boolean;
  /** Its text is not read. */
  readonly unread: boolean;
  /** Its text does not count towards the length of the page. */
  readonly uncounted: boolean;
  readonly layout: Layout;
  readonly heading: boolean;
  /** May lead somewhere, or name something that it belongs to. */
  readonly linking: boolean;
  /** May use a file. */
  readonly using: boolean;
}

const uncounted = new Set(['script', 'style', 'noscript', 'template', 'head']);
const linking = new Set(
  'a area link frame iframe meta base form button input isindex object param applet img script blockquote q del ins html head'.split(
    ' ',
  ),
);
const using = new Set(
  'link body table thead tbody tfoot tr td th object embed img source video audio track input'.split(' '),
);

/** The facts of an element name; a page may make up names without end. */
export const factsOf = remembering(
  2000,
  (tag: string): TagFacts => ({
    tag,
    upper: tag.toUpperCase(),
    skipped: canonicalSkipped.has(tag),
    unread: unreadElements.has(tag),
    uncounted: uncounted.has(tag),
    layout: layoutOf(tag),
    heading: /^h[1-6]$/.test(tag),
    linking: linking.has(tag),
    using: using.has(tag),
  }),
);

function layoutOf(tag: string): Layout {
  if (tag === 'br') return 'break';
  if (tag === 'td' || tag === 'th') return 'cell';
  if (tag === 'pre' || tag === 'listing') return 'pre';
  return blockElements.has(tag) ? 'block' : 'inline';
}
