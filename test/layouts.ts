/** Pages with lists in the usual layouts, for the tests: what each shows, and what its records must be. */

/** One thing that a list tells of. */
export interface Thing {
  readonly title: string;
  readonly link: string;
  readonly text: string;
  readonly more: string;
  readonly price: string;
  readonly who: string;
}

/** A way to lay out a list. */
export interface Layout {
  readonly name: string;
  /** Known not to give these records (docs/extract.md says so). */
  readonly open?: true;
  /** The page, and what it is to give: the texts of each record. */
  readonly page: (things: readonly Thing[], nth: number) => Shown;
}

/** A page and the texts of its records, in their order. */
export interface Shown {
  readonly html: string;
  readonly records: readonly (readonly string[])[];
}

const nouns = 'lamp chair table shelf clock mirror carpet basket kettle pillow drawer ladder'.split(' ');
const looks = 'red round small folding quiet heavy plain striped oak wicker iron paper'.split(' ');
const people = 'Ada Bob Cleo Dan Eve Finn Gus Hal Ida Jo Kim Lou Max Nia'.split(' ');

/** Things that differ in everything, other ones on each page. */
export function thingsOf(page: number, count: number): readonly Thing[] {
  return Array.from({ length: count }, (_, nth) => {
    const at = page * 31 + nth * 7;
    const title = `${looks[at % looks.length]} ${nouns[(at + nth) % nouns.length]} ${page}${nth}`;
    return {
      title,
      link: `/thing/${page}-${nth}`,
      text: `The ${title} stands in the ${nouns[(at * 5 + 3) % nouns.length]} room of house ${at}`,
      more: `It was made in ${1900 + (at % 90)} out of ${looks[(at + 5) % looks.length]} parts ${at}`,
      price: `$${at + 3}.${10 + (at % 80)}`,
      who: `${people[at % people.length]}${at}`,
    };
  });
}

const around = (body: string, nth: number) =>
  `<!doctype html><title>Things</title><div id=top><a href=/>Home</a> <a href=/about>About us</a></div><h1>Things of page ${nth}</h1>${body}<div id=foot><p>All rights reserved by the shop of things</p></div>`;

const each = (things: readonly Thing[], show: (thing: Thing, at: number) => string, between = '') =>
  things.map(show).join(between);

const link = ({ link: href, title }: Thing) => `<a href="${href}">${title}</a>`;

function layout(
  name: string,
  html: (things: readonly Thing[], nth: number) => string,
  record: (thing: Thing, at: number) => readonly string[],
  open?: true,
): Layout {
  return {
    name,
    ...(open && { open }),
    page: (things, nth) => ({ html: around(html(things, nth), nth), records: things.map(record) }),
  };
}

/** A page with a menu that all pages share and a pager that differs from page to page. */
export function surrounded(things: readonly Thing[], nth: number): string {
  const menu = ['Home', 'News', 'Shop', 'Jobs', 'Press', 'Contact']
    .map((name) => `<li><a href="/${name}">${name}</a></li>`)
    .join('');
  const pager = Array.from({ length: 3 + nth }, (_, at) => `<a href="?page=${at + 1}">${at + 1}</a>`).join(
    ' ',
  );
  const items = each(things, (thing) => `<li><h3>${link(thing)}</h3><b>${thing.price}</b></li>`);
  return around(`<ul class=menu>${menu}</ul><ul class=hits>${items}</ul><p class=pager>${pager}</p>`, nth);
}

/** Every layout with what is right. */
export const layouts: readonly Layout[] = [
  layout(
    'title, subtext and spacer rows',
    (things) =>
      `<table class=itemlist>${each(
        things,
        (thing, at) =>
          `<tr class=athing id=i${at}><td class=title><span class=rank>${at + 1}.</span></td><td class=votelinks><a href="/vote?${at}"><div class=arrow title=upvote></div></a></td><td class=title><span class=titleline>${link(thing)}</span></td></tr><tr><td colspan=2></td><td class=subtext><span class=score>${thing.price}</span> by <a href="/user?${thing.who}" class=hnuser>${thing.who}</a> <a href="/hide">hide</a></td></tr><tr class=spacer style="height:5px"></tr>`,
      )}<tr class=morespace></tr><tr><td colspan=2></td><td class=title><a href="?p=2" class=morelink>More</a></td></tr></table>`,
    ({ title, price, who }) => [title, price, who],
  ),
  layout(
    'rows without classes: title, subtext, spacer',
    (things) =>
      `<table>${each(
        things,
        (thing, at) =>
          `<tr><td>${at + 1}.</td><td>${link(thing)}</td></tr><tr><td></td><td>${thing.price} by <i>${thing.who}</i></td></tr><tr><td colspan=2></td></tr>`,
      )}</table>`,
    ({ title, price, who }) => [title, `${price} by`, who],
  ),
  layout(
    'striped rows below a header',
    (things) =>
      `<table><tr><th>Name</th><th>Price</th></tr>${each(things, (thing, at) => `<tr class=${at % 2 ? 'odd' : 'even'} id=row${at}><td>${link(thing)}</td><td>${thing.price}</td></tr>`)}</table>`,
    ({ title, price }) => [title, price],
  ),
  layout(
    'header row, then pairs of rows',
    (things) =>
      `<table><tr><th>Name</th><th>Price</th></tr>${each(
        things,
        (thing) =>
          `<tr><td>${link(thing)}</td><td>${thing.price}</td></tr><tr><td colspan=2>${thing.text}</td></tr>`,
      )}</table>`,
    ({ title, price, text }) => [title, price, text],
  ),
  layout(
    'header row, then pairs of rows of one make',
    (things) =>
      `<table><tr><th>Name</th><th>Price</th></tr>${each(
        things,
        (thing) =>
          `<tr><td>${thing.title}</td><td>${thing.price}</td></tr><tr><td>${thing.text}</td><td>${thing.who}</td></tr>`,
      )}</table>`,
    ({ title, price, text, who }) => [title, price, text, who],
    true,
  ),
  layout(
    'header row, then triples of rows',
    (things) =>
      `<table><tr><th>Name</th><th>Price</th></tr>${each(
        things,
        (thing) =>
          `<tr><td>${link(thing)}</td><td>${thing.price}</td></tr><tr><td colspan=2>${thing.text}</td></tr><tr><td colspan=2><em>${thing.more}</em></td></tr>`,
      )}</table>`,
    ({ title, price, text, more }) => [title, price, text, more],
  ),
  layout(
    'definitions with one to three dd',
    (things) =>
      `<dl>${each(
        things,
        (thing, at) =>
          `<dt>${link(thing)}</dt>${[thing.text, thing.more, thing.who]
            .slice(0, 1 + (at % 3))
            .map((text) => `<dd>${text}</dd>`)
            .join('')}`,
      )}</dl>`,
    ({ title, text, more, who }, at) => [title, ...[text, more, who].slice(0, 1 + (at % 3))],
  ),
  layout(
    'cards in rows of three',
    (things) =>
      `<div class=container>${Array.from({ length: Math.ceil(things.length / 3) }, (_, row) => `<div class=row>${each(things.slice(row * 3, row * 3 + 3), (thing) => `<div class="col-md-4"><div class=card><h5>${link(thing)}</h5><p>${thing.text}</p><span class=price>${thing.price}</span></div></div>`)}</div>`).join('')}</div>`,
    ({ title, text, price }) => [title, text, price],
  ),
  layout(
    'table with rowspan',
    (things) =>
      `<table><tr><th>Name</th><th>Kind</th><th>Price</th></tr>${each(things, (thing) => `<tr><td rowspan=2>${link(thing)}</td><td>new</td><td>${thing.price}</td></tr><tr><td>${thing.more}</td><td>${thing.who}</td></tr>`)}</table>`,
    ({ title, price, more, who }) => [title, price, more, who],
  ),
  layout(
    'table with group header rows',
    (things, nth) =>
      `<table><tr><th>Name</th><th>Price</th></tr>${each(things, (thing, at) => `${at % 3 === 0 ? `<tr class=group><th colspan=2>Group ${nth}${looks[at]}</th></tr>` : ''}<tr><td>${link(thing)}</td><td>${thing.price}</td></tr>`)}</table>`,
    ({ title, price }) => [title, price],
  ),
  layout(
    'headings over groups of items',
    (things, nth) =>
      `<div>${each(things, (thing, at) => `${[0, 2, 3, 7].includes(at) ? `<h2>Part ${nth} ${thing.who}</h2>` : ''}<div class=item><h3>${link(thing)}</h3><p>${thing.text}</p></div>`)}</div>`,
    ({ title, text }) => [title, text],
  ),
  layout(
    'advertisements between items',
    (things) =>
      `<div class=list>${each(things, (thing, at) => `${at % 3 === 2 ? `<div class="promo"><img src="/p${at}.gif"><b>Buy now, ${thing.more}!</b></div>` : ''}<div class=item><h3>${link(thing)}</h3><p>${thing.text}</p></div>`)}</div>`,
    ({ title, text }) => [title, text],
  ),
  layout(
    'items with an image now and then',
    (things) =>
      `<ul class=list>${each(things, (thing, at) => `<li>${at % 2 ? `<a href="${thing.link}"><img src="/img/${thing.who}.jpg" alt="picture"></a>` : ''}<h3>${link(thing)}</h3><p>${thing.text}</p><b>${thing.price}</b></li>`)}</ul>`,
    ({ title, text, price }) => [title, text, price],
  ),
  layout(
    'a featured first item',
    (things) =>
      `<div class=news>${each(things, (thing, at) => (at === 0 ? `<div class="item featured"><img src="/big/${thing.who}.jpg"><h2>${link(thing)}</h2><p>${thing.text}</p><p class=more>${thing.more}</p><span class=by>${thing.who}</span></div>` : `<div class=item><h3>${link(thing)}</h3><p>${thing.text}</p><span class=by>${thing.who}</span></div>`))}</div>`,
    ({ title, text, who }) => [title, text, who],
  ),
  layout(
    'nested comments',
    (things) =>
      `<div class=comments>${nested(things, (thing, replies) => `<div class=comment><span class=by>${thing.who}</span><p>${thing.text}</p><div class=replies>${replies}</div></div>`)}</div>`,
    ({ who, text }) => [who, text],
    true,
  ),
  layout(
    'posts with quotes',
    (things) =>
      `<div class=thread>${each(things, (thing, at) => `<div class=post><div class=author>${thing.who}</div><div class=body>${at % 2 ? `<blockquote>said before: ${things[at - 1]?.more}</blockquote>` : ''}<p>${thing.text}</p>${at % 3 === 1 ? `<blockquote>and again ${at}</blockquote><p>${thing.more}</p>` : ''}</div></div>`)}</div>`,
    ({ who, text }) => [who, text],
  ),
  layout(
    'headings with paragraphs, nothing around',
    (things) =>
      `<div>${each(things, (thing, at) => `<h3>${thing.title}</h3><p>${thing.text}</p>${at % 2 ? `<p>${thing.more}</p>` : ''}`)}</div>`,
    ({ title, text, more }, at) => (at % 2 ? [title, text, more] : [title, text]),
  ),
  layout(
    'links with headings and paragraphs, in the body',
    (things) =>
      each(
        things,
        (thing, at) => `<h3>${link(thing)}</h3><p>${thing.text}</p>${at % 2 ? `<p>${thing.more}</p>` : ''}`,
      ),
    ({ title, text, more }, at) => (at % 2 ? [title, text, more] : [title, text]),
  ),
  layout(
    'texts with line breaks',
    (things) =>
      `<p>${each(things, (thing) => `${link(thing)}<br>${thing.text}<br>${thing.price}<br><br>`)}</p>`,
    ({ title, text, price }) => [title, text, price],
  ),
  layout(
    'one text for each line',
    (things) => `<div class=names>${each(things, (thing) => `${thing.title}<br>`)}</div>`,
    ({ title }) => [title],
  ),
  layout(
    'items with rules between',
    (things) =>
      `<div>${each(things, (thing) => `<h4>${link(thing)}</h4><p>${thing.text}</p><small>${thing.who}</small>`, '<hr>')}</div>`,
    ({ title, text, who }) => [title, text, who],
  ),
  layout(
    'links with bars between',
    (things) => `<p class=links>${each(things, link, ' | ')}</p>`,
    ({ title }) => [title],
  ),
  layout(
    'a calendar',
    (things) =>
      `<table class=cal><tr><th>Mo</th><th>Tu</th><th>We</th></tr>${Array.from({ length: Math.ceil(things.length / 3) }, (_, row) => `<tr>${each(things.slice(row * 3, row * 3 + 3), (thing, at) => `<td class=day><b>${row * 3 + at + 1}</b><a href="${thing.link}">${thing.title}</a></td>`)}</tr>`).join('')}</table>`,
    ({ title }) => [title],
  ),
  layout(
    'columns are the items',
    (things) =>
      `<table><tr><th>Name</th>${each(things, (thing) => `<td>${link(thing)}</td>`)}</tr><tr><th>Price</th>${each(things, (thing) => `<td>${thing.price}</td>`)}</tr><tr><th>Seller</th>${each(things, (thing) => `<td>${thing.who}</td>`)}</tr></table>`,
    ({ title, price, who }) => [title, price, who],
    true,
  ),
];

function nested(things: readonly Thing[], show: (thing: Thing, replies: string) => string): string {
  // Each second one answers the one before it, each fourth the answer.
  const from = (at: number, depth: number): [string, number] => {
    let html = '';
    let next = at;
    while (next < things.length) {
      const level = [0, 1, 0, 1, 2][next % 5] as number;
      if (level < depth) break;
      const own = things[next] as Thing;
      const [inner, end] = from(next + 1, depth + 1);
      html += show(own, inner);
      next = end;
    }
    return [html, next];
  };
  return from(0, 0)[0];
}
