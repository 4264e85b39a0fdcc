import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataPage } from '../../forms/index.ts';
import { parseDocument } from '../../html/tree.ts';
import { AnswerReader } from './answer-reader.ts';

const page = (body: string) =>
  parseDocument(`<!doctype html><title>T</title><body>${body}</body>`, 'http://site.test/list?q=x', 1000);
const list = (items: readonly string[]) =>
  page(`<ul id="r">${items.map((one) => `<li>${one}</li>`).join('')}</ul>`);
const titles = ['Silent sea', 'Silent hill', 'Red sea', 'Old silence', 'Silent wood', 'Wet moor'];

test('a record is the same whatever marks what was asked for in it', () => {
  const reader = new AnswerReader(page('<form><input name="q"></form>'));
  const marked = (word: string) =>
    list(titles.map((text) => `${text.replaceAll(word, `<mark>${word}</mark>`)} <i>book</i>`));
  const keys = ['sil', 'sea', 'moor'].map((q) => {
    return reader.read([marked(q)], { q }).records.map(({ key }) => key);
  });
  assert.equal(keys[0]?.length, 6);
  assert.equal(new Set(keys.flat()).size, 6);
});

test('a record is the same wherever its link says to come back to', () => {
  const reader = new AnswerReader(page('<form><input name="q"></form>'));
  const linked = (back: string) =>
    list(titles.map((text, id) => `<a href="/edit?pk=${id}&${back}">${text}</a> book`));
  const backs = ['_origin=%2Flist%3Fq%3Dsea', '_origin=%2Flist%3Fq%3Dold', 'filters=q%3Dsea', 'q=sea'];
  const keys = backs.flatMap((back) => {
    const q = back.includes('old') ? 'old' : 'sea';
    return reader.read([linked(back)], { q }).records.map(({ key }) => key);
  });
  assert.equal(keys.length, 24);
  assert.equal(new Set(keys).size, 6);
});

test('records of an answer in JSON are read, though an earlier answer was read from the page', () => {
  const reader = new AnswerReader(page('<form><input name="q"></form>'));
  assert.equal(
    reader.read([list(titles.map((text) => `<b>${text}</b> <i>book</i>`))], { q: 'e' }).records.length,
    6,
  );
  const records = ['one', 'two', 'three'].map((value) => [{ name: 'title', value }]);
  const text = dataPage({
    title: 'q',
    data: { records, total: 3 },
    link: null,
    base: 'http://site.test/',
    offers: {},
  });
  const answer = reader.read([parseDocument(text, 'http://site.test/', 1000)], { q: 'o' });
  assert.equal(answer.records.length, 3);
});

test('a row of page numbers below the rows of an answer is no record', () => {
  const reader = new AnswerReader(page('<form><input name="q"></form>'));
  const rows = titles.map((text) => `<tr><td>${text}</td><td>1999</td></tr>`).join('');
  const answer = page(`<table>${rows}<tr><td colspan="2">1 2 3</td></tr></table>`);
  assert.equal(reader.read([answer], { q: 'e' }).records.length, 6);
});
