import type { Handler, Truth } from '../suite.ts';
import { pages } from './site.ts';

const items = ['Lamp', 'Chair', 'Kettle', 'Mirror', 'Table'];
const colours = ['red', 'green', 'blue'];
const goods = ['Wine', 'Beer', 'Milk'];
const parts = ['North', 'South', 'West'];
const cities: Readonly<Record<string, readonly string[]>> = {
  France: ['Paris', 'Lyon'],
  Spain: ['Madrid', 'Toledo'],
  Italy: ['Rome', 'Turin'],
};

/** Makes buttons of names; what is over the page goes when another is chosen. */
export const making = `
const at = (id) => document.getElementById(id);
const buttons = (id, names, choose) => { for (const name of names) { const button = document.createElement('button');
  button.textContent = name; button.addEventListener('click', () => { at('over').innerHTML = ''; choose(name, button); }); at(id).append(button); } };
const show = (id, text) => at(id).addEventListener('click', () => { at('over').innerHTML = '<p>' + text() + '</p>'; });`;

function scripted(body: string, script: string): Handler {
  return pages((path) =>
    path === '/' ? `${body}<div id="over"></div><script>${making}${script}</script>` : null,
  );
}

function pairs(
  ones: readonly string[],
  others: readonly string[],
  text: (one: string, other: string) => string,
) {
  return ones.flatMap((one) => others.map((other) => text(one, other)));
}

/** Pages on which what an action shows depends on what was chosen elsewhere on the page, and all that they can show. */
export const choices: readonly { readonly name: string; readonly handle: Handler; readonly truth: Truth }[] =
  [
    {
      name: 'beside',
      handle: scripted(
        '<p><button id="say">Reviews</button> <button id="weigh">Weight</button></p><p id="list"></p><section id="about"></section>',
        `let chosen = null;
buttons('list', ${JSON.stringify(items)}, (name) => { chosen = name; at('about').textContent = 'All about the ' + name; });
show('say', () => chosen ? 'What people say of the ' + chosen : 'Nothing chosen');
show('weigh', () => chosen ? 'What to know of the weight of the ' + chosen : 'Nothing chosen');`,
      ),
      truth: {
        texts: items.flatMap((name) => [
          `All about the ${name}`,
          `say of the ${name}`,
          `weight of the ${name}`,
        ]),
        events: 15,
      },
    },
    {
      name: 'two-lists',
      handle: scripted(
        '<p id="things"></p><p id="colours"></p><section id="one"></section><section id="two"></section><p><button id="offer">Offer</button></p>',
        `let thing = 'nothing', colour = 'plain';
buttons('things', ${JSON.stringify(items)}, (name) => { thing = name; at('one').textContent = 'All about the ' + name; });
buttons('colours', ${JSON.stringify(colours)}, (name) => { colour = name; at('two').textContent = 'The colour ' + name + ' is fine'; });
show('offer', () => 'Offer for ' + thing + ' painted ' + colour);`,
      ),
      truth: {
        texts: [
          ...items.map((name) => `All about the ${name}`),
          ...colours.map((name) => `The colour ${name} is fine`),
          ...pairs(items, colours, (name, colour) => `Offer for ${name} painted ${colour}`),
        ],
        events: 33,
      },
    },
    {
      name: 'tab-select',
      handle: scripted(
        `<p id="tabs"></p><select id="part">${parts.map((part) => `<option>${part}</option>`).join('')}</select><main id="sales"></main><button id="more">Details</button>`,
        `let good = 'Wine';
const draw = () => { at('over').innerHTML = ''; at('sales').textContent = 'Sales of ' + good + ' in the ' + at('part').value + ' were fine'; };
buttons('tabs', ${JSON.stringify(goods)}, (name) => { good = name; draw(); });
at('part').addEventListener('change', draw);
show('more', () => 'The details for ' + good + ' in the ' + at('part').value + ' are long');
draw();`,
      ),
      truth: {
        texts: [
          ...pairs(goods, parts, (good, part) => `Sales of ${good} in the ${part}`),
          ...pairs(goods, parts, (good, part) => `details for ${good} in the ${part}`),
        ],
        events: 20,
      },
    },
    {
      name: 'marked',
      handle: scripted(
        '<style>.on{font-weight:bold}</style><p id="list"></p><p><button id="here">Show</button> <button id="facts">Facts</button></p>',
        `let chosen = null;
buttons('list', ${JSON.stringify(items)}, (name, button) => { chosen = name; for (const other of at('list').children) other.className = other === button ? 'on' : ''; });
show('here', () => chosen ? 'Here is the ' + chosen : 'Nothing is chosen');
show('facts', () => chosen ? 'These are facts of the ' + chosen : 'Nothing is chosen');`,
      ),
      truth: {
        texts: items.flatMap((name) => [`Here is the ${name}`, `facts of the ${name}`]),
        events: 15,
      },
    },
    {
      name: 'levels',
      handle: scripted(
        '<p id="countries"></p><p id="cities"></p><section id="place"></section><p><button id="sky">Weather</button></p>',
        `const cities = ${JSON.stringify(cities)};
let here = null;
buttons('countries', Object.keys(cities), (country) => { here = country; at('place').textContent = 'The country of ' + country; at('cities').innerHTML = '';
  buttons('cities', cities[country], (city) => { here = city; at('place').textContent = 'The city of ' + city; }); });
show('sky', () => here ? 'Sun and rain over ' + here : 'No place');`,
      ),
      truth: {
        texts: [
          ...Object.keys(cities).map((country) => `The country of ${country}`),
          ...Object.values(cities).flatMap((names) => names.map((city) => `The city of ${city}`)),
          ...[...Object.keys(cities), ...Object.values(cities).flat()].map((name) => `rain over ${name}`),
        ],
        events: 18,
      },
    },
  ];
