import { fileURLToPath } from 'node:url';
import { type App, json, type Part, shell } from '../app.ts';
import { listPages, products, productsOn } from './shop-stock.ts';

const lists: readonly Part[] = Array.from({ length: listPages }, (_, at) => ({
  name: at === 0 ? 'start' : `list ${at + 1}`,
  shows: productsOn(at + 1)[0]?.blurb ?? '',
  needs: at === 0 ? 'url' : 'event',
}));

const details: readonly Part[] = products.flatMap(({ id, description, specs, reviews }): Part[] => [
  { name: `product ${id}`, shows: description, needs: 'url' },
  { name: `product ${id} specs`, shows: specs[0]?.text ?? '', needs: 'event' },
  { name: `product ${id} reviews`, shows: reviews[0]?.text ?? '', needs: 'event' },
]);

const page = shell({
  title: 'Harbour Road Goods',
  script: '/assets/shop.js',
  body: '<div id="root"></div>',
  css: 'nav, ul { display: flex; gap: 1em } .tabs button { border: 0 } .tabs .on { font-weight: bold }',
});

/** A shop with a router of its own; every route answers with the same shell. */
export const reactShop: App = {
  name: 'react-shop',
  frameworks: 'React 19',
  summary: 'pushState router over a list with paging and product pages with three tabs, data from fetch',
  parts: [...lists, ...details],
  scripts: { '/assets/shop.js': fileURLToPath(new URL('./shop-page.jsx', import.meta.url)) },
  answer({ path, query }) {
    if (path === '/api/products') {
      const items = productsOn(Number(query.get('page'))).map(({ id, name, price, blurb }) => ({
        id,
        name,
        price,
        blurb,
      }));
      return json({ items, pages: listPages });
    }
    const [, id, reviews] = /^\/api\/products\/(\d+)(\/reviews)?$/.exec(path) ?? [];
    if (id !== undefined) {
      const product = products.find((one) => one.id === Number(id));
      if (!product) return null;
      return json(reviews ? product.reviews : { ...product, reviews: undefined });
    }
    return path === '/' || products.some((one) => path === `/product/${one.id}`) ? page : null;
  },
};
