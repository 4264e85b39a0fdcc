import type { PageNode, PreparedPage } from '../types.ts';

/** Elements that are there for finding one's way. */
const frameTags = /^(?:nav|header|footer|aside|select|datalist|menu)$/;

/** Words by which authors of any language call such parts in classes and ids. */
const frameWords =
  /^(?:footers?|foot|masthead|topbar|navs?|navbar|navigation|navi|menus?|megamenu|submenu|subnav|breadcrumbs?|copyright)$/;
/** Words for what stands beside the content, which may also be called after it: `with-sidebar`. */
const besideWords =
  /^(?:sidebars?|side|headers?|widgets?|dropdown|ticker|popup|related|similar|recommended|popular|trending|newsletter)$/;

/** Share of the text of a page that a part of the frame has at most, and that one has which may be called after another. */
const [mostOfPage, mostBeside] = [0.8, 0.5];

const kept = new WeakMap<PreparedPage, Uint8Array>();

/** Whether a node is in a part of the page that is there for finding one's way, by its element or by what its author calls it. */
export function isInFrame(page: PreparedPage, node: number): boolean {
  let marks = kept.get(page);
  if (marks === undefined) {
    marks = framesOf(page);
    kept.set(page, marks);
  }
  return marks[node] === 1;
}

/** Marks all nodes below the topmost parts of the frame. */
function framesOf({ nodes }: PreparedPage): Uint8Array {
  const marks = new Uint8Array(nodes.length);
  const sums = new Float64Array(nodes.length + 1);
  const heads = new Int32Array(nodes.length + 1);
  for (const [at, { text, tag }] of nodes.entries()) {
    sums[at + 1] = (sums[at] as number) + text.length;
    heads[at + 1] = (heads[at] as number) + (tag === 'h1' || tag === 'main' ? 1 : 0);
  }
  const within = (counts: Float64Array | Int32Array, { index, end }: PageNode) =>
    (counts[end] as number) - (counts[index] as number);
  const whole = sums[nodes.length] as number;
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at] as PageNode;
    const isFrame = within(heads, node) === 0 && within(sums, node) <= whole * mostTextOf(node);
    if (isFrame) marks.fill(1, at, node.end);
    at = isFrame ? node.end : at + 1;
  }
  return marks;
}

/** Share of the text of its page up to which an element is frame, by its class and id: `left-sidebar`, `footerLinks`, `main_nav`. */
function mostTextOf({ tag, attrs }: PageNode): number {
  if (frameTags.test(tag)) return mostOfPage;
  if (tag === 'body' || tag === 'html' || tag === '#text') return -1;
  const words = `${attrs.class ?? ''} ${attrs.id ?? ''} ${attrs.role ?? ''}`
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.some((word) => frameWords.test(word))) return mostOfPage;
  return words.some((word) => besideWords.test(word)) ? mostBeside : -1;
}
