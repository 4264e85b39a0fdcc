import Isotope from 'isotope-layout';
import { names } from './words.ts';

const kinds = ['metal', 'noble', 'gas'];
document.getElementById('root').innerHTML =
  `<div class="filters">${['*', ...kinds.map((kind) => `.${kind}`)].map((filter) => `<button data-filter="${filter}">show ${filter}</button>`).join('')}</div>
<div class="sorts"><button data-sort-by="name">by name</button><button data-sort-by="number">by number</button></div>
<div class="grid">${names(1250, 9)
    .map(
      (name, at) =>
        `<div class="item ${kinds[at % 3]}"><h3 class="name">${name}</h3><p class="number">${at}</p></div>`,
    )
    .join('')}</div>`;
const grid = new Isotope('.grid', {
  itemSelector: '.item',
  getSortData: { name: '.name', number: '.number parseInt' },
});
document.querySelector('.filters').onclick = ({ target }) =>
  target.dataset.filter && grid.arrange({ filter: target.dataset.filter });
document.querySelector('.sorts').onclick = ({ target }) =>
  target.dataset.sortBy && grid.arrange({ sortBy: target.dataset.sortBy });
