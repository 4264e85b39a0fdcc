import { nestedMakes } from './nested.ts';
import type { Fill, Make } from './page.ts';

/** Lays out so many records, each by one function. */
function each(count: number, one: (nth: number) => readonly [html: string, ...values: string[]]) {
  const all = Array.from({ length: count }, (_, nth) => one(nth));
  return { html: all.map(([html]) => html), records: all.map(([, ...values]) => values) };
}

function laid(
  name: string,
  one: (fill: Fill, nth: number) => readonly [html: string, ...values: string[]],
  around: (rows: readonly string[], fill: Fill) => string = (rows) => `<div>${rows.join('\n')}</div>`,
  more: Partial<Make> = {},
): Make {
  return {
    name,
    ...more,
    lay(fill, count) {
      const { html, records } = each(count, (nth) => one(fill, nth));
      return { html: around(html, fill), records };
    },
  };
}

const image = (nth: number) => `<img src="/i/${nth}.jpg" alt="">`;

/** Ways in which sites lay out lists of records. */
export const makes: readonly Make[] = [
  laid('quotes', ({ sentence, pick, language }, nth) => {
    const [text, author] = [`“${sentence(11)}”`, pick(language.people)];
    const tags = Array.from(
      { length: 1 + (nth % 4) },
      (_, at) => `<a class="tag" href="/tag/${at}">${language.words[(nth + at) % 20]}</a>`,
    );
    return [
      `<div class="quote"><span class="text">${text}</span><span>by <small class="author">${author}</small> <a href="/author/${encodeURIComponent(author)}">(about)</a></span><div class="tags">Tags: ${tags.join(' ')}</div></div>`,
      text,
      author,
    ];
  }),
  laid(
    'cards-h5',
    ({ thing, price, language }, nth) => {
      const [name, cost] = [thing(nth), price()];
      return [
        `<div class="col-4"><div class="card">${image(nth)}<div class="card-body"><h5 class="card-title">${name}</h5><p class="price">${cost}</p><a class="btn" href="/p/${nth}">${language.more}</a></div></div></div>`,
        name,
        cost,
      ];
    },
    (rows) => `<div class="row">${rows.join('')}</div>`,
  ),
  laid(
    'cards-in-rows',
    ({ thing, price, language }, nth) => {
      const [name, cost] = [thing(nth), price()];
      return [
        `<td align="center"><a href="/p/${nth}">${image(nth)}</a><br><b>${name}</b><br>${cost}<br><input type="button" value="${language.more}"></td>`,
        name,
        cost,
      ];
    },
    (rows) =>
      `<table>${Array.from({ length: Math.ceil(rows.length / 3) }, (_, at) => `<tr>${rows.slice(at * 3, at * 3 + 3).join('')}</tr>`).join('')}</table>`,
  ),
  laid(
    'price-first',
    ({ thing, price, sentence }, nth) => {
      const [name, cost] = [thing(nth), price()];
      return [
        `<li><span class="p">${cost}</span><a href="/p/${nth}"><img src="/${nth}.png" alt="${name}"></a><h3><a href="/p/${nth}">${name}</a></h3><p>${sentence(8)}</p></li>`,
        name,
        cost,
      ];
    },
    (rows) => `<ul class="products">${rows.join('')}</ul>`,
  ),
  laid(
    'table',
    ({ thing, price, date, pick, language }, nth) => {
      const [name, cost, who] = [thing(nth), price(), pick(language.people)];
      return [`<tr><td>${name}</td><td>${who}</td><td>${date()}</td><td>${cost}</td></tr>`, name, who, cost];
    },
    (rows, { language: { menu } }) =>
      `<table border="1"><thead><tr><th>${menu[1]}</th><th>${menu[3]}</th><th>${menu[2]}</th><th>${menu[5]}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  ),
  laid(
    'timetable',
    ({ pick, roll, language }, nth) => {
      const [time, place, line] = [
        `${6 + nth}:${roll(50) + 10}`,
        pick(language.places),
        `IC ${roll(800) + 100}`,
      ];
      return [
        `<tr class="${nth % 2 ? 'odd' : 'even'}"><td>${time}</td><td>${line}</td><td>${place}</td><td>${roll(12) + 1}</td></tr>`,
        time,
        line,
        place,
      ];
    },
    (rows) =>
      `<table class="times"><tr><th>t</th><th>n</th><th>to</th><th>p</th></tr>${rows.join('')}</table>`,
  ),
  laid('results', ({ thing, sentence }, nth) => {
    const [name, text] = [thing(nth), sentence(20)];
    return [
      `<div class="g"><h3><a href="http://e.test/${nth}">${name}</a></h3><cite>e.test/${nth}</cite><p>${text}</p></div>`,
      name,
      text,
    ];
  }),
  laid('results-flat', ({ thing, sentence }, nth) => {
    const [name, text] = [thing(nth), sentence(18)];
    return [
      `<p><a href="/r/${nth}"><b>${name}</b></a><br>${text}<br><font color="green">www.e.test/${nth}</font> - <a href="/c/${nth}">cache</a></p>`,
      name,
      text,
    ];
  }),
  laid('results-unwrapped', ({ thing, sentence }, nth) => {
    const [name, text] = [thing(nth), sentence(18)];
    return [
      `<h4><a href="/r/${nth}">${name}</a></h4><div>${text}</div><div class="meta">${nth + 11} KB</div>`,
      name,
      text,
    ];
  }),
  laid('thread', ({ sentence, pick, date, language }, nth) => {
    const [who, text] = [pick(language.people), sentence(24)];
    return [
      `<div class="post" id="post-${nth}"><div class="author"><a href="/u/${nth}">${who}</a><br>${date()}</div><div class="message"><p>${text}</p>${nth % 3 === 0 ? `<p>${sentence(9)}</p>` : ''}</div><div class="sig">#${nth + 1}</div></div>`,
      who,
      text,
    ];
  }),
  laid(
    'comments-dl',
    ({ sentence, pick, language }, nth) => {
      const [who, text] = [pick(language.people), sentence(16)];
      return [`<dt>${who} (${nth + 1})</dt><dd>${text}</dd>`, text];
    },
    (rows) => `<dl>${rows.join('')}</dl>`,
  ),
  laid(
    'spacer-rows',
    ({ thing, sentence, price }, nth) => {
      const [name, text, cost] = [thing(nth), sentence(10), price()];
      return [
        `<tr><td rowspan="2">${image(nth)}</td><td><a href="/p/${nth}">${name}</a></td><td>${cost}</td></tr><tr><td colspan="2">${text}</td></tr><tr><td colspan="3"><img src="/spacer.gif" height="1"></td></tr>`,
        name,
        text,
        cost,
      ];
    },
    (rows) => `<table>${rows.join('')}</table>`,
  ),
  laid('with-ads', ({ thing, sentence }, nth) => {
    const [name, text] = [thing(nth), sentence(15)];
    const ad = nth % 4 === 2 ? `<div class="promo"><iframe src="/ad"></iframe><small>Ad</small></div>` : '';
    return [
      `<article><h2><a href="/a/${nth}">${name}</a></h2><time>2026-0${(nth % 9) + 1}-12</time><p>${text}</p></article>${ad}`,
      name,
      text,
    ];
  }),
  {
    name: 'grouped',
    lay(fill, count) {
      const { html, records } = each(count, (nth) => {
        const [name, who] = [fill.thing(nth), fill.pick(fill.language.people)];
        return [
          `<li><a href="/e/${nth}">${name}</a> <span class="who">${who}</span> <em>${fill.date()}</em></li>`,
          name,
          who,
        ];
      });
      const groups = Array.from(
        { length: Math.ceil(count / 4) },
        (_, at) =>
          `<h3>${fill.language.places[at % 6]}</h3><ul>${html.slice(at * 4, at * 4 + 4).join('')}</ul>`,
      );
      return { html: `<div class="groups">${groups.join('')}</div>`, records };
    },
  },
  laid('definition-boxes', ({ thing, price, pick, language }, nth) => {
    const [name, who, cost] = [thing(nth), pick(language.people), price()];
    return [
      `<section class="box"><h4>${name}</h4><dl><dt>A</dt><dd>${who}</dd><dt>B</dt><dd>${cost}</dd></dl></section>`,
      name,
      who,
      cost,
    ];
  }),
  laid('bare-divs', ({ thing, price, sentence }, nth) => {
    const [name, text, cost] = [thing(nth), sentence(9), price()];
    return [
      `<div><div><a href="/x/${nth}">${image(nth)}</a></div><div><div>${name}</div><div>${text}</div><div>${cost}</div></div></div>`,
      name,
      text,
      cost,
    ];
  }),
  laid('optional-parts', ({ thing, price, sentence, roll }, nth) => {
    const [name, cost] = [thing(nth), price()];
    return [
      `<div class="item">${roll(2) ? image(nth) : ''}<h3><a href="/o/${nth}">${name}</a></h3>${roll(2) ? `<p class="old"><s>$99.99</s></p>` : ''}<p class="now">${cost}</p>${roll(2) ? `<p class="desc">${sentence(12)}</p>` : ''}<button>+</button></div>`,
      name,
      cost,
    ];
  }),
  // Made while nobody looked at how they come out.
  laid(
    'jobs',
    ({ thing, pick, language, date, sentence }, nth) => {
      const [name, where, text] = [thing(nth), pick(language.places), sentence(14)];
      return [
        `<div class="job-card" data-id="${nth}"><a class="job-link" href="/job/${nth}"><span class="job-title">${name}</span></a><ul class="facts"><li>${where}</li><li>${date()}</li><li>100 %</li></ul><div class="snippet">${text}</div></div>`,
        name,
        where,
        text,
      ];
    },
    undefined,
    { held: true },
  ),
  laid(
    'news-river',
    ({ thing, sentence, date }, nth) => {
      const [name, text] = [thing(nth), sentence(17)];
      return [
        `<div class="teaser ${nth === 0 ? 'big' : 'small'}"><div class="kicker">${date()}</div><a href="/n/${nth}"><h2>${name}</h2></a><p>${text} <a href="/n/${nth}">»</a></p></div>`,
        name,
        text,
      ];
    },
    undefined,
    { held: true },
  ),
  laid(
    'events',
    ({ thing, pick, language, roll }, nth) => {
      const [name, where, time] = [thing(nth), pick(language.places), `${10 + roll(9)}:${roll(50) + 10}`];
      return [
        `<li class="event"><time datetime="2026-05-${10 + nth}"><b>${10 + nth}</b> V</time><div><strong>${name}</strong><br>${where}, ${time}</div></li>`,
        name,
        where,
      ];
    },
    (rows) => `<ol class="agenda">${rows.join('')}</ol>`,
    { held: true },
  ),
  laid(
    'people',
    ({ language, sentence }, nth) => {
      const [who, text] = [`${language.people[nth % 8]} ${nth + 1}`, sentence(6)];
      return [
        `<figure>${image(nth)}<figcaption><strong>${who}</strong><span>${text}</span><a href="mailto:p${nth}@e.test">p${nth}@e.test</a></figcaption></figure>`,
        who,
        text,
      ];
    },
    (rows) => `<div class="team">${rows.join('')}</div>`,
    { held: true },
  ),
  laid(
    'forum-index',
    ({ thing, pick, roll, language, date }, nth) => {
      const [name, who] = [thing(nth), pick(language.people)];
      return [
        `<tr><td class="icon"><img src="/t.gif"></td><td><a href="/t/${nth}">${name}</a><div class="sub">${who}</div></td><td>${roll(90)}</td><td>${roll(900)}</td><td>${date()}<br><a href="/u/${nth}">${pick(language.people)}</a></td></tr>`,
        name,
        who,
      ];
    },
    (rows) =>
      `<table class="forum"><caption>Forum</caption><thead><tr><th></th><th>T</th><th>R</th><th>V</th><th>L</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    { held: true },
  ),
  laid(
    'hr-separated',
    ({ thing, sentence, price }, nth) => {
      const [name, text, cost] = [thing(nth), sentence(13), price()];
      return [`<a href="/h/${nth}"><b>${name}</b></a> ${cost}<br>${text}<hr>`, name, text, cost];
    },
    undefined,
    { held: true },
  ),
  laid(
    'zebra-three-rows',
    ({ thing, sentence, pick, language }, nth) => {
      const [name, who, text] = [thing(nth), pick(language.people), sentence(12)];
      const color = nth % 2 ? '#fff' : '#eee';
      return [
        `<tr bgcolor="${color}"><td>${nth + 1}.</td><td><a href="/z/${nth}">${name}</a></td></tr><tr bgcolor="${color}"><td></td><td>${who}</td></tr><tr bgcolor="${color}"><td></td><td><font size="-1">${text}</font></td></tr>`,
        name,
        who,
        text,
      ];
    },
    (rows) => `<table cellpadding="2">${rows.join('')}</table>`,
    { held: true },
  ),
  laid(
    'reviews',
    ({ sentence, pick, roll, language, date }) => {
      const [who, text] = [pick(language.people), sentence(21)];
      return [
        `<div class="review"><div class="stars" title="${1 + roll(5)}">${'★'.repeat(1 + roll(5))}</div><div class="by">${who} – ${date()}</div><blockquote>${text}</blockquote><div class="vote"><a href="#">+</a> <a href="#">-</a></div></div>`,
        text,
        who,
      ];
    },
    undefined,
    { held: true },
  ),
  laid(
    'custom-elements',
    ({ thing, price, language }, nth) => {
      const [name, cost] = [thing(nth), price()];
      return [
        `<product-tile><a href="/t/${nth}" class="sc-1a2b3c"><div class="sc-9z8y7x">${image(nth)}</div><div class="sc-q1w2e3"><span>${name}</span><span>${cost}</span></div></a><button>${language.more}</button></product-tile>`,
        name,
        cost,
      ];
    },
    (rows) => `<div class="css-0">${rows.join('')}</div>`,
    { held: true },
  ),
  ...nestedMakes,
];
