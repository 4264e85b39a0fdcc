import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const words = 'lamp river stone table glass green north silver copper paper winter house cloud field'.split(
  ' ',
);

/** A page of a made-up shop, the same for the same number: a list of things, each linking to a page of its own. */
export function listPage(page: number, items: number): string {
  const rows = Array.from({ length: items }, (_, nth) => {
    const number = page * items + nth;
    return `<div class="hit"><h3><a href="/thing/${number}">${phrase(number)} ${number}</a></h3>
<p><b>Maker:</b> <i class="maker">${phrase(number * 7 + 3)}</i></p><p><b>Price:</b> <span class="price">$${(number % 900) + 1}.${10 + (number % 90)}</span></p></div>`;
  });
  return wholePage(`https://shop.test/list/${page}`, `<div class="hits">${rows.join('\n')}</div>`);
}

/** A page of many labels and values and a list, the same for the same number. */
export function heavyPage(page: number): string {
  const sections = Array.from({ length: 20 }, (_, section) => {
    const rows = Array.from({ length: 15 }, (_, row) => {
      const number = page * 300 + section * 15 + row;
      return `<tr><th>${words[section % words.length]} ${section}-${row}</th><td>${phrase(number)} ${number % 977}</td></tr>`;
    });
    return `<div class="part p${section}"><h3>Part ${section}</h3><table>${rows.join('')}</table></div>`;
  });
  const cards = Array.from(
    { length: 20 + (page % 10) },
    (_, nth) =>
      `<div class="card"><a href="/thing/${page * 31 + nth}">${phrase(page * 31 + nth)}</a><em>$${nth}.99</em></div>`,
  );
  return wholePage(
    `https://shop.test/thing/${page}`,
    `${sections.join('')}<div class="more">${cards.join('')}</div>`,
  );
}

/** Writes list pages as files. */
export function writeListPages(folder: string, pages: number, items: number): void {
  mkdirSync(folder, { recursive: true });
  for (let page = 0; page < pages; page++)
    writeFileSync(join(folder, `${String(page).padStart(5, '0')}.html`), listPage(page, items));
}

function wholePage(url: string, body: string): string {
  return `<!doctype html><title>Shop</title><link rel="canonical" href="${url}"><div id="head"><a href="/">Home</a></div>${body}<div id="foot"><p>Imprint</p></div>`;
}

/** Three words, the same for the same number. */
function phrase(number: number): string {
  const at = (shift: number) =>
    words[((Math.imul(number + 1, 0x9e3779b1 + shift * 194) >>> 7) + shift) % words.length];
  return `${at(0)} ${at(1)} ${at(2)}`;
}
