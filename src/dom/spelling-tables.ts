import type { ElementNode, TreeNode } from '../model/document.ts';

/** Which children the parser accepts in tables and selects, and what is done with others. */

/** Where a node stands, as far as it decides whether the parser takes it. */
export type ParserPlace = 'none' | 'flow' | 'table' | 'section' | 'row' | 'colgroup' | 'foreign' | 'root';

/** Inline style of an element that must leave no trace: no box, and every inherited value passed on. */
export const traceless = 'all:unset!important;display:contents!important';

const accepted: Readonly<Record<string, ReadonlySet<string>>> = {
  table: new Set('caption colgroup col thead tbody tfoot tr td th script style template'.split(' ')),
  section: new Set('tr td th script style template'.split(' ')),
  row: new Set('td th script style template'.split(' ')),
  colgroup: new Set('col template'.split(' ')),
};

const parts = new Set('caption colgroup col thead tbody tfoot tr td th'.split(' '));

/** Whether an element name means something inside a table only. */
export function isTablePart(tag: string): boolean {
  return parts.has(tag);
}

/** What kind of place the content of an element is to the parser. */
export function placeInside(tag: string): ParserPlace {
  switch (tag) {
    case 'html':
    case 'frameset':
      return 'root';
    case 'table':
    case 'colgroup':
      return tag;
    case 'thead':
    case 'tbody':
    case 'tfoot':
      return 'section';
    case 'tr':
      return 'row';
    default:
      return 'flow';
  }
}

/** Whether a place follows the parser's rules for tables. */
export function isTablePlace(place: ParserPlace): place is 'table' | 'section' | 'row' {
  return place === 'table' || place === 'section' || place === 'row';
}

/** Whether the parser leaves an element where it stands. */
export function takes(place: ParserPlace, kid: ElementNode): boolean {
  const names = accepted[place];
  if (names === undefined) return place !== 'foreign';
  if (names.has(kid.tag)) return true;
  if (kid.tag === 'form') return isTablePlace(place) && (kid.kids ?? []).length === 0;
  return isTablePlace(place) && kid.tag === 'input' && kid.attrs?.type?.toLowerCase() === 'hidden';
}

/** Whether text may stand there; in a table the parser would move it in front. */
export function takesText(place: ParserPlace): boolean {
  return !isTablePlace(place) && place !== 'colgroup';
}

/** Puts what a table cannot hold into cells without boxes, around which the layout makes its own. */
export function cellAround(place: ParserPlace, kid: TreeNode): ElementNode {
  const cell: ElementNode = { tag: 'td', attrs: { style: traceless }, kids: [kid] };
  return place === 'row' ? cell : { tag: 'tr', attrs: { style: traceless }, kids: [cell] };
}

/** The options of a select, taken out of elements that the parser would not allow there. */
export function selectOptions(node: ElementNode): TreeNode[] {
  const found: TreeNode[] = [];
  for (const kid of node.kids ?? []) {
    if (typeof kid === 'string') {
      if (kid.trim() === '') found.push(kid);
    } else if (kid.tag === 'option') found.push({ ...kid, kids: [textInside(kid)] });
    else if (kid.tag === 'optgroup') found.push({ ...kid, kids: selectOptions(kid) });
    else if (kid.tag === 'hr') found.push({ tag: 'hr', ...(kid.attrs ? { attrs: kid.attrs } : {}) });
    else found.push(...selectOptions(kid));
  }
  return found;
}

function textInside(node: ElementNode): string {
  let text = '';
  for (const kid of node.kids ?? []) text += typeof kid === 'string' ? kid : textInside(kid);
  return text;
}
