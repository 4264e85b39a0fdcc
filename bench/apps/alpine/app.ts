import { fileURLToPath } from 'node:url';
import { type App, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';

const topics = ['orders', 'travel', 'repair'];

function question(id: number): string {
  const { title, text } = passage(`answer ${id}`);
  return `<article><h3 x-on:click="open = open === ${id} ? null : ${id}">${title}</h3><p x-show="open === ${id}">${text}</p></article>`;
}

const body = `<h1>Help desk</h1><p>${passage('start').lead}</p>
<section x-data="{ open: null }"><h2>Often asked</h2>${[1, 2, 3].map(question).join('')}</section>
<section x-data="questions"><h2>Also asked</h2>
<template x-for="question in list" :key="question.id"><article><h3 @click="toggle(question.id)" x-text="question.title"></h3>
<p x-show="open === question.id" x-text="question.text"></p></article></template></section>
<div x-data="{ shown: false }"><button @click="shown = true">Write to us</button>
<div x-show="shown" role="dialog" @keydown.escape="shown = false"><p>${passage('dialog').text}</p>
<button @click="shown = false">Close</button></div></div>
<div x-data="{ menu: false, topic: '' }"><div @mouseleave="menu = false">
<span @mouseenter="menu = true">Departments</span>
<div x-show="menu"><p>${passage('menu').lead}</p><ul>${topics
  .map((name) => `<li @click="topic = '${name}'">${name}</li>`)
  .join('')}</ul></div></div>
${topics.map((name) => `<section x-show="topic === '${name}'"><p>${passage(name).text}</p></section>`).join('')}</div>`;

/** Questions, a dialog and a hover menu, all of it attributes that Alpine evaluates. */
export const alpineFaq: App = {
  name: 'alpine-faq',
  frameworks: 'Alpine 3',
  summary: 'accordions written out and by x-for, a dialog, a menu that opens on mouseenter',
  parts: [
    passagePart('start', 'url'),
    ...[1, 2, 3, 4, 5, 6].map((id) => passagePart(`answer ${id}`)),
    passagePart('dialog'),
    passagePart('menu'),
    ...topics.map((name) => passagePart(name)),
  ],
  scripts: { '/help.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer: ({ path }) => (path === '/' ? shell({ title: 'Help desk', script: '/help.js', body }) : null),
};
