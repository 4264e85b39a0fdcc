import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../html/tree.ts';
import { hiddenValues, isAskable, knownForm, pageForms, requestOf, whyUnasked } from './index.ts';
import type { PageForm } from './types.ts';

function formOf(html: string): PageForm {
  const [form] = pageForms(parseDocument(html, 'http://library.test/opac/start', 1000));
  assert.ok(form);
  return form;
}

test('a form that asks by GET becomes an address: what nobody touched is sent as the page has it', () => {
  const form = formOf(`<form action="find?old=1"><input type=hidden name=db value=books><input name=q>
    <select name=lang><option value=en>English<option value=zh selected>中文</select>
    <input type=checkbox name=new value=1><input type=radio name=sort value=a><input type=radio name=sort value=b checked>
    <input name=trap style="position:absolute; left:-5000px"><button name=go value=1>Search</button></form>`);
  assert.equal(
    requestOf(form, { q: 'sea & 海' })?.url,
    'http://library.test/opac/find?db=books&q=sea+%26+%E6%B5%B7&lang=zh&sort=b&trap=&go=1',
  );
  assert.equal(requestOf(form, { q: 'x', new: '1', lang: 'en' })?.question, null);
});

test('a form that posts sends its fields along, with the newest hidden values', () => {
  const page = (token: string) =>
    `<form method=post action=/search><input type=hidden name=token value=${token}><input name=q><button>Search</button></form>`;
  const fresh = hiddenValues(formOf(page('two')));
  assert.deepEqual(requestOf(formOf(page('one')), { q: 'a b' }, { fresh }), {
    method: 'POST',
    url: 'http://library.test/search',
    question: { contentType: 'application/x-www-form-urlencoded', body: 'token=two&q=a+b' },
  });
});

test('values are written in the encoding of the page, and what it lacks as references', () => {
  const form = formOf('<form action=/s><input name=wd></form>');
  assert.equal(
    requestOf(form, { wd: '图书' }, { charset: 'gb2312' })?.url,
    'http://library.test/s?wd=%CD%BC%CA%E9',
  );
  assert.equal(
    requestOf(form, { wd: 'é日' }, { charset: 'iso-8859-1' })?.url,
    'http://library.test/s?wd=%E9%26%2326085%3B',
  );
});

test('what takes secrets is never asked, what posts only where it says that it searches or a person allows it', () => {
  const known = (html: string) => knownForm(formOf(html));
  const login = known(
    '<form action=/login method=post><input name=user><input type=password name=pw><button>Log in</button></form>',
  );
  assert.equal(whyUnasked(login, [/login/]), 'it takes secrets');
  const posts = known('<form action=/list method=post><input name=q><input type=submit value=Go></form>');
  assert.equal(isAskable(posts), false);
  assert.equal(isAskable(posts, [/\/list$/]), true);
  assert.equal(
    isAskable(known('<form action=/search method=post><input name=q><button>Search</button></form>')),
    true,
  );
  const card = known(
    '<form action=/search><input name=q><input name=card_number><button>Search</button></form>',
  );
  assert.equal(whyUnasked(card), 'it takes secrets');
});
