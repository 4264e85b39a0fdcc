import type { DocumentTree, ElementNode, TreeNode } from '../src/model/document.ts';

/**
 * Ways to have a script run where a captured page or a saved drawing is opened: places where scripts can stand,
 * crossed with spellings of names, schemes and encodings. Where one succeeds, it runs the text `ran()`, which whoever
 * tries it replaces by a call that tells.
 */

/** A way to run a script: content of a captured page, with what a forged capture may say about the page. */
export interface PageVector {
  readonly what: string;
  readonly body: readonly TreeNode[];
  readonly head?: readonly TreeNode[];
  readonly more?: Partial<DocumentTree>;
}

/** A drawing with a script in it, in some encoding. */
export interface DrawingVector {
  readonly what: string;
  readonly text: string;
  encode(text: string): Uint8Array;
}

/** The call in all vectors. */
export const run = 'ran()';
const element = (
  tag: string,
  attrs: Record<string, string> = {},
  kids: readonly TreeNode[] = [],
  ns?: string,
): ElementNode => ({ tag, attrs, kids, ...(ns ? { ns: ns as 'svg' } : {}) });
const svg = (...kids: readonly TreeNode[]): ElementNode => element('svg', {}, kids, 'svg');

const cases = (name: string): readonly string[] => [
  name,
  name.toUpperCase(),
  [...name].map((sign, at) => (at % 2 ? sign.toUpperCase() : sign)).join(''),
];

/** Spellings of an address that runs; a browser drops white space before and inside the scheme. */
const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  ` \u0001javascript:${run}`,
  `java\tscript:${run}`,
  `java\nscript\r:${run}`,
  `java&#115;cript:${run}`,
  `data:text/html,<script>parent.${run}</script>`,
];

const placesOfAddresses: readonly ((address: string) => TreeNode)[] = [
  (href) => element('a', { href }, ['link']),
  (href) => element('A', { HREF: href }, ['link']),
  (href) => element('map', { name: 'm' }, [element('area', { href, shape: 'default' })]),
  (action) => element('form', { action }, [element('button', {}, ['go'])]),
  (formaction) => element('form', {}, [element('button', { formaction }, ['go'])]),
  (formaction) => element('form', {}, [element('input', { type: 'submit', FormAction: formaction })]),
  (src) => element('iframe', { src }),
  (src) => element('IFRAME', { SRC: src }),
  (data) => element('object', { data }),
  (src) => element('embed', { src }),
  (href) => svg(element('a', { href }, [element('text', { y: '20' }, ['link'], 'svg')], 'svg')),
  (href) => svg(element('a', { 'xlink:href': href }, [element('text', { y: '20' }, ['link'], 'svg')], 'svg')),
  (href) => svg(element('A', { HREF: href }, [element('text', { y: '20' }, ['link'], 'svg')], 'svg')),
  (href) => element('math', {}, [element('mi', { href }, ['link'], 'math')], 'math'),
  (to) =>
    svg(
      element(
        'a',
        {},
        [
          element('text', { y: '20' }, ['link'], 'svg'),
          element('set', { attributeName: 'href', to, begin: '0s' }, [], 'svg'),
        ],
        'svg',
      ),
    ),
  (values) =>
    svg(
      element(
        'a',
        {},
        [
          element('text', { y: '20' }, ['link'], 'svg'),
          element('ANIMATE', { ATTRIBUTENAME: ' xlink:href', values, dur: '9s' }, [], 'svg'),
        ],
        'svg',
      ),
    ),
];

const content = (address: string): string => `0;url=${address}`;
const names = ['script', 'svg:script', 'script/', 'script\0'];

function scripts(): PageVector[] {
  const found: PageVector[] = [];
  for (const ns of ['', 'svg', 'math', 'SVG', 'http://www.w3.org/1999/xhtml'])
    for (const name of names.flatMap(cases))
      for (const around of ['', 'svg', 'math', 'template', 'noscript'])
        if (around === '' || name === 'SCRIPT') {
          const script = element(name, {}, [run], ns);
          const whole =
            around === 'svg' || around === 'math' ? element(around, {}, [script], around) : script;
          const body = around === '' || ns === around ? script : whole;
          found.push({
            what: `<${name}> of "${ns}" in "${around}"`,
            body: [around === 'template' ? element('template', { shadowrootmode: 'open' }, [script]) : body],
          });
        }
  return found;
}

const handled: readonly (readonly [ElementNode, string])[] = [
  [element('img', { src: 'data:,' }), 'onerror'],
  [element('iframe', {}), 'onload'],
  [element('video', { src: 'data:,' }), 'onerror'],
  [element('input', { autofocus: '' }), 'onfocus'],
  [element('details', { open: '' }, ['x']), 'ontoggle'],
  [element('x-own', { style: 'animation:a 1s', tabindex: '0' }, ['x']), 'onclick'],
  [element('div', {}, ['x']), 'onclick'],
  [element('unheard', {}, ['x']), 'onclick'],
  [element('link', { rel: 'stylesheet', href: 'data:text/css,' }), 'onload'],
  [element('style', {}, ['a{}']), 'onload'],
  [element('marquee', {}, ['x']), 'onstart'],
  [element('svg', {}, [], 'svg'), 'onload'],
  [element('IMAGE', { href: 'data:,' }, [], 'svg'), 'onerror'],
  [element('animate', { attributeName: 'x', dur: '1s' }, [], 'svg'), 'onbegin'],
  [element('mtext', {}, ['x'], 'math'), 'onclick'],
];

function handlers(): PageVector[] {
  return handled.flatMap(([node, handler]) =>
    cases(handler).map((name) => {
      const live = { ...node, attrs: { ...node.attrs, [name]: run } };
      const body = node.ns === 'svg' && node.tag !== 'svg' ? svg(live) : live;
      return { what: `${node.tag} ${name}`, body: [body] };
    }),
  );
}

/** Text that leaves the element which it stands in, for a serialiser and a parser that do not agree. */
const breakout = `--!></style></title></textarea></noscript></xmp></iframe></noembed></noframes></script></template><img src=data:, onerror=${run}>`;

function escapes(): PageVector[] {
  const around =
    'style title textarea noscript xmp iframe noembed noframes plaintext template option button pre'.split(
      ' ',
    );
  const html = around.flatMap((tag) =>
    ['', 'svg', 'math'].map((ns): PageVector => {
      const inner = element(tag, {}, [breakout], ns === '' ? undefined : ns);
      return { what: `breakout of ${ns} ${tag}`, body: [ns === '' ? inner : element(ns, {}, [inner], ns)] };
    }),
  );
  const forged: PageVector[] = [
    { what: 'forged element name', body: [element(`img src=data:, onerror=${run} `)] },
    { what: 'forged foreign name', body: [svg(element(`x><img src=data:, onerror=${run}>`, {}, [], 'svg'))] },
    { what: 'forged attribute name', body: [element('p', { [`x onclick=${run} y`]: '1' }, ['x'])] },
    { what: 'forged attribute end', body: [element('p', { [`x"><img/onerror=${run}/src=data:,>`]: '1' })] },
    { what: 'forged attribute value', body: [element('p', { title: `"><script>${run}</script>` })] },
    { what: 'forged doctype', body: [], more: { doctype: `html><script>${run}</script>` } },
    { what: 'forged title', body: [], more: { title: `</title><script>${run}</script>` } },
    { what: 'forged language', body: [], more: { lang: `"><script>${run}</script>` } },
    { what: 'forged sheet', body: [], more: { sheets: [`</style><script>${run}</script>`] } },
    { what: 'forged rules', body: [{ ...element('style'), css: `</STYLE ><script>${run}</script>` }] },
    { what: 'forged pixels', body: [{ ...element('canvas'), image: `javascript:${run}` }] },
    {
      what: 'drawn pixels',
      body: [
        {
          ...element('canvas'),
          image: `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${run}'/>`,
        },
      ],
    },
    { what: 'forged text area', body: [{ ...element('textarea'), value: breakout }] },
    { what: 'srcdoc', body: [element('iframe', { srcdoc: `<script>parent.${run}</script>` })] },
    { what: 'SRCDOC', body: [element('IFRAME', { SrcDoc: `<script>parent.${run}</script>` })] },
    {
      what: 'annotation',
      body: [
        element(
          'math',
          {},
          [element('annotation-xml', { encoding: 'text/html' }, [element('style', {}, [breakout])], 'math')],
          'math',
        ),
      ],
    },
    {
      what: 'nested foreign',
      body: [
        element(
          'math',
          {},
          [
            element(
              'mtext',
              {},
              [element('table', {}, [element('mglyph', {}, [element('style', {}, [breakout])], 'math')])],
              'math',
            ),
          ],
          'math',
        ),
      ],
    },
    {
      what: 'foreign object',
      body: [
        svg(
          element(
            'foreignObject',
            { width: '99', height: '99' },
            [element('SCRIPT', {}, [run]), element('iframe', { srcdoc: `<script>parent.${run}</script>` })],
            'svg',
          ),
        ),
      ],
    },
    {
      what: 'use of data',
      body: [
        svg(
          element(
            'use',
            { href: `data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${run}'/>#x` },
            [],
            'svg',
          ),
        ),
      ],
    },
    {
      what: 'base',
      body: [element('a', { href: 'x' }, ['x'])],
      head: [element('base', { href: `javascript:${run}//` })],
    },
    {
      what: 'import of a page',
      body: [],
      head: [element('link', { rel: 'import', href: `data:text/html,<script>${run}</script>` })],
    },
    {
      what: 'module',
      body: [],
      head: [element('LINK', { rel: 'modulepreload', href: `data:text/javascript,${run}` })],
    },
    {
      what: 'expression',
      body: [element('p', { style: `width:expression(${run});-moz-binding:url(data:,)` }, ['x'])],
    },
  ];
  return [...html, ...forged];
}

/** Content of captured pages. */
export function pageVectors(): readonly PageVector[] {
  const addressed = addresses.flatMap((address) =>
    placesOfAddresses.map((place, at) => ({ what: `place ${at} of ${address}`, body: [place(address)] })),
  );
  const refreshing = addresses.flatMap((address) =>
    ['meta', 'META'].map((tag) => ({
      what: `${tag} refresh to ${address}`,
      body: [element(tag, { 'HTTP-Equiv': 'Refresh', content: content(address) })],
      head: [element(tag, { 'http-equiv': ' refresh', content: content(address) })],
    })),
  );
  return [...scripts(), ...handlers(), ...addressed, ...refreshing, ...escapes()];
}

const space = 'http://www.w3.org/2000/svg';
const drawings: readonly (readonly [string, string])[] = [
  ['script', `<svg xmlns="${space}"><script>${run}</script></svg>`],
  ['script with a prefix', `<s:svg xmlns:s="${space}"><s:script>${run}</s:script></s:svg>`],
  ['script in CDATA', `<svg xmlns="${space}"><script><![CDATA[${run}]]></script></svg>`],
  [
    'script of HTML',
    `<svg xmlns="${space}"><x:script xmlns:x="http://www.w3.org/1999/xhtml">${run}</x:script></svg>`,
  ],
  ['handler', `<svg xmlns="${space}" onload="${run}"/>`],
  ['handler in references', `<svg xmlns="${space}" onload="&#114;an()"/>`],
  ['link', `<svg xmlns="${space}"><a href="javascript:${run}"><text y="20">x</text></a></svg>`],
  [
    'link in references',
    `<svg xmlns="${space}"><a href="java&#115;cript:${run}"><text y="20">x</text></a></svg>`,
  ],
  [
    'link of xlink',
    `<svg xmlns="${space}" xmlns:l="http://www.w3.org/1999/xlink"><a l:href="&#x09;javascript:${run}"><text y="20">x</text></a></svg>`,
  ],
  [
    'animated link',
    `<svg xmlns="${space}"><a><text y="20">x</text><set attributeName="href" to="javascript:${run}"/></a></svg>`,
  ],
  [
    'entity',
    `<!DOCTYPE svg [<!ENTITY x "<script xmlns='${space}'>${run}</script>">]><svg xmlns="${space}">&x;</svg>`,
  ],
  [
    'entity in an attribute',
    `<!DOCTYPE svg [<!ENTITY x "javascript:${run}">]><svg xmlns="${space}"><a href="&x;"><text y="20">x</text></a></svg>`,
  ],
  ['default attribute', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "${run}">]><svg xmlns="${space}"/>`],
  [
    'page inside',
    `<svg xmlns="${space}"><foreignObject width="99" height="99"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;parent.${run}&lt;/script&gt;"/></foreignObject></svg>`,
  ],
  ['page instead', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${run}</script></html>`],
  [
    'transformation',
    `<?xml-stylesheet type="text/xsl" href="data:text/xml,%3Cx:stylesheet version='1.0' xmlns:x='http://www.w3.org/1999/XSL/Transform'%3E%3Cx:template match='/'%3E%3Cscript xmlns='http://www.w3.org/1999/xhtml'%3E${run}%3C/script%3E%3C/x:template%3E%3C/x:stylesheet%3E"?><svg xmlns="${space}"/>`,
  ],
];

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Drawings in the encodings that XML is read in. */
export function drawingVectors(): readonly DrawingVector[] {
  return drawings.flatMap(([what, text]) => [
    { what, text, encode: (all) => Buffer.from(all) },
    {
      what: `${what}, declared`,
      text: `<?xml version="1.0" encoding="windows-1252"?>${text}`,
      encode: (all) => Buffer.from(all),
    },
    { what: `${what}, UTF-16`, text, encode: (all) => utf16(`\ufeff${all}`) },
    { what: `${what}, UTF-16 backwards`, text, encode: (all) => utf16(`\ufeff${all}`).swap16() },
    { what: `${what}, UTF-16 without a mark`, text: `<?xml version="1.0"?>${text}`, encode: utf16 },
  ]);
}
