import { blockElements } from '../../dom/elements.ts';
import { besideMain } from '../../dom/main-text.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import type { ElementTargets } from '../mirror/targets.ts';
import { codeBlock } from './escape.ts';
import { isTrimming, languageIn } from './generators.ts';
import { type InlineStyle, plain } from './inline.ts';
import { imageAddress, leadsTo } from './links.ts';
import { type Block, BlockSink, indented, joined, LineSink, type Sink } from './sink.ts';
import { captionOf, dataRows, type Row } from './table.ts';

/** Where a node stands. */
interface Around {
  readonly style: InlineStyle;
  /** What references are resolved against. */
  readonly base: string;
  /** The element whose shadow tree this is: slots show its kids. */
  readonly host: ElementNode | null;
  /** Inside a code span. */
  readonly code: boolean;
  /** Language that code here is in; empty where nobody says. */
  readonly language: string;
  readonly depth: number;
}

/** Elements inside each other whose form is kept; what is deeper is its text alone. */
const deepest = 400;

/**
 * The main text of a document as Markdown (CommonMark with GitHub's tables and strikethrough). A link to the
 * file of the page itself, `own`, is its text: places inside a file have no names.
 */
export function markdownOf(document: DocumentTree, targets: ElementTargets, own = ''): string {
  const writer = new TreeWriter(targets, besideMain(document.root), own);
  const around = { style: plain, base: document.base, host: null, code: false, language: '', depth: 0 };
  return joined(writer.blocks([document.root], around));
}

const unread = new Set(
  'head script style noscript noembed noframes template title textarea select datalist video audio canvas object embed map rp'.split(
    ' ',
  ),
);
const codes = new Set(['code', 'kbd', 'samp', 'tt']);
const marks: Readonly<Record<string, Partial<InlineStyle>>> = {
  b: { strong: true },
  strong: { strong: true },
  dt: { strong: true },
  summary: { strong: true },
  i: { em: true },
  em: { em: true },
  cite: { em: true },
  dfn: { em: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
};

class TreeWriter {
  readonly #targets: ElementTargets;
  readonly #beside: ReadonlySet<ElementNode>;
  readonly #own: string;

  constructor(targets: ElementTargets, beside: ReadonlySet<ElementNode>, own: string) {
    this.#targets = targets;
    this.#beside = beside;
    this.#own = own;
  }

  blocks(nodes: readonly TreeNode[], around: Around): Block[] {
    const sink = new BlockSink();
    for (const node of nodes) this.#node(node, around, sink);
    sink.edge();
    return sink.blocks;
  }

  #node(node: TreeNode, around: Around, out: Sink): void {
    if (typeof node !== 'string') this.#element(node, around, out);
    else out.piece({ kind: around.code ? 'code' : 'text', text: node, style: around.style });
  }

  #element(node: ElementNode, outer: Around, out: Sink): void {
    if (node.hidden || this.#beside.has(node) || node.ns === 'svg' || isTrimming(node)) return;
    if (node.frame) this.#frame(node.frame, outer, out);
    if (unread.has(node.tag) || node.tag === 'annotation') return;
    const around = this.#styled(node, outer);
    if (outer.depth > deepest) {
      this.#node(rawText(node), around, out);
      return;
    }
    if (out instanceof BlockSink && this.#block(node, around, out)) return;
    switch (node.tag) {
      case 'br':
        out.piece({ kind: 'break', style: around.style });
        return;
      case 'img':
        this.#image(node, around, out);
        return;
      case 'input':
        if (/^(?:button|submit|reset)$/i.test(node.attrs?.type ?? ''))
          this.#node(node.attrs?.value ?? '', around, out);
        return;
    }
    const apart = blockElements.has(node.tag) || node.tag === 'td' || node.tag === 'th';
    if (apart) out.edge();
    this.#kids(node, around, out);
    if (apart) out.edge();
  }

  #styled(node: ElementNode, around: Around): Around {
    const file = leadsTo(node, around.base, this.#targets);
    const link = file === this.#own ? null : file;
    const mark = node.ns === undefined ? marks[node.tag] : undefined;
    const code = codes.has(node.tag);
    const language = languageIn(node.attrs?.class) ?? around.language;
    const isSame = link === null && mark === undefined && !code && language === around.language;
    if (isSame) return around;
    const style = { ...around.style, ...mark, ...(link !== null && { link }) };
    return { ...around, style, language, code: around.code || code };
  }

  /** Writes what is a block of its own kind; `false` for everything else. */
  #block(node: ElementNode, around: Around, out: BlockSink): boolean {
    switch (node.tag) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        out.block({ kind: 'other', text: this.#heading(node, around) });
        return true;
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        this.#list(node, around, out);
        return true;
      case 'blockquote':
        out.block({ kind: 'other', text: quoted(joined(this.#inside(node, around))) });
        return true;
      case 'pre':
      case 'listing':
      case 'xmp':
        out.block({ kind: 'other', text: preformatted(node, around.language) });
        return true;
      case 'hr':
        out.block({ kind: 'other', text: '---' });
        return true;
      case 'table':
        return this.#table(node, around, out);
      default:
        return false;
    }
  }

  #inside(node: ElementNode, around: Around): Block[] {
    const sink = new BlockSink();
    this.#kids(node, around, sink);
    sink.edge();
    return sink.blocks;
  }

  /** In shadow trees the slots show what the host has; what fills a slot belongs to the tree outside. */
  #kids(node: ElementNode, outer: Around, out: Sink): void {
    const around = { ...outer, depth: outer.depth + 1 };
    if (node.shadow) {
      for (const kid of node.shadow.kids) this.#node(kid, { ...around, host: node }, out);
      return;
    }
    const { host } = around;
    const slotted = node.tag === 'slot' && host ? assigned(host, node.attrs?.name ?? '') : [];
    if (slotted.length > 0) for (const kid of slotted) this.#node(kid, { ...around, host: null }, out);
    else for (const kid of node.kids ?? []) this.#node(kid, around, out);
  }

  #frame(frame: DocumentTree, around: Around, out: Sink): void {
    out.edge();
    this.#element(frame.root, { ...around, base: frame.base, host: null, depth: around.depth + 1 }, out);
    out.edge();
  }

  #image(node: ElementNode, { style, base }: Around, out: Sink): void {
    const alt = node.attrs?.alt;
    const address = imageAddress(node, base);
    if (address !== null && alt !== '') out.piece({ kind: 'image', alt: alt ?? '', address, style });
    else if (alt) out.piece({ kind: 'text', text: alt, style });
  }

  #heading(node: ElementNode, around: Around): string {
    const line = new LineSink();
    this.#kids(node, around, line);
    const text = line.text(' ').replace(/#$/, '\\#');
    return text === '' ? '' : `${'#'.repeat(Number(node.tag[1]))} ${text}`;
  }

  #list(node: ElementNode, around: Around, out: BlockSink): void {
    out.edge();
    const items = this.#items(node, around);
    if (items.length === 0) return;
    const before = out.blocks.at(-1)?.marker;
    const ordered = node.tag === 'ol';
    const marker = ordered ? (before === '.' ? ')' : '.') : before === '-' ? '*' : '-';
    const start = Number.parseInt(node.attrs?.start ?? '', 10);
    const from = start >= 0 && start < 1e8 ? start : 1;
    const texts = items.map(({ text }, index) => {
      const mark = ordered ? `${from + index}${marker} ` : `${marker} `;
      return indented(text, mark, ' '.repeat(mark.length));
    });
    const loose = items.some((item) => item.loose);
    out.block({ kind: 'list', marker, text: texts.join(loose ? '\n\n' : '\n') });
  }

  #items(node: ElementNode, around: Around): { readonly text: string; readonly loose: boolean }[] {
    return (node.kids ?? []).flatMap((kid) => {
      const blocks = this.blocks([kid], { ...around, depth: around.depth + 1 });
      if (blocks.length === 0) return [];
      // A list that does not begin at 1 cannot follow a paragraph without an empty line.
      const loose = blocks.slice(1).some(({ kind, text }) => kind !== 'list' || /^(?!1[.)])\d/.test(text));
      return [{ text: loose ? joined(blocks) : blocks.map(({ text }) => text).join('\n'), loose }];
    });
  }

  #table(node: ElementNode, around: Around, out: BlockSink): boolean {
    const rows = dataRows(node);
    if (rows === null) return false;
    const caption = captionOf(node);
    if (caption) {
      out.edge();
      this.#kids(caption, around, out);
    }
    const [top] = rows;
    const head = top?.head ? top : { head: true, cells: rows[0]?.cells.map(() => null) ?? [] };
    const lines = [this.#row(head, around), `|${' --- |'.repeat(head.cells.length)}`];
    for (const row of top?.head ? rows.slice(1) : rows) lines.push(this.#row(row, around));
    out.block({ kind: 'other', text: lines.join('\n') });
    return true;
  }

  #row({ cells }: Row, around: Around): string {
    const texts = cells.map((cell) => {
      const line = new LineSink();
      if (cell) this.#kids(cell, this.#styled(cell, around), line);
      return ` ${line.text('<br>').replaceAll('|', '\\|')} |`;
    });
    return `|${texts.join('')}`;
  }
}

function assigned(host: ElementNode, slot: string): readonly TreeNode[] {
  return (host.kids ?? []).filter((kid) =>
    typeof kid === 'string' ? slot === '' : (kid.attrs?.slot ?? '') === slot,
  );
}

function quoted(text: string): string {
  return text === '' ? '' : indented(text, '> ', '> ');
}

function preformatted(node: ElementNode, around: string): string {
  const text = rawText(node).replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
  const inner = (node.kids ?? []).find((kid) => typeof kid !== 'string' && kid.tag === 'code');
  const language = typeof inner === 'object' ? languageIn(inner.attrs?.class) : null;
  return text === '' ? '' : codeBlock(text, language ?? around);
}

/** All that is shown of an element, without recursion: it may be as deep as can be. */
function rawText(root: ElementNode): string {
  const open: TreeNode[] = [root];
  let text = '';
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') text += node;
    else if (node.tag === 'br') text += '\n';
    else if (!node.hidden && !unread.has(node.tag))
      for (const kid of (node.kids ?? []).toReversed()) open.push(kid);
  }
  return text;
}
