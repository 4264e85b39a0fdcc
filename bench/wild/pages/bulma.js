import 'bulma/css/bulma.css';
import { named } from './words.ts';

document.getElementById('root').innerHTML = `
<nav class="navbar"><div class="navbar-item has-dropdown is-hoverable"><a class="navbar-link">More</a><div class="navbar-dropdown"><a class="navbar-item">Nav of the ${named(1340)}</a></div></div></nav>
<div class="dropdown"><div class="dropdown-trigger"><button class="button">Dropdown</button></div><div class="dropdown-menu"><div class="dropdown-content"><a class="dropdown-item">Drop of the ${named(1341)}</a></div></div></div>
<button class="button js-modal-trigger" data-target="m">Modal</button><div id="m" class="modal"><div class="modal-background"></div><div class="modal-content"><div class="box">Modal of the ${named(1342)}</div></div><button class="modal-close is-large"></button></div>
<div class="tabs"><ul>${[0, 1, 2].map((at) => `<li class="${at ? '' : 'is-active'}" data-tab="${at}"><a>Tab ${at}</a></li>`).join('')}</ul></div>${[0, 1, 2].map((at) => `<div class="pane ${at ? 'is-hidden' : ''}">Panel of the ${named(1343 + at)}</div>`).join('')}
<div class="notification"><button class="delete"></button>Notice of the ${named(1346)}</div>`;
for (const one of document.querySelectorAll('.dropdown-trigger'))
  one.addEventListener('click', () => one.parentNode.classList.toggle('is-active'));
for (const one of document.querySelectorAll('.js-modal-trigger'))
  one.addEventListener('click', () => document.getElementById(one.dataset.target).classList.add('is-active'));
for (const one of document.querySelectorAll('.modal-background, .modal-close'))
  one.addEventListener('click', () => one.closest('.modal').classList.remove('is-active'));
const panes = [...document.querySelectorAll('.pane')];
for (const tab of document.querySelectorAll('[data-tab]'))
  tab.addEventListener('click', () => {
    for (const [at, pane] of panes.entries())
      pane.classList.toggle('is-hidden', at !== Number(tab.dataset.tab));
    for (const other of tab.parentNode.children) other.classList.toggle('is-active', other === tab);
  });
for (const one of document.querySelectorAll('.delete'))
  one.addEventListener('click', () => one.parentNode.remove());
