import { shadowedKids } from '../../dom/mask.ts';
import { visibleText } from '../../dom/text.ts';
import { withoutFragment } from '../../model/address.ts';
import type { Capture } from '../../model/capture.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';

/** What a browser shows and the document as it was sent does not; `null` where that is nothing. */
export type Missing = {
  readonly what: 'text' | 'link' | 'image' | 'address';
  readonly example: string;
} | null;

/** Texts that must be found as they are: their letters somewhere are not enough. */
const shortText = 12;

/**
 * Compares what a browser shows of a page with what its document holds: every line of text, every link and
 * every picture that is shown must be there. What the document holds and the browser does not show is hidden.
 */
export function missingFrom(read: Capture, shown: Capture): Missing {
  if (withoutFragment(read.documentUrl) !== withoutFragment(shown.documentUrl))
    return { what: 'address', example: shown.documentUrl };
  return missingText(read.document, shown.document) ?? missingLink(read, shown) ?? missingImage(read, shown);
}

function missingText(read: DocumentTree, shown: DocumentTree): Missing {
  const held = new Set(visibleText(read).split('\n').map(folded));
  const letters = lettersOf(read.root);
  const lines = visibleText(shown).split('\n');
  if (shown.title !== read.title) lines.push(shown.title);
  for (const line of lines) {
    if (!said.test(line) || held.has(folded(line))) continue;
    // A part of a line that is hidden makes it another line, though all of it is there.
    const dense = line.replace(/\s+/g, '');
    const isHeld = dense.length < shortText ? holdsTexts(letters, dense) : letters.all.includes(dense);
    if (!isHeld) return { what: 'text', example: line.slice(0, 80) };
  }
  return null;
}

/** A sign alone says nothing: `»` and `>>>` are the faces of buttons that scripts have made. */
const said = /[\p{L}\p{N}]/u;

function folded(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}

/** The letters of a document, also of what style sheets may hide, and where its texts begin and end among them. */
interface Letters {
  readonly all: string;
  readonly ends: ReadonlySet<number>;
}

function lettersOf(root: ElementNode): Letters {
  const ends = new Set([0]);
  let all = '';
  for (const text of textsOf(root)) {
    all += text.replace(/\s+/g, '');
    ends.add(all.length);
  }
  return { all, ends };
}

/** Whether letters are those of whole texts that follow each other: the sign behind a heading is often invisible. */
function holdsTexts({ all, ends }: Letters, dense: string): boolean {
  for (let at = all.indexOf(dense); at >= 0; at = all.indexOf(dense, at + 1))
    if (ends.has(at) && ends.has(at + dense.length)) return true;
  return false;
}

function textsOf(root: ElementNode): readonly string[] {
  const texts: string[] = [];
  const open: TreeNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') texts.push(node);
    else if (node.tag !== 'style' && node.tag !== 'script') open.push(...(node.kids ?? []).toReversed());
  }
  return texts;
}

function missingLink(read: Capture, shown: Capture): Missing {
  const held = new Set(
    read.candidates.flatMap(({ href }) => (href === undefined ? [] : withoutFragment(href))),
  );
  for (const href of [...shown.candidates.map((candidate) => candidate.href), ...shown.wanted]) {
    if (href === undefined || !/^https?:/i.test(href) || held.has(withoutFragment(href))) continue;
    if (withoutFragment(href) === withoutFragment(shown.documentUrl)) continue;
    return { what: 'link', example: href };
  }
  return null;
}

function missingImage(read: Capture, shown: Capture): Missing {
  const held = imagesOf(read.document);
  for (const image of imagesOf(shown.document))
    if (!held.has(image)) return { what: 'image', example: image };
  return null;
}

/** Addresses of the pictures that a document shows; what is too small to be seen only counts visits. */
function imagesOf(document: DocumentTree): ReadonlySet<string> {
  const found = new Set<string>();
  const open: ElementNode[] = [document.root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.hidden) continue;
    if (node.image !== undefined) found.add(node.image);
    if (node.tag === 'img' && !isTiny(node)) {
      const { src, srcset } = node.attrs ?? {};
      const url = URL.parse(src ?? srcset?.trim().split(/\s/)[0] ?? '', document.base);
      if (url && /^https?:$/.test(url.protocol)) found.add(url.href);
    }
    for (const kid of shadowedKids(node)) if (typeof kid !== 'string') open.push(kid);
  }
  return found;
}

function isTiny({ attrs = {} }: ElementNode): boolean {
  return [attrs.width, attrs.height].some((size) => size !== undefined && Number.parseFloat(size) <= 2);
}
