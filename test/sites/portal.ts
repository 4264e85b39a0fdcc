import { cacheable, file, html, routes, type Site } from './answer.ts';

const groups = ['News', 'Sport', 'Finance', 'Travel', 'Music', 'Films', 'Books', 'Games', 'Health', 'Food'];
const plainLinks = 26;
/** Elements whose click fills the panel by a request, then those that fill it by script alone. */
const loaders = 18;
const tabs = 8;
/** Panels that hold a link which is nowhere else. */
const linkPanels = [3, 9, 15];
const candidates = 628;

/** What there is to find on the portal: the shape of table 1 of the ASC paper. */
export const portalTruth = {
  /** Elements `a`, `div` and `span` of the start page. */
  candidates,
  /** Of those, how many change the page when clicked. */
  changing: loaders + tabs,
  /** Addresses found with events, and without. */
  links: plainLinks + linkPanels.length,
  plainLinks,
  /** The start page and one for each element that changes it. */
  pages: 1 + loaders + tabs,
  /** A text of each page but the start page. */
  texts: [
    ...Array.from({ length: loaders }, (_, index) => panelText(index + 1)),
    ...Array.from({ length: tabs }, (_, index) => tabText(index + 1)),
  ],
} as const;

/** A portal of many elements of which few react; every link leads off the site. */
export function portal(): Site {
  return {
    name: 'portal',
    start: '/',
    respond: routes({
      '/': () => html(page),
      '/robots.txt': () => cacheable('text/plain', 'User-agent: *\nAllow: /\n'),
      '/portal.js': () => cacheable('text/javascript; charset=utf-8', script),
      '/portal.css': () => cacheable('text/css; charset=utf-8', style),
      '/panel/:n': (_, [n]) => file('text/html; charset=utf-8', panelHtml(Number(n))),
    }),
  };
}

function panelText(number: number): string {
  return `Panel ${number}: what the editors chose for ${groups[number % groups.length]}`;
}

function tabText(number: number): string {
  return `Tab ${number}: kept in the script itself`;
}

function panelHtml(number: number): string {
  const link = linkPanels.includes(number) ? ` <a href="http://panel-${number}.example/">more</a>` : '';
  return `<p>${panelText(number)}${link}</p>`;
}

/** Each reacts in one of the ways such portals use; none holds another candidate, so clicks do not add up. */
function reacting(): readonly string[] {
  const loads = Array.from({ length: loaders }, (_, index) => {
    const call = `fill(${index + 1})`;
    if (index % 3 === 0) return `<a href="javascript:${call}">Channel ${index + 1}</a>`;
    return index % 3 === 1
      ? `<span onclick="${call}">Channel ${index + 1}</span>`
      : `<div onclick="${call}">Channel ${index + 1}</div>`;
  });
  const switches = Array.from(
    { length: tabs },
    (_, index) => `<span onclick="tab(${index + 1})">Tab ${index + 1}</span>`,
  );
  return [...loads, ...switches];
}

function pageHtml(): string {
  const links = Array.from(
    { length: plainLinks },
    (_, i) => `<a href="http://site-${i + 1}.example/">Site ${i + 1}</a>`,
  );
  const frame = [
    '<div id="top"><h1>The portal</h1>',
    `${links.join('\n')}</div>`,
    `<div id="channels">${reacting().join('\n')}</div>`,
    '<div id="panel"><p>Choose a channel</p></div>',
  ].join('\n');
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>The portal</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/portal.css"><script src="/portal.js"></script></head>
<body>
${frame}
${grid(candidates - countCandidates(frame))}
</body>
</html>
`;
}

/** The rest of the candidates: boxes of words that do nothing, in columns of one box and eight words. */
function grid(elements: number): string {
  const boxes: string[] = [];
  for (let left = elements; left > 0; ) {
    const size = Math.min(9, left);
    const words = Array.from(
      { length: size - 1 },
      (_, index) =>
        `<span>${groups[(boxes.length + index) % groups.length]} ${boxes.length * 8 + index}</span>`,
    );
    boxes.push(`<div class="box">${words.join(' ')}</div>`);
    left -= size;
  }
  return boxes.join('\n');
}

/** Number of elements `a`, `div` and `span` in HTML of ours. */
export function countCandidates(text: string): number {
  return text.match(/<(?:a|div|span)[\s>]/g)?.length ?? 0;
}

const script = `'use strict';
function fill(number) {
  var request = new XMLHttpRequest();
  request.open('GET', '/panel/' + number);
  request.onload = function () { document.getElementById('panel').innerHTML = request.responseText; };
  request.send();
}
function tab(number) {
  document.getElementById('panel').innerHTML = '<p>Tab ' + number + ': kept in the script itself</p>';
}
`;

const style = `body { font: 13px/1.5 sans-serif; width: 960px; margin: 0 auto; }
#top a, #channels > * { display: inline-block; margin: 2px 8px 2px 0; color: #0645ad; cursor: pointer; }
#panel { border: 1px solid #ccc; padding: 4px 8px; margin: 8px 0; }
.box { float: left; width: 180px; margin: 4px; padding: 4px; border: 1px solid #eee; }
`;

const page = pageHtml();
