import type { Fill, Make } from './page.ts';

/** Lists that are cut by headings, and trees of replies: what one page says of each record. */
interface Said {
  readonly who: string;
  readonly text: string;
  readonly name: string;
  readonly date: string;
}

function saidOn({ thing, pick, language, sentence, date }: Fill, count: number): readonly Said[] {
  return Array.from({ length: count }, (_, nth) => ({
    name: thing(nth),
    who: pick(language.people),
    text: sentence(14),
    date: date(),
  }));
}

/** Records in groups of three, one and two. */
function inGroups<T>(all: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (let at = 0; at < all.length; at += groups.at(-1)?.length ?? 1)
    groups.push(all.slice(at, at + ([3, 1, 2][groups.length % 3] as number)));
  return groups;
}

/** Each record holds those that answer it: the parent of each is one or two before it. */
function inTree(count: number, write: (nth: number, inner: string) => string): string {
  const kids = Array.from({ length: count }, () => [] as number[]);
  const tops: number[] = [];
  for (let nth = 0; nth < count; nth++)
    (nth % 4 === 0 ? tops : (kids[nth - 1 - (nth % 2)] ?? tops)).push(nth);
  const written = (nth: number): string => write(nth, (kids[nth] ?? []).map(written).join(''));
  return tops.map(written).join('');
}

function nested(name: string, html: (all: readonly Said[], fill: Fill) => string): Make {
  return {
    name,
    lay(fill, count) {
      const all = saidOn(fill, count);
      return { html: html(all, fill), records: all.map(({ text }) => [text]) };
    },
  };
}

/** Lists with headings between records, and records within records. */
export const nestedMakes: readonly Make[] = [
  nested('replies', (all) => {
    const tree = inTree(all.length, (nth, inner) => {
      const { who, text, date } = all[nth] as Said;
      return `<li class="comment depth" id="c${nth}"><div class="body"><a href="/u/${nth}">${who}</a> <time>${date}</time><p>${text}</p></div>${inner === '' ? '' : `<ul class="children">${inner}</ul>`}</li>`;
    });
    return `<ul class="comments">${tree}</ul>`;
  }),
  nested('reply-boxes', (all) => {
    const tree = inTree(all.length, (nth, inner) => {
      const { who, text, date } = all[nth] as Said;
      return `<div class="msg"><div class="in"><span class="who">${who}</span><span class="at">${date}</span><div class="txt">${text}</div>${inner === '' ? '' : `<div class="replies">${inner}</div>`}</div></div>`;
    });
    return `<div class="thread">${tree}</div>`;
  }),
  nested('day-headings', (all, { date }) => {
    const groups = inGroups(all).map((group) => {
      const posts = group.map(
        ({ name, who, text }, at) =>
          `<div class="post"><h4><a href="/p/${at}">${name}</a></h4><p class="by">${who}</p><p>${text}</p></div>`,
      );
      return `<h3>${date()}</h3>${posts.join('')}`;
    });
    return `<div class="river">${groups.join('')}</div>`;
  }),
  nested('day-sections', (all, { date }) => {
    const groups = inGroups(all).map((group) => {
      const posts = group.map(
        ({ name, who, text }, at) =>
          `<li><a href="/p/${at}">${name}</a> <span>${who}</span><p>${text}</p></li>`,
      );
      return `<section class="day"><h3>${date()}</h3><ul>${posts.join('')}</ul></section>`;
    });
    return groups.join('');
  }),
  nested('day-rows', (all, { date }) => {
    const groups = inGroups(all).map((group) => {
      const rows = group.map(
        ({ name, who, text }) => `<tr><td>${name}</td><td>${text}</td><td>${who}</td></tr>`,
      );
      return `<tr><th colspan="3">${date()}</th></tr>${rows.join('')}`;
    });
    return `<table class="plan">${groups.join('')}</table>`;
  }),
];
