import { html, routes } from './answer.ts';
import { type RunningSite, startSite } from './site.ts';

/** Things of a shop whose reviews have no address: a script shows them. */
export const things = ['New thing', 'Old thing', 'Blue thing'];

const script = `<script>
  function reviews(of) { document.querySelector('main').textContent = 'Everybody likes the ' + of; }
</script>`;

/** A shop: a list, and a page for each thing with one state besides; one link is broken. */
export function startShop(): Promise<RunningSite> {
  const links = things.map((name, at) => `<li><a href="/thing/${at}">${name}</a></li>`).join('');
  const pages = things.map((name, at) => [
    `/thing/${at}`,
    () =>
      html(
        `<title>${name}</title><h1>${name}</h1><main>A fine thing.</main><a href="/">All</a>
         <a href="/gone">Maker</a><button onclick="reviews('${name}')">Reviews</button>${script}`,
      ),
  ]);
  return startSite({
    name: 'shop',
    start: '/',
    respond: routes({
      '/': () => html(`<title>Shop</title><ul>${links}</ul>`),
      ...Object.fromEntries(pages),
    }),
  });
}
