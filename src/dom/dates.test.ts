import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DateHints, type DateMarks, dateMarks, momentOf, pageDate } from './dates.ts';

const now = Date.UTC(2026, 4, 1, 12);
const unsaid: DateHints = { lastModified: null, sitemap: null, now };
const marksOf = (marks: Partial<DateMarks>): DateMarks => ({ metas: [], times: [], data: [], ...marks });
const meta = (name: string, content: string) => ({ name, content, inHead: true });

describe('the date of a page', () => {
  it('is what it says of its last change, before when it was published', () => {
    const metas = [meta('article:published_time', '2020-01-01'), meta('article:modified_time', '2021-02-03')];
    assert.deepEqual(pageDate(marksOf({ metas }), { ...unsaid, sitemap: '2024-01-01' }), {
      moment: '2021-02-03T00:00:00.000Z',
      source: 'modified',
    });
    assert.equal(pageDate(marksOf({ metas: metas.slice(0, 1) }), unsaid)?.source, 'published');
  });

  it('is read from linked data, though that be broken', () => {
    const data = ['{"@type": "Article", "datePublished":"2019-05-06T07:08:09+02:00", "author": {,'];
    assert.deepEqual(pageDate(marksOf({ data }), unsaid), {
      moment: '2019-05-06T05:08:09.000Z',
      source: 'published',
    });
  });

  it('is what a sitemap says, then what the server says, then a moment in the main text', () => {
    const times = [
      { datetime: '2018-01-01', role: '', main: false },
      { datetime: '2018-02-02', role: '', main: true },
    ];
    const lastModified = '2022-03-04T00:00:00.000Z';
    const marks = marksOf({ times });
    assert.equal(pageDate(marks, { ...unsaid, lastModified, sitemap: '2023-01' })?.source, 'sitemap');
    assert.equal(pageDate(marks, { ...unsaid, lastModified })?.moment, lastModified);
    assert.deepEqual(pageDate(marks, unsaid), { moment: '2018-02-02T00:00:00.000Z', source: 'time' });
  });

  it('is not the moment in which it was asked for', () => {
    const lastModified = new Date(now - 1000).toISOString();
    assert.equal(pageDate(marksOf({}), { ...unsaid, lastModified }), null);
  });

  it('is told by the roles of times', () => {
    const times = [{ datetime: '2020-06-07', role: 'datemodified', main: true }];
    assert.equal(pageDate(marksOf({ times }), unsaid)?.source, 'modified');
  });

  it('is found in trees', () => {
    const kids = [
      { tag: 'head', kids: [{ tag: 'meta', attrs: { name: 'DC.date', content: '2017-01-02' } }] },
      { tag: 'body', kids: [{ tag: 'nav', kids: [{ tag: 'time', attrs: { datetime: '2016-01-01' } }] }] },
    ];
    const root = { tag: 'html', kids };
    const document = { url: 'http://a/', base: 'http://a/', doctype: null, title: '', lang: '', root };
    assert.deepEqual(dateMarks(document).times, [{ datetime: '2016-01-01', role: '', main: false }]);
    assert.equal(pageDate(dateMarks(document), unsaid)?.moment, '2017-01-02T00:00:00.000Z');
  });
});

describe('a written moment', () => {
  it('is read in the ways that pages write it, as UTC where no zone is told', () => {
    const cases: Readonly<Record<string, string>> = {
      '2020': '2020-01-01T00:00:00.000Z',
      '2020-02': '2020-02-01T00:00:00.000Z',
      '2020-02-03': '2020-02-03T00:00:00.000Z',
      '2020/2/3 4:05': '2020-02-03T04:05:00.000Z',
      '2020年2月3日': '2020-02-03T00:00:00.000Z',
      '2020-02-03T04:05:06.789Z': '2020-02-03T04:05:06.000Z',
      '2020-02-03T04:05:06-0530': '2020-02-03T09:35:06.000Z',
      'Mon, 03 Feb 2020 04:05:06 GMT': '2020-02-03T04:05:06.000Z',
      'February 3, 2020': '2020-02-03T00:00:00.000Z',
      '3 Feb 2020 04:05 +0100': '2020-02-03T03:05:00.000Z',
    };
    for (const [written, moment] of Object.entries(cases))
      assert.equal(momentOf(written, now), moment, written);
  });

  it('is none where it cannot be one', () => {
    for (const written of [
      '',
      'yesterday',
      '2020-13-01',
      '2020-02-40',
      '5/6/2010',
      '2011-2012',
      '1970-01-01',
      '2031-01-01',
      'x'.repeat(100),
    ])
      assert.equal(momentOf(written, now), null, written);
  });
});
