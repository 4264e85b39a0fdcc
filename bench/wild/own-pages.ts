import { plainPng } from '../../test/sites/png.ts';
import { named, names } from './pages/words.ts';
import type { Suite, Truth } from './suite.ts';

const react = ['react', 'react-dom'];
const mui = [...react, '@mui/material', '@emotion/react', '@emotion/styled'];
/** Texts that name so many things, from one on. */
export const of = (what: string, from: number, count: number) =>
  names(from, count).map((name) => `${what} of the ${name}`);

/** A page of our own on published packages. */
export function own(
  entry: string,
  packages: readonly string[],
  truth: Truth,
  answer?: Extract<Suite['source'], { kind: 'page' }>['answer'],
): Suite {
  const name = `page/${entry.replace(/\.\w+$/, '')}`;
  return {
    name,
    source: { kind: 'page', entry, packages, ...(answer ? { answer } : {}) },
    start: '/',
    truth,
  };
}

/** Everything that the demonstration of MUI can show. */
const muiTexts = [
  ...of('Panel', 100, 3),
  ...of('Answer', 110, 3),
  ...names(120, 3),
  `Popover of the ${named(125)}`,
  `Dialog of the ${named(126)}`,
  `Saved the ${named(127)}`,
  `Tooltip of the ${named(128)}`,
  `Method of the ${named(129)}`,
  ...names(130, 3),
  ...names(140, 3),
  ...names(145, 4),
  ...names(160, 15),
  ...of('Step', 180, 3),
  ...of('Place', 190, 3),
  ...of('Sheet', 201, 3),
];

const antdTexts = [
  ...of('Content', 300, 3),
  ...of('Panel', 310, 2),
  ...names(320, 3),
  `Modal of the ${named(330)}`,
  `Drawer of the ${named(331)}`,
  ...names(340, 3),
  ...of('Step', 350, 3),
  ...names(360, 35),
  ...of('Sheet', 401, 5),
];

const tile = { headers: { 'content-type': 'image/png' }, body: plainPng(256, 256, [200, 220, 200]) };

function htmxPart(path: string) {
  const [, kind, number] = /^\/(part|tab)\/(\d)$/.exec(path) ?? [];
  if (number === undefined) return null;
  const at = Number(number);
  const rows = names(600 + at * 4, 4).map((name) => `<li>${name}</li>`);
  const more = `<li><button hx-get="/part/${at + 1}" hx-target="closest li" hx-swap="outerHTML">Load more</button></li>`;
  const body = kind === 'tab' ? `Tab of the ${named(620 + at)}` : rows.join('') + (at < 4 ? more : '');
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Pages of our own on published packages, as their guides show them. */
export const ownPages: readonly Suite[] = [
  own('datatables.js', ['datatables.net-dt', 'datatables.net'], { texts: names(0, 57), pages: 6, events: 5 }),
  own('mui-pagination.jsx', mui, { texts: names(0, 50), pages: 10, events: 9 }),
  own('mui-demo.jsx', mui, { texts: muiTexts, pages: 25, events: 27 }),
  own('antd.jsx', [...react, 'antd'], { texts: antdTexts, pages: 18, events: 17 }),
  own(
    'htmx.js',
    ['htmx.org'],
    { texts: [...names(600, 20), ...of('Tab', 620, 3)], pages: 4, events: 6 },
    htmxPart,
  ),
  own('alpine.js', ['alpinejs'], {
    texts: [...of('Tab', 640, 3), ...names(650, 3), ...names(660, 12)],
    pages: 6,
    events: 5,
  }),
  own('react-window.jsx', [...react, 'react-window'], { texts: names(0, 1000), pages: 1, events: 0 }),
  own('virtuoso.jsx', [...react, 'react-virtuoso'], { texts: names(0, 1000), pages: 1, events: 0 }),
  own(
    'leaflet.js',
    ['leaflet'],
    { texts: ['Popup of the amber falcon', 'Popup of the cobalt heron'], pages: 3, events: 2 },
    (path) => (path.startsWith('/tiles/') ? tile : null),
  ),
  own('fullcalendar.js', ['@fullcalendar/core', '@fullcalendar/daygrid'], {
    texts: names(500, 9),
    pages: 3,
    events: 3,
  }),
  own('quill.js', ['quill'], { texts: ['Text of the amber falcon'], pages: 1, events: 0 }),
  own('feed.jsx', react, { texts: names(700, 100), pages: 1, events: 0 }),
];
