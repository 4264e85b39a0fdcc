import type { ElementNode, TreeNode } from '../../model/document.ts';
import type { Glyph } from './glyphs.ts';
import { looksOf, plainStyle, type Style } from './style.ts';

/** The sixteen colours of ANSI screens, dark ones first. */
const colours = [
  ...['#000', '#b00', '#0b0', '#b50', '#22c', '#b0b', '#0bb', '#bbb'],
  ...['#555', '#f55', '#5f5', '#ff5', '#66f', '#f5f', '#5ff', '#fff'],
];

/** Rules for what all screens share. */
export const screenCss = `html { background: #111 } body { margin: 1rem; color: #bbb; font: 16px/1.25 'Sarasa Mono SC', 'Noto Sans Mono CJK SC', 'Noto Sans Mono CJK TC', NSimSun, MingLiU, monospace }
main { display: inline-block; background: #000; padding: .5em; min-width: 80ch }
main pre { margin: 0; min-height: 1.25em; font: inherit; white-space: pre }
kbd, var { font: inherit } nav kbd { border: 1px solid #777; border-radius: 3px; padding: 0 .4em; margin-right: .6em }
nav { margin-top: .8em } i { font: inherit } i::before { content: attr(data-mark); white-space: pre }`;

/** Glyphs as text, with an element around each run that does not look plain. */
export function painted(glyphs: readonly Glyph[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at = 0; at < glyphs.length; ) {
    const { style, right } = glyphs[at] as Glyph;
    let end = at + 1;
    if (right === undefined) while (isAlike(glyphs[end], style)) end++;
    const text = glyphs
      .slice(at, end)
      .map((glyph) => glyph.text)
      .join('');
    nodes.push(...run(text, style, right));
    at = end;
  }
  return nodes;
}

function isAlike(glyph: Glyph | undefined, style: Style): boolean {
  return glyph !== undefined && glyph.style === style && glyph.right === undefined;
}

function run(text: string, style: Style, right: Style | undefined): TreeNode[] {
  if (style === plainStyle && right === undefined) return [text];
  const [left, other] = [looksOf(style), looksOf(right ?? style)];
  // Styles and not classes: an element with a name of its own may be taken for an advertisement.
  const rules = [
    ...(left.fore === 7 ? [] : [`color:${colours[left.fore]}`]),
    ...(left.back === 0 ? [] : [`background:${colours[left.back]}`]),
    ...(left.underline ? ['text-decoration:underline'] : []),
    ...(left.blink ? ['font-style:italic'] : []),
  ];
  if (left.fore === other.fore) return rules.length === 0 ? [text] : [span(rules.join(';'), [text])];
  const halves = `linear-gradient(90deg,${colours[left.fore]} 50%,${colours[other.fore]} 50%)`;
  const node = span(
    `color:transparent;background:${halves};-webkit-background-clip:text;background-clip:text`,
    [text],
  );
  return [left.back === 0 ? node : span(`background:${colours[left.back]}`, [node])];
}

function span(style: string, kids: readonly TreeNode[]): ElementNode {
  return { tag: 'span', attrs: { style }, kids };
}
