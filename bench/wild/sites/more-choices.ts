import type { Handler, Truth } from '../suite.ts';
import { making } from './choices.ts';
import { pages } from './site.ts';

const birds = ['Heron', 'Ibis', 'Jay', 'Kite'];
const trees = ['Oak', 'Pine', 'Elm'];
const leaves = ['first', 'second', 'third', 'fourth'];
const towns = ['Rome', 'Oslo', 'Bern'];
const kinds = ['Traffic', 'Weather', 'Prices'];
const people = ['Ada', 'Bob', 'Cyd', 'Dot', 'Eve', 'Fay'];
const plans = ['Basic', 'Plus', 'Grand'];
const words: Readonly<Record<string, readonly [string, string]>> = {
  home: ['Welcome to the house', 'Willkommen im Haus'],
  team: ['Our people work here', 'Unsere Leute arbeiten hier'],
  shop: ['Buy our goods now', 'Kauf unsere Waren jetzt'],
  mail: ['Write us a letter', 'Schreib uns einen Brief'],
};

/** A page of what it consists of, by script; `over` is where something is shown over it. */
function page(body: string, script: string): Handler {
  return pages((path, query) => {
    if (path === '/data')
      return {
        type: 'application/json',
        body: JSON.stringify({ text: `Data on ${query.get('kind')} of ${query.get('town')} today` }),
      };
    return path === '/' ? `${body}<div id="over"></div><script>${making}${script}</script>` : null;
  });
}

function both<T>(
  ones: readonly string[],
  others: readonly string[],
  make: (one: string, other: string) => T,
) {
  return ones.flatMap((one) => others.map((other) => make(one, other)));
}

function named(names: readonly string[], tag: string, attribute: string): string {
  return names.map((name) => `<${tag} ${attribute}="${name}">${name}</${tag}>`).join('');
}

function radios(name: string, values: readonly string[]): string {
  const box = (value: string, at: number) =>
    `<label><input type="radio" name="${name}" value="${value}"${at === 0 ? ' checked' : ''}>${value}</label>`;
  return `<fieldset>${values.map(box).join('')}</fieldset>`;
}

/** Pages whose parts depend on each other in more ways, and some whose parts do not. */
export const moreChoices: readonly {
  readonly name: string;
  readonly handle: Handler;
  readonly truth: Truth;
}[] = [
  {
    name: 'tabs-pager',
    handle: page(
      '<nav id="tabs"></nav><main id="leaf"></main><footer id="pager"></footer>',
      `let tab = 'Oak', at1 = 1; const words = ${JSON.stringify(leaves)};
const draw = () => { at('leaf').innerHTML = '<p>The ' + words[at1 - 1] + ' leaf of ' + tab + ' here</p>'; at('pager').innerHTML = '';
  buttons('pager', [1, 2, 3, 4], (number) => { at1 = number; draw(); }); };
buttons('tabs', ${JSON.stringify(trees)}, (name) => { tab = name; at1 = 1; draw(); }); draw();`,
    ),
    truth: { texts: both(trees, leaves, (tree, leaf) => `The ${leaf} leaf of ${tree} here`), events: 11 },
  },
  {
    name: 'filters',
    handle: page(
      `<form onsubmit="return false">${radios('kind', ['Chairs', 'Lamps', 'Tables'])}${radios('price', ['cheap', 'fair', 'dear'])}</form><ul id="out"></ul>`,
      `const form = document.forms[0];
const draw = () => { at('out').innerHTML = '<li>One of the ' + form.price.value + ' ' + form.kind.value + ' we sell</li>'; };
form.addEventListener('change', draw); draw();`,
    ),
    truth: {
      texts: both(
        ['Chairs', 'Lamps', 'Tables'],
        ['cheap', 'fair', 'dear'],
        (kind, price) => `One of the ${price} ${kind} we sell`,
      ),
      events: 8,
    },
  },
  {
    name: 'master-tabs',
    handle: page(
      `<ul id="list">${named(birds, 'li', 'data-name')}</ul><div role="tablist" id="tabs">${named(['Food', 'Nest', 'Song'], 'button role="tab"', 'data-tab').replaceAll('</button role="tab">', '</button>')}</div><div id="detail"></div>`,
      `let name = 'Heron', tab = 'Food';
const draw = () => { at('detail').innerHTML = '<p>About the ' + tab.toLowerCase() + ' of a ' + name + ' in spring</p>'; };
at('list').addEventListener('click', (event) => { const item = event.target.closest('li'); if (item) { name = item.dataset.name; draw(); } });
at('tabs').addEventListener('click', (event) => { const item = event.target.closest('button'); if (item) { tab = item.dataset.tab; draw(); } }); draw();`,
    ),
    truth: {
      texts: both(birds, ['food', 'nest', 'song'], (bird, tab) => `About the ${tab} of a ${bird} in spring`),
      events: 11,
    },
  },
  {
    name: 'language',
    handle: page(
      '<p id="languages"></p><nav id="sections"></nav><main id="words"></main>',
      `const words = ${JSON.stringify(words)}; let language = 0, section = 'home';
const draw = () => { at('words').textContent = words[section][language]; };
buttons('languages', ['English', 'Deutsch'], (name) => { language = name === 'English' ? 0 : 1; draw(); });
buttons('sections', Object.keys(words), (name) => { section = name; draw(); }); draw();`,
    ),
    truth: { texts: Object.values(words).flat(), events: 7 },
  },
  {
    name: 'wizard',
    handle: page(
      '<main id="step"></main>',
      `let plan, term;
const ask = (title, names, choose) => { at('step').innerHTML = '<h1>' + title + '</h1>'; buttons('step', names, choose); };
const first = () => ask('Choose a plan', ${JSON.stringify(plans)}, (name) => { plan = name; second(); });
const second = () => ask('How long', ['Month', 'Year'], (name) => { term = name; third(); });
const third = () => { ask('Your order', ['Start again'], first); at('step').append('The ' + plan + ' plan for a ' + term.toLowerCase() + ' costs money'); }; first();`,
    ),
    truth: {
      texts: both(plans, ['month', 'year'], (plan, term) => `The ${plan} plan for a ${term} costs money`),
      events: 9,
    },
  },
  {
    name: 'legend',
    handle: page(
      '<label><input type="checkbox" id="roads">Roads</label><label><input type="checkbox" id="rivers">Rivers</label><button id="legend">Legend</button>',
      `show('legend', () => at('roads').checked ? at('rivers').checked ? 'Lines for roads and waters' : 'Lines for roads alone' : at('rivers').checked ? 'Waters without any road' : 'An empty sheet');
at('roads').onchange = at('rivers').onchange = () => { at('over').innerHTML = ''; };`,
    ),
    truth: {
      texts: [
        'Lines for roads and waters',
        'Lines for roads alone',
        'Waters without any road',
        'An empty sheet',
      ],
      events: 7,
    },
  },
  {
    name: 'delegated',
    handle: page(
      `<p>${named(['Reviews', 'Weight'], 'button', 'data-do')}</p><p>${named(birds, 'span', 'data-pick')}</p><section id="about"></section>`,
      `let chosen = null;
document.addEventListener('click', (event) => { const pick = event.target.closest('[data-pick]'), act = event.target.closest('[data-do]');
  if (pick) { chosen = pick.dataset.pick; at('over').innerHTML = ''; at('about').textContent = 'All about the ' + chosen; }
  if (act) at('over').innerHTML = '<p>' + (chosen ? (act.dataset.do === 'Reviews' ? 'What people say of the ' : 'The weight of the ') + chosen : 'Nothing chosen') + '</p>'; });`,
    ),
    truth: {
      texts: birds.flatMap((bird) => [
        `All about the ${bird}`,
        `people say of the ${bird}`,
        `The weight of the ${bird}`,
      ]),
      events: 12,
    },
  },
  {
    name: 'independent',
    handle: page(
      '<nav id="tabs"></nav><main id="tree"></main><p id="numbers"></p><article id="story"></article>',
      `buttons('tabs', ${JSON.stringify(trees)}, (name) => { at('tree').textContent = 'A tall ' + name + ' stands there'; });
buttons('numbers', ${JSON.stringify(leaves)}, (name) => { at('story').textContent = 'Story number ' + name + ' begins'; });`,
    ),
    truth: {
      texts: [
        ...trees.map((tree) => `A tall ${tree} stands there`),
        ...leaves.map((leaf) => `Story number ${leaf} begins`),
      ],
      events: 7,
    },
  },
  {
    name: 'dialogues',
    handle: page(
      '<p id="list"></p>',
      `buttons('list', ${JSON.stringify(birds)}, (name) => { at('over').innerHTML = '<div role="dialog"><h2>The ' + name + ' dialogue</h2><p id="row"></p><p id="more"></p></div>';
  buttons2('row', 'More', () => { at('more').textContent = 'Much more of the ' + name; }); buttons2('row', 'Close', () => { at('over').innerHTML = ''; }); });
function buttons2(id, name, run) { const button = document.createElement('button'); button.textContent = name; button.onclick = run; at(id).append(button); }`,
    ),
    truth: {
      texts: birds.flatMap((bird) => [`The ${bird} dialogue`, `Much more of the ${bird}`]),
      events: 8,
    },
  },
  {
    name: 'toolbar',
    handle: page(
      `<style>.on{background:#cde}</style><p><button id="info">Info</button><button id="past">History</button></p><table id="rows">${people.map((name) => `<tr data-name="${name}"><td>${name}</td><td>staff</td></tr>`).join('')}</table>`,
      `let chosen = null;
at('rows').onclick = (event) => { const row = event.target.closest('tr'); if (!row) return; chosen = row.dataset.name; at('over').innerHTML = '';
  for (const other of at('rows').rows) other.className = other === row ? 'on' : ''; };
show('info', () => chosen ? 'Who ' + chosen + ' is at home' : 'Select a row');
show('past', () => chosen ? 'What ' + chosen + ' did before' : 'Select a row');`,
    ),
    truth: {
      texts: people.flatMap((name) => [`Who ${name} is at home`, `What ${name} did before`]),
      events: 18,
    },
  },
  {
    name: 'fetched',
    handle: page(
      '<p id="towns"></p><p id="kinds"></p><main id="data"></main>',
      `let town = 'Rome', kind = 'Traffic';
const load = async () => { const answer = await fetch('/data?town=' + town + '&kind=' + kind); at('data').textContent = (await answer.json()).text; };
buttons('towns', ${JSON.stringify(towns)}, (name) => { town = name; load(); });
buttons('kinds', ${JSON.stringify(kinds)}, (name) => { kind = name; load(); }); load();`,
    ),
    truth: { texts: both(towns, kinds, (town, kind) => `Data on ${kind} of ${town} today`), events: 8 },
  },
];
