import { dice, type Language, languages } from './words.ts';

/** A page with a list, and the values that each of its records must have. */
export interface MadePage {
  readonly make: string;
  readonly html: string;
  /** For each record the texts that tell it from the others. */
  readonly records: readonly (readonly string[])[];
}

/** What a make fills its records with. */
export interface Fill {
  readonly language: Language;
  readonly roll: (sides: number) => number;
  readonly pick: (from: readonly string[]) => string;
  /** A name that no other record of the page has. */
  readonly thing: (nth: number) => string;
  readonly sentence: (words: number) => string;
  readonly price: () => string;
  readonly date: () => string;
}

/** How a list is laid out: HTML of its records with what stands between them, and the truth. */
export interface Make {
  readonly name: string;
  /** Made while nobody looked at how its pages come out. */
  readonly held?: true;
  readonly lay: (fill: Fill, count: number) => { readonly html: string; readonly records: string[][] };
}

function fillOf(language: Language, seed: number): Fill {
  const roll = dice(seed);
  const pick = (from: readonly string[]) => from[roll(from.length)] as string;
  const space = /^(?:zh|ja)$/.test(language.code) ? '' : ' ';
  return {
    language,
    roll,
    pick,
    thing: (nth) =>
      `${language.things[(nth + seed) % language.things.length]} ${String.fromCharCode(65 + (nth % 26))}${(seed % 89) * 20 + nth}`,
    sentence: (words) =>
      `${Array.from({ length: words }, () => pick(language.words)).join(space)} ${roll(900) + 100}${language.end}`,
    price: () => `${['$', '€', '£', '¥'][seed % 4]}${roll(90) + 5}.${roll(90) + 10}`,
    date: () => `20${roll(6) + 18}-0${roll(9) + 1}-${roll(18) + 10}`,
  };
}

/** What stands around lists: menus, tag clouds, calendars, options, footers. */
const frames: readonly ((fill: Fill, main: string, title: string) => string)[] = [
  ({ language: { menu }, thing }, main, title) =>
    `<header><nav><ul>${menu.map((name) => `<li><a href="/${encodeURIComponent(name)}">${name}</a></li>`).join('')}</ul></nav></header>
     <div class="container"><div class="row"><div class="col-md-8"><h1>${title}</h1>${main}<nav><ul class="pager"><li><a href="?p=2">2</a></li><li><a href="?p=3">3</a></li><li><a href="?p=4">4</a></li></ul></nav></div>
     <div class="col-md-4 tags-box"><h2>Top</h2>${Array.from({ length: 12 }, (_, nth) => `<span class="tag-item"><a class="tag" href="/tag/${nth}">${thing(nth + 40).split(' ')[0]} ${nth}</a></span>`).join('')}</div></div></div>
     <footer><p>© 2026</p></footer>`,
  ({ language: { menu, words }, roll }, main, title) =>
    `<table width="100%"><tr><td width="150" valign="top">${menu.map((name) => `<a href="/m/${encodeURIComponent(name)}">${name}</a><br>`).join('')}
     <table class="calendar"><tr><th colspan="7">2026-05</th></tr>${Array.from({ length: 5 }, (_, week) => `<tr>${Array.from({ length: 7 }, (__, day) => `<td><a href="/d/${week * 7 + day}">${week * 7 + day + 1}</a></td>`).join('')}</tr>`).join('')}</table></td>
     <td valign="top"><h2>${title}</h2><form><select name="sort">${words.map((word) => `<option>${word}</option>`).join('')}</select><input type="submit"></form>${main}<p align="center"><a href="?s=${roll(9)}">&lt;</a> 1 <a href="?s=2">2</a> <a href="?s=3">3</a></p></td></tr></table>`,
  ({ language: { menu, places }, sentence }, main, title) =>
    `<div id="top"><a href="/">Logo</a>${menu.map((name) => `<span><a href="/n/${encodeURIComponent(name)}">${name}</a></span>`).join(' | ')}</div>
     <main><h1>${title}</h1><p class="intro">${sentence(14)}</p>${main}</main>
     <aside><h3>Places</h3><ul>${places.map((place, nth) => `<li><a href="/place/${nth}">${place}</a> <small>(${nth + 3})</small></li>`).join('')}</ul></aside>
     <div id="foot"><div class="links">${menu.map((name) => `<a href="/f/${encodeURIComponent(name)}">${name}</a>`).join('')}</div><p>${sentence(18)}</p></div>`,
];

/** One page of a make. */
export function madePage({ name, lay }: Make, variant: number, page = 0): MadePage {
  const language = languages[variant % languages.length] as Language;
  const signs = [...`${name} ${variant} ${page}`];
  const seed = signs.reduce((sum, sign) => Math.imul(sum, 31) + sign.charCodeAt(0), 7) >>> 0;
  const fill = fillOf(language, seed % 100_003);
  const { html, records } = lay(fill, 7 + (seed % 9));
  const frame = frames[variant % frames.length] as (typeof frames)[number];
  // What stands around is the same on all pages of a site.
  const around = fillOf(language, variant + 1);
  const title = `${language.menu[1]} ${page + 1}`;
  return {
    make: `${name}-${language.code}`,
    html: `<!doctype html><html lang="${language.code}"><head><meta charset="utf-8"><title>${title}</title></head><body>${frame(around, html, title)}</body></html>`,
    records,
  };
}
