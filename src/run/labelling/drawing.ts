import { escapeText } from '../../dom/html.ts';
import type { PageNode, PreparedPage } from '../../extract/index.ts';

/** Elements that are drawn as they are; all others are plain boxes or parts of a line. */
const drawn =
  /^(?:h[1-6]|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|pre|hr|br|b|i|em|strong|small|sub|sup|s|del|u)$/;
const inline = /^(?:a|span|label|time|cite|code|q|abbr|font|mark|button|bdi|ins|kbd|var|img|input)$/;
const left = /^(?:head|script|style|noscript|template|svg|select|iframe|object)$/;

/** A page as somebody points at it: its texts with their numbers in a plain layout, nothing that could run or load. */
export function drawnPage(page: PreparedPage): string {
  const draw = (index: number): string => {
    const node = page.nodes[index] as PageNode;
    if (left.test(node.tag) || page.noise.get(index) === 'script') return '';
    if (node.text !== '') return ` <span data-text="${index}">${escapeText(node.text)}</span> `;
    const inner = node.kids.map(draw).join('');
    if (node.tag === 'br' || node.tag === 'hr') return `<${node.tag}>`;
    if (inner === '') return '';
    const tag = drawn.test(node.tag) ? node.tag : inline.test(node.tag) ? 'span' : 'div';
    const size = ['colspan', 'rowspan']
      .filter((name) => /^\d{1,3}$/.test(node.attrs[name] ?? ''))
      .map((name) => ` ${name}="${node.attrs[name]}"`)
      .join('');
    return `<${tag}${size}>${inner}</${tag}>`;
  };
  return draw(0);
}
