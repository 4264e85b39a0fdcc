import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../../html/tree.ts';
import { knownForm, pageForms } from '../index.ts';
import { formInputs } from './inputs.ts';
import { offersKept } from './offers.ts';

const select = (name: string, values: readonly string[], chosen = '') =>
  `<select name="${name}">${values.map((value) => `<option${value === chosen ? ' selected' : ''}>${value}</option>`).join('')}</select>`;

function formOf(...lists: readonly string[]) {
  const html = `<form method="post" action="/find">${lists.join('')}<button>Search</button></form>`;
  const [form] = pageForms(parseDocument(html, 'http://site.test/', 1000));
  assert.ok(form);
  return form;
}

const [lands, none] = [['---', 'peru', 'nepal'], ['---']];

test('a list without anything to choose is a field where another choice may fill it', () => {
  const inputs = (...lists: readonly string[]) =>
    formInputs(knownForm(formOf(...lists))).map(({ name, values, required }) => ({ name, values, required }));
  const [land, town] = [
    { name: 'land', values: ['peru', 'nepal'], required: false },
    { name: 'town', values: [], required: false },
  ];
  assert.deepEqual(inputs(select('land', lands), select('town', none)), [land, town]);
  assert.deepEqual(inputs(select('land', lands), select('town', ['First a land'])), [land, town]);
  assert.deepEqual(inputs(select('town', none)), []);
});

test('what an answer offers is what stands beside the choice that was asked', () => {
  const form = formOf(select('land', lands), select('town', none));
  const cusco = formOf(select('land', lands, 'peru'), select('town', ['---', 'cusco', 'lima']));
  const town = { values: ['cusco', 'lima'], required: false, isNew: true };
  assert.deepEqual(offersKept(form, cusco, { land: 'peru' }), { town });
  assert.deepEqual(offersKept(form, cusco, { land: 'nepal' }), {}, 'the server has not kept what was asked');
  assert.deepEqual(offersKept(form, cusco, { land: 'peru', town: 'lima' }), {}, 'it was asked for itself');
});

test('a list that does not have what was asked belongs to the rest of the question', () => {
  const form = formOf(select('land', ['peru', 'nepal']), select('town', ['cusco', 'lima']));
  const now = formOf(
    select('land', ['peru', 'nepal'], 'nepal'),
    select('town', ['pokhara', 'jiri'], 'pokhara'),
  );
  const town = { values: ['pokhara', 'jiri'], required: true, isNew: true };
  assert.deepEqual(offersKept(form, now, { land: 'nepal', town: 'lima' }), { town });
});
