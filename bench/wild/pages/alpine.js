import Alpine from 'alpinejs';
import { named, names } from './words.ts';

document.getElementById('root').innerHTML = `<h1>Panels</h1>
<div x-data="{ tab: 0 }">${[0, 1, 2].map((at) => `<button @click="tab = ${at}">Tab ${'ABC'[at]}</button><template x-if="tab === ${at}"><p>Tab of the ${named(640 + at)}</p></template>`).join('')}</div>
<div x-data="{ open: false }" @click.outside="open = false"><button @click="open = !open">Options</button>
<template x-if="open"><ul>${names(650, 3)
  .map((name) => `<li>${name}</li>`)
  .join('')}</ul></template></div>
<div x-data="{ page: 0, all: ${JSON.stringify(names(660, 12)).replaceAll('"', "'")} }"><ul><template x-for="name in all.slice(page * 4, page * 4 + 4)"><li x-text="name"></li></template></ul>
<button @click="page = Math.max(0, page - 1)">Previous</button><button @click="page = Math.min(2, page + 1)">Next</button></div>`;
Alpine.start();
