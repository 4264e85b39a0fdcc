import { html, Markup } from '../../reports/markup.ts';
import type { Mark } from '../../reports/palette.ts';
import type { PageNode, PreparedPage } from '../types.ts';

/** What is drawn on a page: marks by node. */
export type Marks = ReadonlyMap<number, { readonly mark: Mark; readonly name: string }>;

/** Elements that keep their own look; all others are blocks or runs of text. */
const kept = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'b',
  'strong',
  'em',
  'i',
]);
const rows = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption']);
const runs = new Set([
  ...['a', 'span', 'font', 'label', 'small', 'sup', 'sub', 'abbr', 'cite', 'code', 'time', 'u', 'big', 'tt'],
  ...['b', 'strong', 'em', 'i', 'mark', 'button', 'option', 'q', 's', 'del', 'ins', 'data', 'bdi'],
]);
const left = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'iframe',
  'object',
  'select',
  'map',
]);

/** Characters of text that a drawing has at most, and of one text. */
const mostText = 30_000;
const longest = 400;
/** Parts without a marked field are cut after this many texts. */
const plainTexts = 12;

/**
 * A page as a plain drawing: its texts in their order, headings, lists and tables as such, nothing of its
 * scripts, styles, pictures and addresses. Fields are marked; long stretches without any are cut.
 */
export function drawPage(page: PreparedPage, marks: Marks): Markup {
  return new Drawing(page, marks).draw();
}

class Drawing {
  readonly #page: PreparedPage;
  readonly #marks: Marks;
  /** Nodes that a marked one is below. */
  readonly #busy = new Set<number>();
  #text = 0;

  constructor(page: PreparedPage, marks: Marks) {
    this.#page = page;
    this.#marks = marks;
    for (const index of marks.keys())
      for (let at = index; at >= 0 && !this.#busy.has(at); at = page.nodes[at]?.parent ?? -1)
        this.#busy.add(at);
  }

  draw(): Markup {
    const body = this.#page.nodes.find(({ tag }) => tag === 'body') ?? this.#page.nodes[0];
    return body === undefined ? html`` : this.#inside(body);
  }

  /** The kids of a node; runs of them without a field are shortened. */
  #inside(node: PageNode): Markup {
    const parts: Markup[] = [];
    let plain = 0;
    let cut = 0;
    for (const kid of node.kids) {
      const child = this.#page.nodes[kid] as PageNode;
      const texts = this.#texts(child);
      if (texts === 0 && !this.#marks.has(kid)) continue;
      if (this.#busy.has(kid)) {
        if (cut > 0) parts.push(gap(cut));
        [plain, cut] = [0, 0];
        parts.push(this.#node(child));
      } else if (plain < plainTexts && this.#text < mostText) {
        parts.push(this.#node(child));
        plain += texts;
      } else cut += texts;
    }
    if (cut > 0) parts.push(gap(cut));
    return html`${parts}`;
  }

  #texts({ index, end, tag }: PageNode): number {
    if (left.has(tag)) return 0;
    let texts = 0;
    for (let at = index; at < end && texts < 1000; at++)
      if (this.#page.nodes[at]?.text !== '' && this.#page.noise.get(at) !== 'script') texts++;
    return texts;
  }

  #node(node: PageNode): Markup {
    const marked = this.#marks.get(node.index);
    const inner = node.tag === '#text' ? this.#words(node.text) : this.#element(node);
    return marked === undefined ? inner : markedText(inner, marked);
  }

  #element(node: PageNode): Markup {
    const inner = this.#inside(node);
    const faint = isFaint(this.#page, node) ? ' class="faint"' : '';
    const tag = rows.has(node.tag) || kept.has(node.tag) ? node.tag : runs.has(node.tag) ? 'span' : 'div';
    // Cells and items outside of their tables and lists would be moved by a browser.
    const safe = rows.has(tag) && !hasParent(this.#page, node) ? 'div' : tag;
    return html`${new Markup(`<${safe}${faint}>`)}${inner}${new Markup(`</${safe}>`)}${safe === 'span' ? ' ' : null}`;
  }

  #words(text: string): Markup {
    this.#text += text.length;
    return html`${text.length > longest ? `${text.slice(0, longest)}…` : text} `;
  }
}

function gap(texts: number): Markup {
  return html`<div class="gap">… ${texts} more ${texts === 1 ? 'text' : 'texts'} …</div>`;
}

function markedText(inner: Markup, { mark, name }: { mark: Mark; name: string }): Markup {
  return html`<mark style="--c:${mark.colour};border-bottom-style:${mark.line}" title="${name}"><b style="background:${mark.colour};color:${mark.ink}">${mark.letter}</b>${inner}</mark>`;
}

/** Parts that are marked as noise are drawn faintly: it is seen that they are there. */
function isFaint({ noise }: PreparedPage, { index }: PageNode): boolean {
  return noise.has(index);
}

const parents: Readonly<Record<string, readonly string[]>> = {
  tr: ['table', 'tbody', 'thead', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
  tbody: ['table'],
  thead: ['table'],
  tfoot: ['table'],
  caption: ['table'],
};

function hasParent({ nodes }: PreparedPage, { tag, parent }: PageNode): boolean {
  return tag === 'table' || (parents[tag] ?? []).includes(nodes[parent]?.tag ?? '');
}
