import { Dice } from '../../../test/dice.ts';

/** A page of a made site with what is true of it. */
export interface MadePage {
  readonly name: string;
  readonly html: string;
  readonly truth: Readonly<Record<string, readonly string[]>>;
}

/** A made site: things of one kind in one layout. */
export interface MadeSite {
  readonly name: string;
  readonly vertical: string;
  readonly pages: readonly MadePage[];
  readonly attributes: readonly string[];
}

const split = (text: string) => text.split('|');
const first = split('Ann|Bruno|Carla|Dmitri|Elena|Femi|Greta|Hugo|Ines|Jonas|Kaya|Luis|Mina|Nils|Olga|Pavel');
const last = split(
  'Abara|Berg|Castillo|Dorn|Eriksen|Fontaine|Grant|Hale|Ito|Jansen|Kowal|Lund|Moreau|Novak|Okafor|Price',
);
const nouns = split(
  'River|Garden|Winter|Mirror|Harbor|Lantern|Orchard|Station|Feather|Canyon|Letter|Bridge|Island|Thunder',
);
const towns = split(
  'Portland, OR|Austin, TX|Madison, WI|Boise, ID|Savannah, GA|Tucson, AZ|Albany, NY|Fresno, CA',
);
const streets = split(
  'Oak Street|Main Street|Lake Avenue|Pine Road|Mill Lane|Hill Drive|Market Street|Park Avenue',
);
const months = split('January|February|March|April|May|June|July|August|September|October|November|December');

type Make = (dice: Dice) => readonly string[];
const one =
  (make: (dice: Dice) => string): Make =>
  (dice) => [make(dice)];
const person = one((dice) => `${dice.of(first)} ${dice.of(last)}`);
const date = one((dice) => `${dice.of(months)} ${1 + dice.below(28)}, ${1990 + dice.below(35)}`);
const phone = one((dice) => `(${210 + dice.below(700)}) ${200 + dice.below(700)}-${1000 + dice.below(9000)}`);
const address = one((dice) => `${10 + dice.below(990)} ${dice.of(streets)}, ${dice.of(towns)}`);

/** An attribute: how it is made, and what sites call it. */
interface Attribute {
  readonly make: Make;
  readonly labels: readonly string[];
}

const attribute = (labels: string, make: Make): Attribute => ({ labels: split(labels), make });

/** Things by vertical; the first attribute names them. Labels are what sites of the kind say, not what the program knows. */
const verticals: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  movie: {
    title: attribute(
      'Title',
      one((dice) => `The ${dice.of(nouns)} ${dice.of(split('Road|Keeper|Game|Song|Thief|Hour|Code'))}`),
    ),
    director: attribute('Director|Directed by|Director(s)', person),
    genre: attribute('Genre|Genres|Category', (dice) =>
      dice.some(split('Drama|Comedy|Thriller|Western|Horror|Romance'), 1, 3),
    ),
    mpaa_rating: attribute(
      'MPAA Rating|Rated|Rating',
      one((dice) => dice.of(split('PG|PG-13|R|G|NC-17'))),
    ),
    runtime: attribute(
      'Running time|Runtime|Length',
      one((dice) => `${80 + dice.below(90)} min`),
    ),
  },
  player: {
    name: attribute('Name|Player', person),
    team: attribute(
      'Team|Club',
      one(
        (dice) =>
          `${dice.of(split('Boston|Chicago|Denver|Miami|Utah'))} ${dice.of(split('Hawks|Bears|Kings|Comets'))}`,
      ),
    ),
    height: attribute(
      'Height|Ht.',
      one((dice) => `${5 + dice.below(2)}-${dice.below(12)}`),
    ),
    weight: attribute(
      'Weight|Wt.',
      one((dice) => `${170 + dice.below(110)} lbs`),
    ),
    position: attribute(
      'Position|Pos.',
      one((dice) => dice.of(split('Guard|Forward|Center'))),
    ),
  },
  restaurant: {
    name: attribute(
      'Name|Restaurant',
      one(
        (dice) => `${dice.of(last)}'s ${dice.of(nouns)} ${dice.of(split('Grill|Kitchen|Table|Bistro|Cafe'))}`,
      ),
    ),
    address: attribute('Address|Location|Where', address),
    phone: attribute('Phone|Tel.|Telephone', phone),
    cuisine: attribute(
      'Cuisine|Cuisines|Food type',
      one((dice) => dice.of(split('Italian|Thai|Mexican|French|Indian|Greek'))),
    ),
  },
  university: {
    name: attribute(
      'Name|Institution',
      one(
        (dice) =>
          `${dice.of(split('University of|College of|Institute of'))} ${dice.of(last)} ${dice.of(nouns)}`,
      ),
    ),
    phone: attribute('Phone|General information|Telephone', phone),
    website: attribute(
      'Website|Web site|Home page',
      one((dice) => `www.${dice.of(last).toLowerCase()}${dice.below(99)}.edu`),
    ),
    type: attribute(
      'Type|Type of school|Institution type',
      one((dice) => dice.of(split('Public|Private, not for profit|Private'))),
    ),
  },
  event: {
    title: attribute(
      'Event',
      one(
        (dice) =>
          `${dice.of(nouns)} ${dice.of(split('Festival|Concert|Workshop|Fair|Marathon'))} ${dice.of(nouns)}`,
      ),
    ),
    date: attribute('Date|When', date),
    venue: attribute(
      'Venue|Where',
      one((dice) => `${dice.of(nouns)} Hall`),
    ),
    organizer: attribute('Organizer|Hosted by', person),
    ticket_price: attribute(
      'Tickets|Ticket price|Admission',
      one((dice) => `$${5 + dice.below(90)}.00`),
    ),
  },
  recipe: {
    name: attribute(
      'Recipe',
      one(
        (dice) =>
          `${dice.of(split('Roasted|Spicy|Creamy|Grilled'))} ${dice.of(nouns)} ${dice.of(split('Soup|Stew|Salad|Pie'))}`,
      ),
    ),
    author: attribute('By|Author|Recipe by', person),
    prep_time: attribute(
      'Prep time|Preparation|Prep',
      one((dice) => `${5 * (1 + dice.below(10))} min`),
    ),
    servings: attribute(
      'Servings|Serves|Yield',
      one((dice) => `${2 + dice.below(8)}`),
    ),
    ingredients: attribute('Ingredients', (dice) =>
      dice.some(split('2 onions|1 cup rice|3 eggs|200 g flour|1 lemon|salt|butter|4 tomatoes'), 3, 6),
    ),
  },
  house: {
    address: attribute('Address', address),
    price: attribute(
      'Price|List price|Asking price',
      one((dice) => `$${150 + dice.below(700)},${100 + dice.below(899)}`),
    ),
    bedrooms: attribute(
      'Bedrooms|Beds',
      one((dice) => `${1 + dice.below(6)}`),
    ),
    bathrooms: attribute(
      'Bathrooms|Baths',
      one((dice) => `${1 + dice.below(4)}`),
    ),
    year_built: attribute(
      'Year built|Built',
      one((dice) => `${1900 + dice.below(120)}`),
    ),
  },
};

interface Row {
  readonly attribute: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** Attributes of which a site may have several values are links on all pages. */
const linked = ({ attribute: name, values }: Row) =>
  !/^(?:genre|ingredients)$/.test(name)
    ? values[0]
    : values.map((value) => `<a href="/x">${value}</a>`).join(', ');

/** How rows of label and value are laid out. */
const layouts: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  table: (rows) =>
    `<table>${rows.map((row) => `<tr><th>${row.label}</th><td>${linked(row)}</td></tr>`).join('')}</table>`,
  dl: (rows) =>
    `<dl>${rows.map(({ label, values }) => `<dt>${label}</dt>${values.map((value) => `<dd>${value}</dd>`).join('')}`).join('')}</dl>`,
  inline: (rows) => rows.map((row) => `<p><b>${row.label}:</b> ${linked(row)}</p>`).join(''),
  items: (rows) =>
    `<ul>${rows.map(({ label, values }) => `<li>${label}: ${values.join(', ')}</li>`).join('')}</ul>`,
  headings: (rows) =>
    rows
      .map(
        ({ label, values }) =>
          `<h3>${label}</h3>${values.length > 1 ? `<ul>${values.map((value) => `<li>${value}</li>`).join('')}</ul>` : `<p>${values[0]}</p>`}`,
      )
      .join(''),
  below: (rows) =>
    `<div class="facts">${rows.map((row) => `<div><span>${linked(row)}</span><small>${row.label}</small></div>`).join('')}</div>`,
  microdata: (rows) =>
    `<div itemscope>${rows.map(({ attribute: key, values }) => values.map((value) => `<span itemprop="${key}">${value}</span>`).join(' ')).join('<br>')}</div>`,
  columns: (rows) =>
    `<table><tr>${rows.map(({ label }) => `<td>${label}</td>`).join('')}</tr><tr>${rows.map((row) => `<td>${linked(row)}</td>`).join('')}</tr></table>`,
};

/** How a page says what it is about. */
const headings: readonly ((name: string, site: string) => readonly [title: string, heading: string])[] = [
  (name, site) => [`${name} - ${site}`, `<h1>${name}</h1>`],
  (name, site) => [`${site}: ${name} Info Page`, `<h2>${name} Info Page</h2>`],
  (name, site) => [`${name} | ${site}`, `<div class="head"><b>${name}</b></div>`],
];

const pagesPerSite = 16;

/** Sites of seven verticals, each in every layout, that nobody's words or weights were made from. */
export function madeSites(): readonly MadeSite[] {
  return Object.keys(verticals).flatMap((vertical, row) =>
    Object.keys(layouts).map((layout, column) => madeSite(vertical, layout, row * 31 + column * 7 + 1)),
  );
}

function madeSite(vertical: string, layout: string, seed: number): MadeSite {
  const dice = new Dice(seed * 2_654_435);
  const attributes = Object.entries(verticals[vertical] ?? {});
  const things = Array.from({ length: pagesPerSite }, () =>
    Object.fromEntries(attributes.map(([name, { make }]) => [name, make(dice)])),
  );
  const labels = new Map(attributes.map(([name, own]) => [name, dice.of(own.labels)]));
  const heading = dice.of(headings);
  const [named = ''] = attributes.map(([name]) => name);
  const pages = things.map((thing, at): MadePage => {
    const [title, head] = heading(thing[named]?.[0] ?? '', `${vertical}base`);
    const rows = attributes.slice(1).map(([name]) => ({
      attribute: name,
      label: labels.get(name) ?? name,
      values: thing[name] ?? [],
    }));
    const others = [1, 2, 3, 4].map((step) => things[(at * 5 + step) % things.length]?.[named]?.[0] ?? '');
    const html = `<html><head><title>${title}</title></head><body>
      <div id="nav"><a href="/">Home</a> <a href="/all">Browse all</a> <a href="/help">Help</a></div>
      <div id="main">${head}<p>Add to favorites</p>${(layouts[layout] as (some: readonly Row[]) => string)(rows)}</div>
      <div id="more"><h4>You may also like</h4><ul>${others.map((other) => `<li><a href="/t/${other.length}">${other}</a></li>`).join('')}</ul></div>
      <div id="foot">Questions? Call (555) 010-0199. Copyright 2024 ${vertical}base, 1 Server Street, Reno, NV</div>
      </body></html>`;
    return { name: `${at}`, html, truth: thing };
  });
  return { name: `${vertical} ${layout}`, vertical, pages, attributes: attributes.map(([name]) => name) };
}
