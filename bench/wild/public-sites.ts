import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkedDocuments } from './linked.ts';
import type { Suite, Truth } from './suite.ts';

function folder(name: string, at: string, start: string, truth: Suite['truth']): Suite {
  return { name, source: { kind: 'folder', folder: at }, start, truth };
}

function addressed(addresses: readonly string[]): Truth {
  return { addresses, pages: addresses.length, events: 0 };
}

/** The list of google/security-crawl-maze itself. */
async function mazeTruth(root: string): Promise<Truth> {
  const list = join(root, 'blueprints/utils/resources/expected-results.json');
  // Without requests that change something, guesses and what robots.txt forbids, these are what there is to find.
  return { addresses: JSON.parse(await readFile(list, 'utf8')) as string[], enough: 60 };
}

/** States by the names in Crawljax's own tests, and what a person needs: one event for each but the first. */
function crawljax(name: string, path: string, states: number, events: number): Suite {
  return folder(`crawljax/${name}`, 'crawljax', path, { pages: states, events });
}

/** Each example shows an empty list: what one types oneself is no content. */
const todoTruth: Truth = { texts: ['todos'], pages: 1, events: 0 };

const todoExamples =
  'angular/dist/browser angularjs_require aurelia backbone/dist backbone_marionette backbone_require binding-scala canjs canjs_require closure dijon dojo duel/www elm emberjs/todomvc/dist enyo_backbone exoskeleton gwt javascript-es5/dist javascript-es6/dist jquery/dist js_of_ocaml jsblocks knockback knockoutjs knockoutjs_require lit/dist mithril polymer preact/dist ractive react/dist react-redux/dist reagent riotjs svelte/dist typescript-angular typescript-backbone typescript-react vue/dist web-components/dist'.split(
    ' ',
  );

function todo(path: string): Suite {
  return folder(`todomvc/${path.split('/')[0]}`, 'todomvc', `/examples/${path}/`, todoTruth);
}

async function tableRows(root: string): Promise<readonly string[]> {
  return JSON.parse(await readFile(join(root, 'names.json'), 'utf8')) as string[];
}

/** An example of DataTables: 57 people, ten on a page. */
function table(path: string, pages: number, events: number): Suite {
  return folder(`datatables/${path}`, 'datatables', `/${path}.html`, async (root) => ({
    texts: await tableRows(root),
    pages,
    events,
  }));
}

/** A practice of the W3C's guide to ARIA, with its own example. */
function aria(name: string, path: string, texts: readonly string[], pages: number, events: number): Suite {
  return {
    ...folder(`aria/${name}`, 'aria', `/content/patterns/${path}.html`, { texts, pages, events }),
    flags: ['--scope', 'page'],
  };
}

/** One of the fifty small projects in fifty days. */
function fifty(name: string, texts: readonly string[], pages: number, events: number): Suite {
  return {
    ...folder(`fifty/${name}`, 'fifty', `/${name}/index.html`, { texts, pages, events }),
    flags: ['--scope', 'prefix'],
  };
}

const ariaExamples: readonly Suite[] = [
  aria(
    'tabs',
    'tabs/examples/tabs-manual',
    [
      'first female composer in Denmark',
      'Danish flutist',
      'Danish opera singer',
      'Danish composer and pianist',
    ],
    4,
    3,
  ),
  aria('accordion', 'accordion/examples/accordion', ['City/Province', 'Address 1', 'Zip Code'], 3, 2),
  aria(
    'carousel',
    'carousel/examples/carousel-2-tablist',
    [
      ...['Dynamic Europe', 'Travel to Southwest England and Paris', 'Foyle’s War Revisited'],
      ...["Great Children's Programming", 'Great Britain Vote', 'Mid-American Gardener'],
    ],
    6,
    5,
  ),
  aria(
    'dialog',
    'dialog-modal/examples/dialog',
    ['Special instructions', 'Verification Result', 'Address Added', 'End of the Road'],
    5,
    4,
  ),
  aria(
    'faq',
    'disclosure/examples/disclosure-faq',
    ['Park at the nearest', 'report the loss', 'officially listed', 'take note of the signs'],
    5,
    4,
  ),
  aria(
    'menu',
    'menu-button/examples/menu-button-links',
    ['W3C Home Page', 'WAI-ARIA Implementation Guide'],
    2,
    1,
  ),
  aria(
    'tree',
    'treeview/examples/treeview-navigation',
    ['Current Statistics', 'For Alumni', 'Professional Schools', 'Photo Tour', 'Course Explorer'],
    6,
    5,
  ),
  aria(
    'menubar',
    'menubar/examples/menubar-navigation',
    ['Current Statistics', 'For alumni', 'Professional Schools', 'Photo Tour', 'Course Explorer'],
    6,
    5,
  ),
];

const fiftyExamples: readonly Suite[] = [
  fifty(
    'faq-collapse',
    ['They make up everything', 'Nobody knows', 'Inheritance', 'Ten-tickles', 'Depends on who'],
    5,
    4,
  ),
  fifty(
    'testimonial-box-switcher',
    [
      'Miyah Myles',
      'June Cha',
      'Iida Niskanen',
      'Renee Sims',
      'Jonathan Nunfiez',
      'Sasha Ho',
      'Veeti Seppanen',
    ],
    7,
    0,
  ),
  fifty(
    'quiz-app',
    [
      ...['Which language runs in a web browser', 'What does CSS stand for', 'What does HTML stand for'],
      ...['What year was JavaScript launched', 'questions correctly'],
    ],
    5,
    8,
  ),
];

/** Sites that others wrote, in folders of the data. */
export const publicSites: readonly Suite[] = [
  { ...folder('crawl-maze', 'crawl-maze', '/', mazeTruth), byLog: true },
  crawljax('simple-site', '/sites/simple-site/', 4, 0),
  crawljax('simple-js-site', '/sites/simple-js-site/', 11, 10),
  crawljax('simple-xpath-site', '/sites/simple-xpath-site/', 3, 0),
  // Its test says 13 states, which are those of three steps: the whole is the product of what stands in five frames.
  folder('crawljax/iframe', 'crawljax', '/site/iframe/', {
    texts: [
      ...['some text', 'second text from top', 'third text from top', 'some text from iframe'],
      ...['some other text from iframe', 'some new text from second iframe', 'some text from sub iframe 2'],
    ],
    pages: 13,
    events: 12,
  }),
  crawljax('popup', '/site/popup/', 3, 2),
  {
    ...folder('python-tutorial', 'python-doc', '/tutorial/index.html', async (root) =>
      addressed(await linkedDocuments(root, '/tutorial/index.html', '/tutorial/')),
    ),
    flags: ['--scope', 'prefix'],
  },
  folder('python-doc', 'python-doc', '/index.html', async (root) =>
    addressed(await linkedDocuments(root, '/index.html')),
  ),
  folder('vitepress', 'vitepress', '/', async (root) => addressed(await linkedDocuments(root, '/'))),
  table('basic_init/zero_configuration', 6, 5),
  table('basic_init/alt_pagination', 6, 5),
  table('basic_init/hidden_columns', 6, 5),
  table('basic_init/scroll_y', 1, 0),
  table('api/row_details', 16, 15),
  table('api/multi_filter_select', 6, 5),
  table('api/show_hide', 6, 5),
  table('ajax/objects', 6, 5),
  ...todoExamples.map(todo),
  ...ariaExamples,
  ...fiftyExamples,
  {
    ...folder('javadoc', 'junit', '/javadoc/4.12/index.html', async (root) =>
      addressed(await linkedDocuments(root, '/javadoc/4.12/allclasses-noframe.html', '/javadoc/4.12/')),
    ),
    flags: ['--scope', 'prefix'],
  },
  {
    ...folder('doxygen', 'glm', '/doc/api/index.html', async (root) =>
      addressed(await linkedDocuments(root, '/doc/api/files.html', '/doc/api/')),
    ),
    flags: ['--scope', 'prefix'],
  },
  folder('materialize', 'materialize-site', '/index.html', async (root) =>
    addressed(await linkedDocuments(root, '/index.html')),
  ),
  {
    ...folder('jquery-mobile', 'jqm', '/1.4.5/index.html', async (root) =>
      addressed(await linkedDocuments(root, '/1.4.5/index.html', '/1.4.5/')),
    ),
    flags: ['--scope', 'prefix'],
  },
];
