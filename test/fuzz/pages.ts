import assert from 'node:assert/strict';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { pageHtml } from '../../src/derive/mirror/page.ts';
import { inertDrawing } from '../../src/derive/mirror/svg-file.ts';
import { isScriptAddress } from '../../src/dom/addresses.ts';
import { cssReferences, cssString, rewriteCss } from '../../src/dom/css.ts';
import { exactDocumentPrint } from '../../src/dom/exact.ts';
import { readTree } from '../../src/dom/reading/tree.ts';
import { formatSrcset, parseSrcset } from '../../src/dom/srcset.ts';
import { visibleText } from '../../src/dom/text.ts';
import { contentUnits } from '../../src/dom/units.ts';
import { pages } from '../../src/html/scan/fixture.ts';
import { scanText } from '../../src/html/scan/scan.ts';
import { parseDocument, parseIntricate, readHtml } from '../../src/html/tree.ts';
import type { DocumentTree } from '../../src/model/document.ts';
import { drawingVectors, pageVectors } from '../script-vectors.ts';
import { about, type FuzzTarget, must } from './target.ts';

/** Readers of what pages are made of. */

const url = 'http://site.example/dir/page?x=1';

const tags =
  'a p b div table tr td th tbody select option svg math style script title textarea template iframe form li ul br img base meta link noscript foreignObject mi desc frameset body html head'.split(
    ' ',
  );
const markup = [
  ...tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} `]),
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!doctype html>',
    '&lt;',
    '&amp',
    '&#x3c;',
    '&notit;',
    '<?',
    '<!',
    '</',
  ],
  ...[' href=', ' src=', ' style=', ' class="', ' id=', ' onclick=', ' srcset=', ' http-equiv=refresh'],
  ...['javascript:', 'url(', '\\75rl(', '@import "', '中', 'é', '\ufeff', '\ud800'],
];

/** The scanner against the standard's parser. */
const html: FuzzTarget = {
  name: 'html',
  seeds: Object.values(pages),
  words: markup,
  alone: (text) => void readHtml(text, url, 4000),
  read(text) {
    const document = parseIntricate(text, url, 4000);
    assert.deepEqual(parseDocument(text, url, 4000), document);
    const reading = readTree(document);
    assert.deepEqual(readHtml(text, url, 4000), { document, reading });
    const scanned = scanText(text, url);
    if (scanned !== null) {
      assert.deepEqual(scanned, reading);
      assert.equal(scanned.print, exactDocumentPrint(document));
      assert.equal(scanned.text, visibleText(document));
    }
    const { links } = reading;
    return `${scanned === null} ${about(links.length)} ${about(reading.text.length)} ${shape(document)}`;
  },
};

/** Which elements stand in which. */
function shape({ root }: DocumentTree): string {
  const found = new Set<string>();
  const visit = (node: DocumentTree['root'], around: string): void => {
    found.add(`${around}>${node.tag}`);
    for (const kid of node.kids ?? []) if (typeof kid !== 'string') visit(kid, node.tag);
  };
  visit(root, '');
  return [...found].sort().join(' ').slice(0, 400);
}

const work: Parameters<typeof pageHtml>[1] = {
  targets: { byElement: new Map(), byAddress: new Map() },
  files: new Map(),
  miss: () => {},
  assets: 'assets/',
  frames: { root: '../', captured: () => ({ src: 'frame.html' }), foreign: () => ({ src: 'foreign.html' }) },
  root: '',
  origin: { address: url, entry: null },
};

const loud = new Set('script base applet portal fencedframe noscript noembed noframes param'.split(' '));

/** Nothing in a page of the mirror may run, or say that something may. */
function assertInert(text: string): void {
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      const tag = node.tagName.toLowerCase();
      const border = tag === 'applet' && node.attrs.every(({ name }) => name === 'style');
      must(border || !loud.has(tag), `<${tag}> in a mirror`);
      for (const { name, value } of node.attrs) {
        must(!/^on|srcdoc/i.test(name), `${name} in a mirror`);
        must(!isScriptAddress(value), `${name}=${value} in a mirror`);
        if (/^http-equiv$/i.test(name))
          must(!/refresh|set-cookie/i.test(value), `a meta element for ${value} in a mirror`);
      }
    }
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) for (const kid of node.childNodes) visit(kid);
  };
  visit(parse(text));
}

const mirrorOfHtml: FuzzTarget = {
  name: 'mirror',
  seeds: [
    ...Object.values(pages),
    '<svg><style><![CDATA[</style><script>]]></style></svg><math><mtext><table><mglyph><style><img onerror=x></style>',
    '<a href=" java&#9;script:x">x</a><form action=javascript:x><button formaction=javascript:y>',
  ],
  words: markup,
  alone: (text) => void pageHtml(parseDocument(text, url, 4000), work),
  read(text) {
    const made = pageHtml(parseIntricate(text, url, 4000), work);
    assertInert(made);
    const again = pageHtml(parseIntricate(made, url, 4000), work);
    assertInert(again);
    return `${about(made.length)} ${new Set(made.match(/<[a-z]+/g)).size} ${again === made}`;
  },
};

/** What the agent may tell: trees that no parser makes. */
const captures: FuzzTarget = {
  name: 'captures',
  seeds: pageVectors()
    .slice(0, 400)
    .filter((_, at) => at % 9 === 0)
    .map(({ body, head, more }) =>
      JSON.stringify({
        url,
        base: url,
        doctype: 'html',
        title: '',
        lang: '',
        root: {
          tag: 'html',
          kids: [
            { tag: 'head', kids: head ?? [] },
            { tag: 'body', kids: body },
          ],
        },
        ...more,
      }),
    ),
  words: [
    ...[
      '"kids":[',
      '"attrs":{',
      '"ns":"svg"',
      '"ns":"math"',
      '"tag":"',
      '"shadow":{"mode":"open","kids":[',
      '"frame":',
    ],
    ...[
      'null',
      'true',
      '{}',
      '[]',
      '"script"',
      '"SCRIPT"',
      '"onclick":"x"',
      '"href":"javascript:x"',
      '"css":"</style>',
    ],
    ...['"__proto__":', '"image":"javascript:x"', '\\u0000', '\\ud800', '"value":"', '"hidden":true'],
  ],
  read(text) {
    const document = treeOf(text);
    if (document === null) return 'no tree';
    assertInert(pageHtml(document, work));
    const { units } = contentUnits(document, null);
    return `${about(units.size)} ${exactDocumentPrint(document).length} ${shape(document)}`;
  },
};

/** A tree whose parts are of the types they are said to be, which is what the driver makes sure of. */
function treeOf(text: string): DocumentTree | null {
  try {
    const told = JSON.parse(text) as DocumentTree;
    const isTree = (node: unknown): boolean => {
      if (typeof node === 'string') return true;
      if (typeof node !== 'object' || node === null) return false;
      const { tag, attrs = {}, kids = [], shadow, frame, ...rest } = node as Record<string, unknown>;
      return (
        typeof tag === 'string' &&
        isRecord(attrs) &&
        Object.values(attrs as object).every((value) => typeof value === 'string') &&
        Array.isArray(kids) &&
        kids.every(isTree) &&
        (shadow === undefined ||
          (isRecord(shadow) &&
            Array.isArray((shadow as { kids?: unknown }).kids) &&
            (shadow as { kids: unknown[] }).kids.every(isTree))) &&
        frame === undefined &&
        ['value', 'css', 'image', 'ns'].every((name) => ['undefined', 'string'].includes(typeof rest[name]))
      );
    };
    const texts = [told.url, told.base, told.title, told.lang];
    const sheets = told.sheets ?? [];
    const isWhole = texts.every((each) => typeof each === 'string') && typeof told.root === 'object';
    return isWhole &&
      Array.isArray(sheets) &&
      sheets.every((each) => typeof each === 'string') &&
      (told.doctype === null || typeof told.doctype === 'string') &&
      isTree(told.root)
      ? told
      : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const drawings: FuzzTarget = {
  name: 'svg',
  seeds: drawingVectors().map(({ text, encode }) => Buffer.from(encode(text)).toString('latin1')),
  words: [
    ...[
      '<script>',
      '<svg xmlns="http://www.w3.org/2000/svg">',
      '</svg>',
      ' onload="x"',
      'href="javascript:x"',
      '<a ',
    ],
    ...[
      '<!ENTITY x "',
      '&x;',
      '<![CDATA[',
      ']]>',
      '<?xml encoding="',
      '<set attributeName="href" to="',
      '<style>',
    ],
    ...[
      'xmlns:x="http://www.w3.org/1999/xhtml"',
      '<x:script>',
      '<foreignObject>',
      '\0',
      'ÿþ',
      'þÿ',
      '&#106;',
    ],
  ],
  read(bytes) {
    const made = inertDrawing(Buffer.from(bytes, 'latin1'), 'image/svg+xml');
    must(made.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'), 'a drawing begins as one');
    must(
      !/<(?:[\w-]+:)?(?:script|handler|iframe|set )|\son[a-z]+=|<!|<\?/i.test(made.replace(/>[^<]*</g, '><')),
      made,
    );
    for (const [, value = ''] of made.matchAll(/ (?:href|src|to|values)="([^"]*)"/g))
      must(!isScriptAddress(value.replaceAll('&amp;', '&')), value);
    must(inertDrawing(Buffer.from(made), 'image/svg+xml') === made, 'an inert drawing stays as it is');
    return `${about(made.length)} ${[...new Set(made.match(/<[a-zA-Z]+/g))].sort().join('')}`;
  },
};

const css: FuzzTarget = {
  name: 'css',
  seeds: [
    '@import "a.css" layer(x) screen; @import url( b.css ); a{background:url("c.png") no-repeat, url(d.png)}',
    '@font-face{src:url(f.woff2) format("woff2"), local("x")} @namespace url(http://x); .a\\:b{mask:u\\72l(e.svg)}',
    'a{content:"url(no)"} /* url(no) */ b{background:image-set("x.png" 1x, url(y.png) 2x);--v:url(z)} @media{',
    '<!-- a{cursor:url(c.cur),auto} --> @charset "utf-8"; @supports (a:url(b)) { c{list-style:url(d)} }',
  ],
  words: [
    'url(',
    'u\\72 l(',
    '\\',
    '"',
    "'",
    '/*',
    '*/',
    '@import ',
    '}',
    '{',
    ';',
    ')',
    '(',
    '\n',
    'src(',
    'image-set(',
    '\\a ',
    '<!--',
    '\0',
  ],
  alone: (text) => void rewriteCss(text, () => 'data:,x'),
  read(text) {
    const made = rewriteCss(text, () => 'data:,x');
    for (const { address } of cssReferences(made))
      must(address === 'data:,x' || address.trim() === '', `${address} was not replaced`);
    must(rewriteCss(text, () => null) === text, 'what nobody replaces stays as it is');
    const [reference] = cssReferences(`a{background:url(${cssString(text)})}`);
    must(
      reference === undefined ||
        reference.address === text.replaceAll('\0', '\ufffd') ||
        /[\0\r\f]/.test(text),
      'a string is read back',
    );
    return `${about(cssReferences(text).length)} ${cssReferences(text)
      .map(({ kind, property }) => kind + property)
      .join()
      .slice(0, 80)}`;
  },
};

const srcset: FuzzTarget = {
  name: 'srcset',
  seeds: [
    'a.png, b.png 2x',
    'a.png 100w,b.png 200w',
    'data:image/png;base64,AA== 1x, /b',
    ' ,, a,b c,,d 1x 2y',
  ],
  words: [',', ' ', '1x', '2w', 'data:,', '(', ')', '\t', ',,', 'http://h/a,b'],
  alone: (text) => void parseSrcset(text),
  read(text) {
    const read = parseSrcset(text);
    for (const { address } of read) must(!/\s/.test(address), 'an address has no blanks');
    const safe = read.filter(
      ({ address, descriptor }) => address !== '' && !address.startsWith(',') && !/[(),]/.test(descriptor),
    );
    assert.deepEqual(
      parseSrcset(formatSrcset(safe)).map(({ address }) => address),
      safe.map(({ address }) => address),
    );
    return read
      .map(({ descriptor }) => descriptor.slice(0, 6))
      .join('|')
      .slice(0, 60);
  },
};

export const pageTargets: readonly FuzzTarget[] = [html, mirrorOfHtml, captures, drawings, css, srcset];
