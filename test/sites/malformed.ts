/** Pages that no author meant: well-formed ones, mutated by a seeded generator. */
import { chance } from './prose.ts';

const base = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
<base href="/m/"><link rel="stylesheet" href="#x"><style>p { color: red }</style><script>var a = "</p>";</script></head>
<body class="a b" onload="go()"><h1 id="top">Words &amp; more</h1><!-- a note --><table><tr><td>1<td>2</table>
<form action="/m/find"><select><option value="1" selected>One</select><textarea>t</textarea></form>
<svg viewBox="0 0 1 1"><a xlink:href="#top"><title>t</title></a></svg><math><mi>x</mi></math>
<ul><li><a href="?q=1" title='t'>One</a><li><a href="//[bad">Two</a></ul><template><p>inside</template>
<p>Text with <b>bold <i>both</b> italic</i> and <a href="javascript:go()">script</a></p></body></html>`;

/** Pieces that parsers trip over. */
const pieces = [
  ...[
    '<',
    '>',
    '</',
    '<!',
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '&',
    '&#',
    '&#x110000;',
    '&#0;',
    '"',
    "'",
    '=',
  ],
  ...[
    '\0',
    '\ufffd',
    '\u202e',
    '\ud800',
    '\ufeff',
    '<table>',
    '</body>',
    '<frameset>',
    '<plaintext>',
    '<select>',
  ],
  ...[
    '<svg>',
    '<math>',
    '</template>',
    '<template>',
    '<style>',
    '<script>',
    '<title>',
    '<textarea>',
    '<noscript>',
  ],
  ...[
    '<base href="//">',
    '<meta charset=utf-16>',
    '<meta http-equiv=refresh content="0;url=//[">',
    '<a href="http://[::">',
  ],
  ...[
    '<a href="%zz%">',
    `<p ${'x'.repeat(300)}=1>`,
    '<div '.repeat(40),
    '<b>'.repeat(60),
    '</p>'.repeat(40),
    '<?xml ?>',
  ],
];

/** A malformed page; the same number gives the same page. */
export function malformed(number: number): Buffer {
  const random = chance(number + 1);
  const pick = (count: number) => Math.floor(random() * count);
  let text = base;
  for (let mutation = 0; mutation < 1 + pick(24); mutation++) {
    const at = pick(text.length + 1);
    const length = pick(40);
    const kind = pick(5);
    if (kind === 0) text = text.slice(0, at) + text.slice(at + length);
    else if (kind === 1) text = text.slice(0, at) + pieces[pick(pieces.length)] + text.slice(at);
    else if (kind === 2)
      text = text.slice(0, at) + text.slice(at, at + length).repeat(1 + pick(30)) + text.slice(at);
    else if (kind === 3)
      text = text.slice(0, at) + text.slice(pick(text.length)).slice(0, length) + text.slice(at);
    else text = text.slice(0, Math.max(40, at));
  }
  const bytes = Buffer.from(`${text}<p>malformed page ${number}`);
  // Some carry bytes that are no text of any encoding.
  for (let i = 0; i < (number % 3 === 0 ? 1 + pick(20) : 0); i++) bytes[pick(bytes.length)] = pick(256);
  return bytes;
}
