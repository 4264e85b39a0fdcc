import { createServer, type Server } from 'node:http';
import { startServer, stopServer } from '../../../test/servers.ts';

/** A thing of the shop, with what its page shows at once and what it shows when asked. */
export interface ShopThing {
  readonly name: string;
  readonly price: string;
  readonly maker: string;
  readonly reviews: readonly { readonly by: string; readonly text: string }[];
}

const nouns = 'lamp chair kettle table shelf clock carpet pillow basket ladder drawer mirror'.split(' ');
const kinds = 'Copper Oak Glass Wicker Linen Paper Stone Iron Velvet Silver Clay Walnut'.split(' ');
const people = 'Anna Bright|Tom Reed|Lucy Hale|Mark Stone|Ella Ford|Jack Lane'.split('|');

/** The things of the shop. */
export const shopThings: readonly ShopThing[] = nouns.map((noun, at) => ({
  name: `${kinds[at]} ${noun}`,
  price: `$${at * 3 + 12}.${50 + at}`,
  maker: `${kinds[(at + 5) % 12]} Works`,
  reviews: Array.from({ length: 4 }, (_, nth) => ({
    by: people[(at + nth) % people.length] as string,
    text: `The ${noun} is review ${at}-${nth}, which tells at some length how it stood in the hall for ${at + nth + 2} years.`,
  })),
}));

/** Reviews that one state of a page shows. */
const shown = 2;

function page(title: string, main: string): string {
  return `<!doctype html><html><head><title>${title} | Shop</title></head><body><nav><a href="/">All things</a> <a href="/about">About us</a></nav>
    <h1>${title}</h1>${main}<footer><p>All rights reserved by the shop of things</p></footer></body></html>`;
}

function card({ name, price }: ShopThing, at: number): string {
  return `<li class="thing"><a href="/thing/${at}">${name}</a> <em>${price}</em></li>`;
}

function review({ by, text }: ShopThing['reviews'][number]): string {
  return `<div class="review"><b class="by">${by}</b><p class="text">${text}</p></div>`;
}

function thingPage(at: number): string {
  const thing = shopThings[at] as ShopThing;
  const related = [1, 2, 3].map((step) => (at + step) % shopThings.length);
  return page(
    thing.name,
    `<table><tr><th>Price:</th><td>${thing.price}</td></tr><tr><th>Maker:</th><td>${thing.maker}</td></tr></table>
     <h2>Reviews</h2><div id="reviews">${thing.reviews.slice(0, shown).map(review).join('')}</div><button onclick="more(${at})">More reviews</button>
     <h2>See also</h2><ul class="related">${related.map((nth) => card(shopThings[nth] as ShopThing, nth)).join('')}</ul>
     <script>function more(at){fetch('/reviews/'+at).then(function(r){return r.text()}).then(function(t){document.getElementById('reviews').innerHTML=t})}</script>`,
  );
}

/** A shop whose things stand on list pages, on pages of their own with reviews that a script loads, and beside each other. */
export async function serveShop(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer(({ url = '/' }, response) => {
    const [, room, number = ''] = url.split('?')[0]?.split('/') ?? [];
    const at = Number(number);
    const half = shopThings.length / 2;
    const list = (from: number) =>
      `<ul class="things">${shopThings
        .slice(from, from + half)
        .map((thing, nth) => card(thing, from + nth))
        .join('')}</ul><p><a href="/">1</a> <a href="/list/2">2</a></p>`;
    const body =
      room === ''
        ? page('All things', list(0))
        : room === 'list'
          ? page('All things, second page', list(half))
          : room === 'about'
            ? page('About us', '<p>We sell things.</p>')
            : room === 'thing' && shopThings[at]
              ? thingPage(at)
              : room === 'reviews'
                ? (shopThings[at]?.reviews.slice(shown).map(review).join('') ?? '')
                : null;
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body ?? 'nothing here');
  });
  return {
    url: `${await startServer(server)}/`,
    close: () => stopServer(server),
  };
}
