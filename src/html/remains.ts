import type { Remains } from '../dom/written.ts';

/** Comments and scripts of a page's text, which its tree does not have. */
export function remainsOf(text: string): Remains {
  return { comments: insides(text, '<!--', '-->'), scripts: scriptsOf(text) };
}

/** Pages with more of them are made by programs: what the first say is enough. */
const most = 500;

function insides(text: string, begin: string, end: string): readonly string[] {
  const found: string[] = [];
  let from = text.indexOf(begin);
  while (from >= 0 && found.length < most) {
    const to = text.indexOf(end, from + begin.length);
    if (to < 0) break;
    found.push(text.slice(from + begin.length, to));
    from = text.indexOf(begin, to);
  }
  return found;
}

function scriptsOf(text: string): readonly string[] {
  return insides(text, '<script', '</script')
    .filter((script) => !/^[^>]*\ssrc\s*=/i.test(script))
    .map((script) => script.slice(script.indexOf('>') + 1));
}
