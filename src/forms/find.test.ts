import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDocument } from '../html/tree.ts';
import { pageForms } from './find.ts';
import { knownForm } from './kinds.ts';
import { formInputs } from './surface/inputs.ts';

const read = (body: string) =>
  pageForms(
    parseDocument(`<!doctype html><title>T</title><body>${body}</body>`, 'http://site.test/a/', 1000),
  );

describe('forms of a page', () => {
  test('are those of form elements, with fields that name them from elsewhere', () => {
    const [form, ...more] = read(
      '<form id="f" action="../s?x=1" method="POST"><input name="q"></form><p><input name="far" form="f"></p>',
    );
    assert.deepEqual(more, []);
    assert.equal(form?.action, 'http://site.test/s?x=1');
    assert.equal(form?.method, 'post');
    assert.deepEqual(
      form?.fields.map(({ name }) => name),
      ['q', 'far'],
    );
  });

  test('are the first of a page that has many: each would be compared with all', () => {
    const form = '<form action=a><input name=q><button>Go</button></form>';
    assert.equal(read(form.repeat(20_000)).length, 500);
    const [long] = read(`<form>${'<label>l</label><input name=q>'.repeat(20_000)}</form>`);
    assert.equal(long?.fields.length, 2_000);
    assert.deepEqual(read('<p><input name=q>'.repeat(20_000)), []);
  });

  test('are also boxes with a button, and boxes that say that they search', () => {
    const forms = read(
      '<div><p><input name="one"><button>Go</button></p><p>text</p></div><section><div><input type="search" name="two"></div></section><p><input name="three"></p>',
    );
    assert.deepEqual(
      forms.map(({ shape, method, fields }) => [shape, method, fields[0]?.name]),
      [
        ['box', 'script', 'one'],
        ['box', 'script', 'two'],
      ],
    );
  });

  test('have radio buttons of a name as one field with its values', () => {
    const [form] = read(
      '<form><label><input type="radio" name="c" value="n">New</label><label><input type="radio" name="c" value="u">Used</label><select name="y"><optgroup><option value="1">One<option>Two</optgroup></select></form>',
    );
    assert.deepEqual(
      form?.fields.map(({ name, options }) => [name, options.map(({ value, text }) => `${value}=${text}`)]),
      [
        ['c', ['n=New', 'u=Used']],
        ['y', ['1=One', 'Two=Two']],
      ],
    );
  });

  test('have the fields that follow them where they stand between the rows of a table', () => {
    const forms = read(
      `<table><form action="/find"><tr><td>Town</td><td><input name="town"></td></tr></form>
       <tr><form action="/join" method="post"><td>Mail</td><td><input name="mail"></td></form></tr></table>
       <p><input name="free"></p>`,
    );
    assert.deepEqual(
      forms.map(({ action, words, fields }) => [
        URL.parse(action)?.pathname,
        words,
        fields.map(({ name }) => name),
      ]),
      [
        ['/find', 'Town', ['town']],
        ['/join', 'Mail', ['mail']],
      ],
    );
  });

  test('pass over marks that are no words when they look for what a field is called', () => {
    const [form] = read('<form>City <b>*</b>: <input name="c"></form>');
    assert.equal(form?.fields[0]?.label, 'City');
  });

  test('name their fields as a person reads them', () => {
    const [form] = read(
      `<form><span id="l">Full</span><span id="m">name</span><input name="a" aria-labelledby="l m">
       <label for="b">Town</label><input id="b" name="b"><label>Zip <input name="c"></label>
       <table><tr><td>Year:</td><td><input name="d"></td></tr></table>
       <input type="checkbox" name="e"> I agree <input name="f" aria-label="Notes"></form>`,
    );
    assert.deepEqual(
      form?.fields.map(({ name, label }) => `${name}: ${label}`),
      ['a: Full name', 'b: Town', 'c: Zip', 'd: Year:', 'e: I agree', 'f: Notes'],
    );
  });

  test('know which fields nobody sees', () => {
    const [form] = read(
      '<form><input type="hidden" name="t"><p style="display: none"><input name="trap"></p><input name="q"></form>',
    );
    assert.deepEqual(
      form?.fields.filter(({ unseen }) => unseen).map(({ name }) => name),
      ['t', 'trap'],
    );
  });
});

describe('the kind of a form', () => {
  const kindOf = (body: string) => knownForm(read(body)[0] ?? assert.fail('no form'));

  test('is told for searches, and their fields', () => {
    const form = kindOf(
      '<form action="/find"><label>Keywords <input name="kw"></label><label>Category <select name="cat"><option>All<option>Books</select></label><button>Search</button></form>',
    );
    assert.equal(form.kind, 'search');
    assert.equal(form.searchable, true);
    assert.deepEqual(
      form.fields.map(({ kind }) => kind),
      ['search query', 'search category / refinement', 'submit button'],
    );
  });

  test('is told for logins and registrations, which are never searchable', () => {
    const login = kindOf(
      '<form method="post" action="/login"><label>User name <input name="user"></label><label>Password <input type="password" name="pass"></label><button>Log in</button></form>',
    );
    assert.deepEqual([login.kind, login.searchable], ['login', false]);
    assert.deepEqual(
      login.fields.map(({ kind }) => kind),
      ['username', 'password', 'submit button'],
    );
    const join = kindOf(
      '<form method="post" action="/register"><label>E-mail <input name="email"></label><label>Password <input type="password" name="p1"></label><label>Confirm password <input type="password" name="p2"></label><button>Create account</button></form>',
    );
    assert.deepEqual([join.kind, join.searchable], ['registration', false]);
  });

  test('makes no search of a form that posts and does not say that it searches', () => {
    const { searchable } = kindOf(
      '<form method="post" action="/coupon"><input name="coupon" placeholder="Code"><button>Use</button></form>',
    );
    assert.equal(searchable, false);
  });

  test('is a search where a form has choices alone and says on its button that it searches', () => {
    const lists =
      '<select name="author"><option>Ann<option>Ben</select><select name="tag"><option>--</select>';
    const form = (button: string) =>
      `<form method="post" action="/filter.aspx">${lists}<input type="submit" value="${button}"></form>`;
    const { kind, searchable } = kindOf(form('Search'));
    assert.deepEqual({ kind, searchable }, { kind: 'search', searchable: true });
    for (const button of ['Save search', 'Delete', 'Vote', 'OK'])
      assert.equal(kindOf(form(button)).searchable, false, button);
  });

  test('is a search where a form narrows what its own page shows, whatever its fields are about', () => {
    const fields =
      '<label>Title contains <input name="title"></label><label>Author <input name="author"></label><label>Language <select name="language"><option value="">---<option>English<option>French</select></label>';
    assert.equal(kindOf(`<form>${fields}<input type="submit" value="Filter"></form>`).searchable, true);
    assert.equal(kindOf(`<form>${fields}<input type="submit"></form>`).searchable, true);
    assert.equal(kindOf(`<form>${fields}<button>Buy now</button></form>`).searchable, false);
    assert.equal(
      kindOf(`<form method="post" action="/edit">${fields}<input type="submit"></form>`).searchable,
      false,
    );
  });

  test('makes no search of a box that takes commands', () => {
    const sql = '<textarea name="sql" placeholder="SQL query"></textarea><button>Execute query</button>';
    assert.equal(kindOf(`<form method="post" action="/query/">${sql}</form>`).searchable, false);
    assert.equal(kindOf(`<form action="/query/">${sql}</form>`).searchable, false);
    assert.equal(kindOf(`<div>${sql}</div>`).searchable, false);
  });
});

describe('boxes without a form', () => {
  test('are told where they complete, and where they stand beside many buttons that are not their own', () => {
    const buttons = '<button>1</button>'.repeat(15);
    const forms = read(
      `<div><label id="l">Find a book</label><input role="combobox" aria-autocomplete="list" aria-labelledby="l"></div>
       <main><div><label>Search: <input type="search"></label></div><p>${buttons}</p></main>`,
    );
    assert.deepEqual(
      forms.map(({ fields }) => fields[0]?.label),
      ['Find a book', 'Search:'],
    );
  });

  test('are called as their placeholder says, not as the cell of a table before them', () => {
    const [form] = read(
      '<table><tr><td>Japanese</td></tr><tr><th><input placeholder="Search title"></th></tr></table>',
    );
    assert.equal(form?.fields[0]?.label, 'Search title');
  });
});

describe('fields that are asked', () => {
  const names = (body: string) =>
    formInputs(
      knownForm(read(`<form>${body}<button>Search</button></form>`)[0] ?? assert.fail('no form')),
    ).map(({ name }) => name);
  const list = (name: string, texts: readonly string[]) =>
    `<select name="${name}"><option value="">All${texts.map((text) => `<option>${text}`).join('')}</select>`;

  test('are languages of records, but not the language of the page, nor an order', () => {
    assert.deepEqual(names(list('language', ['English', 'French', 'German'])), ['language']);
    assert.deepEqual(names(list('language', ['English', 'Deutsch', 'Français'])), []);
    assert.deepEqual(names(list('o', ['Year', 'Year (descending)'])), []);
    assert.deepEqual(names(list('n', ['10', '20']).replace('<select', 'Per page <select')), []);
  });

  test('are boxes to tick of one name, unless some are ticked', () => {
    const tick = (more: string) =>
      ['a', 'b'].map((value) => `<input type="checkbox" name="s" value="${value}" ${more}>${value}`).join('');
    assert.deepEqual(names(tick('')), ['s']);
    assert.deepEqual(names(tick('checked')), []);
  });
});
