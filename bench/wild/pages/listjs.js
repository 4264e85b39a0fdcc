import List from 'list.js';
import { names } from './words.ts';

document.getElementById('root').innerHTML =
  `<div id="users"><input class="search" placeholder="Search"><button class="sort" data-sort="name">Sort by name</button>
<ul class="list">${names(1220, 23)
    .map((name, at) => `<li><h3 class="name">${name}</h3><p class="born">${1980 + at}</p></li>`)
    .join('')}</ul><ul class="pagination"></ul></div>`;
new List('users', { valueNames: ['name', 'born'], page: 5, pagination: true });
