import { below, routes } from './routes.ts';

function render() {
  const route = routes.find(({ path }) => path === location.pathname) ?? routes[0];
  const links = below(route.path).map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`);
  document.title = route.title;
  document.querySelector('main').innerHTML =
    `<h1>${route.title}</h1><p>${route.text}</p><ul>${links.join('')}</ul>`;
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || link.origin !== location.origin) return;
  event.preventDefault();
  if (link.pathname === location.pathname) return;
  history.pushState(null, '', link.href);
  render();
});
addEventListener('popstate', render);
render();
