import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentIn, numberIn } from './values.ts';

test('a number is read with what multiplies it, and out of what stands around it', () => {
  const said: Readonly<Record<string, number | null>> = {
    '$ 1,250.50': 1250.5,
    '1.234,50 €': 1234.5,
    '12 mpg': 12,
    '15.8万元': 158_000,
    '$1.5 million': 1_500_000,
    '4.5 out of 5': 4.5,
    '★★★☆☆': 3,
    '-5': -5,
    '$12 - $15': null,
    '22 – 24 mpg': null,
    '3 of 4 parts in 2 boxes': null,
    twelve: null,
  };
  for (const [text, number] of Object.entries(said)) assert.equal(numberIn(text), number, text);
});

test('a date is read in the order in which it is written, with its time where it has one', () => {
  const said: Readonly<Record<string, string | null>> = {
    '2010-11-18': '2010-11-18T00:00:00.000Z',
    '2010年11月18日': '2010-11-18T00:00:00.000Z',
    '5.6.2010': '2010-06-05T00:00:00.000Z',
    '5/6/2010': '2010-05-06T00:00:00.000Z',
    'Posted: 6th May 2010': '2010-05-06T00:00:00.000Z',
    'May 6, 2010 3:30 PM': '2010-05-06T15:30:00.000Z',
    'Nov 2010': '2010-11-01T00:00:00.000Z',
    '31.2.2010': null,
    'on Nov 18, 2010 at 3:30 pm EST': '2010-11-18T20:30:00.000Z',
    'Mon Feb  3 04:05:06 2020': '2020-02-03T04:05:06.000Z',
    '2012年5月6日 10:20': '2012-05-06T10:20:00.000Z',
    'Chapter 2010': null,
    'ISBN 978-0-307-45454-6': null,
    'two days ago': null,
    soon: null,
  };
  for (const [text, moment] of Object.entries(said)) {
    const at = momentIn(text);
    assert.equal(at === null ? null : new Date(at).toISOString(), moment, text);
  }
});
