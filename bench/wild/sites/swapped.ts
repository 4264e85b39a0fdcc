import { named } from '../pages/words.ts';
import { pages } from './site.ts';

const count = 200;

/** Steps from a page to those that it links to. */
const steps = [1, 2, 3, 5, 8, 13, 21];

const script = `addEventListener('click', async (event) => {
  const link = event.target.closest('a');
  if (!link) return;
  event.preventDefault();
  const next = new DOMParser().parseFromString(await (await fetch(link.href)).text(), 'text/html');
  history.pushState(null, '', link.href);
  document.querySelector('main').replaceWith(next.querySelector('main'));
});`;

/** Addresses of the pages. */
export const swappedPaths: readonly string[] = Array.from({ length: count }, (_, at) => `/story/${at}`);

/** What each of them tells. */
export const swappedTexts: readonly string[] = swappedPaths.map((_, at) => `Story of the ${named(at)}`);

/** A server sends whole pages, and a script answers each click by taking over the main part of the next one. */
export const swapped = pages((path) => {
  const at = path === '/' ? 0 : swappedPaths.indexOf(path);
  if (at < 0) return null;
  const links = steps.map((step) => (at + step) % count);
  const list = links.map((to) => `<li><a href="/story/${to}">${named(to)}</a></li>`).join('');
  return `<main><h1>${named(at)}</h1><p>${swappedTexts[at]}</p><ul>${list}</ul></main><script>${script}</script>`;
});
