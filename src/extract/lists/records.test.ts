import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparePage, textOfNode } from '../page/index.ts';
import { findRecords } from './records.ts';

const words = 'some words that say what this result is about';

function recordsOf(body: string): string[] {
  const page = preparePage({ name: 'p', url: null, html: body });
  const [main] = findRecords(page);
  return (main?.items ?? []).map((item) => item.map((node) => textOfNode(page, node)).join(' '));
}

const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

test('the results of a page are found among menus, headings and pagers', () => {
  const menu = ['Home', 'About', 'Help', 'Contact', 'Imprint', 'Jobs'].map(
    (name) => `<li><a href=/>${name}</a>`,
  );
  const hits = names.map(
    (name) => `<div class=hit><h3><a href="/${name}">${name}</a></h3><p>${name} ${words}</p></div>`,
  );
  const found = recordsOf(
    `<ul>${menu.join('')}</ul><h1>Results</h1><div>${hits.join('')}</div><p><a href=?2>2</a> <a href=?3>3</a></p>`,
  );
  assert.deepEqual(
    found,
    names.map((name) => `${name} ${name} ${words}`),
  );
});

test('rows that belong together are one record, and rows around them none', () => {
  const rows = names.map(
    (name) =>
      `<tr><td>1.</td><td><a href="/${name}">${name}</a></td></tr><tr><td></td><td>${name} ${words}</td></tr><tr><td colspan=2></td></tr>`,
  );
  const found = recordsOf(`<table><tr><th colspan=2>Results 1 to 5</th></tr>${rows.join('')}</table>`);
  assert.deepEqual(
    found.map((text) => text.trim()),
    names.map((name) => `1. ${name} ${name} ${words}`),
  );
});

test('records in a run of texts begin with their links', () => {
  const hits = names.map((name) => `<a href="/${name}">${name}</a><br>${name} <b>${words}</b> more<br><br>`);
  const found = recordsOf(`<font>${hits.join('')}</font>`);
  assert.equal(found.length, 5);
  assert.match(found[4] ?? '', /^epsilon/);
});

test('unclosed formatting does not nest one record in the other', () => {
  const found = recordsOf(
    `<td>${names.map((name) => `<dl><dt><a href="/${name}">${name}</a><dd>${name} ${words}</dl><font>`).join('')}`,
  );
  assert.equal(found.length, 5);
});

test('noise counts for less than data', () => {
  const list = (style: string, text: string) =>
    `<div style="${style}">${names.map((name) => `<p><a href="/${name}">${name}</a> ${text}</p>`).join('')}</div>`;
  assert.match(recordsOf(list('display:none', `${words} hidden`) + list('', words))[0] ?? '', /about$/);
  // Where nothing else is there, what is hidden is found all the same.
  assert.equal(recordsOf(list('display:none', words)).length, 5);
});

const groups = [names.slice(0, 2), names.slice(2, 3), names.slice(3)];
const post = (name: string) => `<h4><a href="/${name}">${name}</a></h4><p>${name} ${words}</p>`;
const told = names.map((name) => `${name} ${name} ${words}`);

test('headings between records belong to none of them', () => {
  const flat = groups.map((group, at) => {
    const posts = group.map((name) => `<div class=post>${post(name)}</div>`);
    return `<h3>Day ${at}</h3>${posts.join('')}`;
  });
  assert.deepEqual(recordsOf(`<main>${flat.join('')}</main>`), told);
  const row = (name: string) => `<tr><td>${name}</td><td><a href="/${name}">${name}</a> ${words}</td></tr>`;
  const rows = groups.map((group, at) => `<tr><th colspan=2>Day ${at}</th></tr>${group.map(row).join('')}`);
  assert.deepEqual(recordsOf(`<table>${rows.join('')}</table>`), told);
});

test('records in groups that are a heading and a list each are one list', () => {
  const sections = groups.map((group, at) => {
    const posts = group.map((name) => `<li>${post(name)}</li>`);
    return `<section><h3>Day ${at}</h3><ul>${posts.join('')}</ul></section>`;
  });
  assert.deepEqual(recordsOf(`<main>${sections.join('')}</main>`), told);
});

test('replies to replies are records like those that they answer', () => {
  const reply = (name: string, ...inner: string[]) =>
    `<li class=reply><div class=body><b>${name}</b><p>${name} ${words}</p></div>${inner.length > 0 ? `<ul>${inner.join('')}</ul>` : ''}</li>`;
  const [alpha, beta, gamma, delta, epsilon] = names as [string, string, string, string, string];
  const inLists = `<ul>${reply(alpha, reply(beta, reply(gamma)), reply(delta))}${reply(epsilon)}</ul>`;
  assert.deepEqual(recordsOf(inLists), told);
  const box = (name: string, inner = '') =>
    `<div class=box><div class=in><b>${name}</b><p>${name} ${words}</p>${inner}</div></div>`;
  const inBoxes = box(alpha, box(beta, box(gamma)) + box(delta, box(epsilon)));
  assert.deepEqual(recordsOf(`<main>${inBoxes}</main>`), told);
});

test('menus within menus are no tree of records', () => {
  const entry = (name: string, inner = '') =>
    `<li class=entry><a href="/${name}">${name}</a>${inner === '' ? '' : `<ul>${inner}</ul>`}</li>`;
  const menu = names.map((name) => entry(name, names.map((each) => entry(each)).join('')));
  const hits = names.map((name) => `<div class=hit>${post(name)}</div>`);
  assert.deepEqual(recordsOf(`<ul>${menu.join('')}</ul><main>${hits.join('')}</main>`), told);
});

test('a page without repetition has no records', () => {
  assert.deepEqual(recordsOf('<h1>Title</h1><p>One text</p>'), []);
});
