import { plainPng } from '../../test/sites/png.ts';
import { of, own } from './own-pages.ts';
import { named, names } from './pages/words.ts';
import type { Suite } from './suite.ts';

const react = ['react', 'react-dom'];
const picture = { headers: { 'content-type': 'image/png' }, body: plainPng(300, 200, [90, 120, 200]) };
const page = (body: string) => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });
const whole = (body: string) => page(`<!doctype html><title>Part</title><body>${body}`);

function uiPart(path: string) {
  const [, at] = /^\/part\/(\d)$/.exec(path) ?? [];
  return at === undefined ? null : page(`<p>Panel of the ${named(1044 + Number(at))}</p>`);
}

function found(path: string) {
  if (path !== '/found') return null;
  const results = names(1069, 3).map((text) => ({ id: text, text }));
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(results) };
}

function turboPart(path: string) {
  const [, kind, at] = /^\/(page|frame)\/(\d)$/.exec(path) ?? [];
  if (kind === 'page') return whole(`<p>Page of the ${named(1121 + Number(at))}</p><a href="/">Home</a>`);
  if (kind === 'frame' && Number(at) < 3) {
    const next = at === '1' ? '<a href="/frame/2">Next message</a>' : '';
    return whole(
      `<turbo-frame id="messages"><p>Frame of the ${named(1123 + Number(at))}</p>${next}</turbo-frame>`,
    );
  }
  return path === '/lazy'
    ? whole(`<turbo-frame id="lazy"><p>Lazy of the ${named(1123)}</p></turbo-frame>`)
    : null;
}

function unpolyPart(path: string) {
  const [, at] = /^\/part\/([1-5])$/.exec(path) ?? [];
  if (at !== undefined)
    return whole(`<main><div id="target">Part of the ${named(1140 + Number(at))}</div></main>`);
  return path === '/later' ? whole(`<div id="later">Later of the ${named(1146)}</div>`) : null;
}

const captions = `WEBVTT\n\n00:00.000 --> 00:05.000\nCaption of the ${named(1292)}\n`;

/** Widgets and frameworks as their guides show them, with a text of its own for each thing that can be shown. */
export const widgetPages: readonly Suite[] = [
  own('primevue.js', ['primevue', '@primeuix/themes', 'vue'], {
    texts: [
      ...[...of('Panel', 800, 3), ...of('Answer', 803, 2), `Dialog of the ${named(805)}`],
      ...[`Drawer of the ${named(806)}`, ...names(807, 2), `Popover of the ${named(809)}`, ...names(810, 2)],
      ...[`Toast of the ${named(812)}`, `Tooltip of the ${named(813)}`, ...names(820, 12)],
    ],
    pages: 13,
    events: 12,
  }),
  own('mantine.jsx', [...react, '@mantine/core', '@mantine/hooks'], {
    texts: [
      ...[...of('Panel', 840, 3), ...of('Answer', 843, 2), `Modal of the ${named(845)}`],
      ...[`Drawer of the ${named(846)}`, ...names(847, 2), `Card of the ${named(849)}`],
      ...[`Popover of the ${named(850)}`, `Tooltip of the ${named(851)}`, ...names(852, 2)],
      ...[...of('Segment', 854, 2), ...of('Step', 856, 3), `Top of the ${named(859)}`],
      ...[`Rest of the ${named(860)}`, ...names(870, 12)],
    ],
    pages: 18,
    events: 17,
  }),
  own('radix.jsx', [...react, 'radix-ui'], {
    texts: [
      ...[...of('Panel', 900, 3), ...of('Answer', 903, 2), `Dialog of the ${named(905)}`, ...names(906, 3)],
      ...[`Card of the ${named(909)}`, named(910), `Popover of the ${named(911)}`],
      ...[`Tooltip of the ${named(912)}`, ...names(913, 2), ...of('Area', 915, 2)],
    ],
    pages: 15,
    events: 14,
  }),
  own('headlessui.jsx', [...react, '@headlessui/react'], {
    texts: [
      ...[...of('Panel', 930, 3), ...of('Answer', 933, 2), `Dialog of the ${named(935)}`],
      ...[...names(936, 4), `Popover of the ${named(940)}`],
    ],
    pages: 9,
    events: 8,
  }),
  own('fluent.jsx', [...react, '@fluentui/react-components'], {
    texts: [
      ...[...of('Panel', 950, 3), ...of('Answer', 953, 2), `Dialog of the ${named(955)}`, ...names(956, 3)],
      ...[`Popover of the ${named(959)}`, `Tooltip of the ${named(960)}`],
    ],
    pages: 10,
    events: 9,
  }),
  own('chakra.jsx', [...react, '@chakra-ui/react', '@emotion/react', '@emotion/styled', 'framer-motion'], {
    texts: [
      ...[...of('Panel', 970, 3), ...of('Answer', 973, 2), `Modal of the ${named(975)}`],
      ...[`Drawer of the ${named(976)}`, ...names(977, 2), `Popover of the ${named(979)}`],
      ...[`Tooltip of the ${named(980)}`, `Toast of the ${named(981)}`],
    ],
    pages: 11,
    events: 10,
  }),
  own('foundation.js', ['foundation-sites', 'jquery'], {
    texts: [
      ...[...of('Panel', 1000, 3), ...of('Answer', 1003, 2), `Modal of the ${named(1005)}`],
      ...[`Dropdown of the ${named(1006)}`, ...names(1007, 3), `Tooltip of the ${named(1010)}`],
      ...[...of('Slide', 1011, 3), `Canvas of the ${named(1014)}`],
    ],
    pages: 13,
    events: 12,
  }),
  own('materialize.js', ['materialize-css'], {
    texts: [
      ...[...of('Panel', 1020, 3), ...of('Answer', 1023, 2), `Modal of the ${named(1025)}`],
      ...[...names(1026, 2), `Side of the ${named(1028)}`, `Tooltip of the ${named(1029)}`],
      ...[...names(1030, 2), `Toast of the ${named(1032)}`],
    ],
    pages: 11,
    events: 10,
  }),
  own(
    'jquery-ui.js',
    ['jquery', 'jquery-ui'],
    {
      texts: [
        ...[...of('Answer', 1040, 3), ...of('Panel', 1043, 3), `Dialog of the ${named(1046)}`],
        ...[...names(1047, 4), `Tooltip of the ${named(1051)}`, `Effect of the ${named(1052)}`],
        ...of('Said', 1053, 2),
      ],
      pages: 13,
      events: 12,
    },
    uiPart,
  ),
  own(
    'pickers.js',
    ['jquery', 'select2', 'choices.js', 'tom-select'],
    { texts: [...names(1060, 12), ...of('Details', 1060, 3)], pages: 8, events: 7 },
    found,
  ),
  own('tours.js', ['intro.js', 'driver.js', 'sweetalert2', 'micromodal', 'tippy.js', '@popperjs/core'], {
    texts: [
      ...[`Modal of the ${named(1080)}`, ...of('Step', 1081, 6), `Alert of the ${named(1087)}`],
      ...[`Question of the ${named(1088)}`, `Yes of the ${named(1089)}`, `No of the ${named(1090)}`],
      ...[`Tip of the ${named(1091)}`, `Pop of the ${named(1092)}`],
    ],
    pages: 14,
    events: 13,
  }),
  own(
    'lightboxes.js',
    ['jquery', 'photoswipe', 'lightbox2', 'glightbox'],
    { texts: [...of('Title', 1100, 3), ...of('Caption', 1103, 3)], pages: 10, events: 9 },
    (path) => (path.startsWith('/pictures/') ? picture : null),
  ),
  own('codemirror.js', ['@codemirror/view', '@codemirror/state'], {
    texts: names(0, 400),
    pages: 1,
    events: 0,
  }),
  own(
    'turbo.js',
    ['@hotwired/turbo', '@hotwired/stimulus'],
    {
      addresses: ['/page/1', '/page/2'],
      texts: [
        ...[`Frame of the ${named(1120)}`, ...of('Frame', 1124, 2), `Lazy of the ${named(1123)}`],
        ...[...of('Slide', 1126, 3), `Greeting of the ${named(1129)}`],
      ],
      pages: 8,
      events: 5,
    },
    turboPart,
  ),
  own(
    'unpoly.js',
    ['unpoly'],
    {
      texts: [
        ...of('Part', 1141, 5),
        `Later of the ${named(1146)}`,
        `Content of the ${named(1147)}`,
        `Target of the ${named(1140)}`,
      ],
      pages: 7,
      events: 6,
    },
    unpolyPart,
  ),
  own('backbone.js', ['backbone', 'underscore', 'jquery'], {
    texts: [
      ...[...of('Details', 1160, 5), ...of('Page', 1160, 5), `Home of the ${named(1170)}`],
      ...[`About the ${named(1171)}`, `Late of the ${named(1172)}`],
    ],
    pages: 14,
    events: 6,
  }),
  own('mithril.js', ['mithril'], {
    texts: [...of('Item', 1180, 4), ...of('Tab', 1184, 3)],
    pages: 8,
    events: 2,
  }),
  own('solid.js', ['solid-js'], {
    texts: [...of('Card', 1194, 4), `Shown of the ${named(1199)}`, ...of('Row', 1200, 12)],
    pages: 6,
    events: 7,
  }),
  own('listjs.js', ['list.js'], { texts: names(1220, 23), pages: 5, events: 4 }),
  own('isotope.js', ['isotope-layout'], { texts: names(1250, 9), pages: 1, events: 0 }),
  own('glide.js', ['@glidejs/glide'], { texts: of('Slide', 1270, 5), pages: 5, events: 4 }),
  own('fullpage.js', ['fullpage.js'], {
    texts: [
      `Section of the ${named(1280)}`,
      `Section of the ${named(1282)}`,
      `Section of the ${named(1283)}`,
      ...of('Slide', 1284, 3),
    ],
    pages: 6,
    events: 5,
  }),
  own('videojs.js', ['video.js'], { texts: [`Video of the ${named(1290)}`], pages: 1, events: 0 }, (path) =>
    path === '/en.vtt' ? { headers: { 'content-type': 'text/vtt' }, body: captions } : null,
  ),
  own('tabulator.js', ['tabulator-tables'], {
    texts: [...names(1300, 22), ...names(0, 300), `Menu of the ${named(1330)}`],
    pages: 6,
    events: 5,
  }),
  own('bulma.js', ['bulma'], {
    texts: [
      ...[`Nav of the ${named(1340)}`, `Drop of the ${named(1341)}`, `Modal of the ${named(1342)}`],
      ...[...of('Panel', 1343, 3), `Notice of the ${named(1346)}`],
    ],
    pages: 6,
    events: 5,
  }),
  own('lit.js', ['lit'], { texts: [...of('Card', 1360, 4), ...of('Fold', 1370, 2)], pages: 6, events: 5 }),
  // Packages by other names: bootstrap3 is bootstrap@3, vue2 is vue@2.
  own('bootstrap3.js', ['bootstrap3', 'jquery'], {
    texts: [
      ...[...of('Panel', 1380, 4), ...of('Answer', 1384, 3), `Modal of the ${named(1387)}`],
      ...[`Inner of the ${named(1388)}`, ...names(1389, 2), `Tooltip of the ${named(1391)}`],
      ...[`Popover of the ${named(1392)}`, ...of('Slide', 1393, 3), `Loaded of the ${named(1396)}`],
    ],
    pages: 14,
    events: 13,
  }),
  own('bootstrap-table.js', ['bootstrap-table', 'bootstrap3', 'jquery', 'owl.carousel'], {
    texts: [
      ...[...names(1400, 15), ...of('Detail', 1415, 15), ...of('Slide', 1430, 5)],
      `Row of the ${named(1435)}`,
    ],
    pages: 19,
    events: 18,
  }),
  own('element-ui.js', ['element-ui', 'vue2'], {
    texts: [
      ...[...of('Panel', 1441, 3), ...of('Answer', 1444, 2), `Dialog of the ${named(1446)}`],
      ...[`Inner of the ${named(1447)}`, `Message of the ${named(1448)}`, `Note of the ${named(1449)}`],
      ...[`Sure of the ${named(1450)}`, `Done of the ${named(1451)}`, `Drawer of the ${named(1452)}`],
      ...[...names(1453, 2), `Tooltip of the ${named(1455)}`, `Popover of the ${named(1456)}`],
      ...[`Hover of the ${named(1457)}`, ...names(1458, 7), `Step of the ${named(1465)}`, ...names(1466, 12)],
    ],
    pages: 25,
    events: 24,
  }),
];
