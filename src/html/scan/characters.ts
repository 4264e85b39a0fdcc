import { parseFragment } from 'parse5';
import { remembering } from '../../model/bounded-map.ts';

type Place = 'text' | 'value';

/** Signs by name; there are two thousand names, and a page may make up more. */
const signs = {
  text: remembering(5000, (written: string) => parsed(written, 'text')),
  value: remembering(5000, (written: string) => parsed(written, 'value')),
};

/** Decodes the character references of a text. */
export function decodeText(text: string): string {
  return text.includes('&') ? decode(text, 'text') : text;
}

/** Decodes the character references of an attribute's value, where one before a letter or `=` is none. */
export function decodeValue(text: string): string {
  return text.includes('&') ? decode(text, 'value') : text;
}

/** Longer than any name of a character with its signs. */
const longest = 34;

/** References that end with a semicolon stand for themselves; where there are others, the parser reads it all. */
function decode(text: string, place: Place): string {
  let decoded = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const end = nameEnd(text, at + 1);
    if (end === at + 1) continue;
    const after = text.charCodeAt(end);
    if (after === 59) {
      decoded += text.slice(from, at) + signs[place](text.slice(at, end + 1));
      from = end + 1;
    } else if (place === 'text' || after !== 61 || text.charCodeAt(at + 1) === 35 || end - at > longest)
      return parsed(text, place);
  }
  return from === 0 ? text : decoded + text.slice(from);
}

/** Where the letters, digits and `#` of a reference end, as far as they matter. */
function nameEnd(text: string, from: number): number {
  let at = from;
  for (const most = Math.min(text.length, from + longest); at < most; at++) {
    const unit = text.charCodeAt(at);
    const named = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
    if (!named && !(unit === 35 && at === from)) break;
  }
  return at;
}

function parsed(text: string, place: Place): string {
  const source =
    place === 'text' ? text.replaceAll('<', '&lt;') : `<b a="${text.replaceAll('"', '&quot;')}">`;
  const [node] = parseFragment(source).childNodes;
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  return 'attrs' in node ? (node.attrs[0]?.value ?? '') : '';
}
