import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Probed } from '../../drivers/http/index.ts';
import { ArgiopeError, type Capture, type PageInput, type RequestRecord } from '../../model/index.ts';
import { inputsOf, ownInput } from './inputs.ts';
import { Probes } from './probes.ts';

const input: PageInput = {
  method: 'GET',
  url: 'http://site.test/a.json',
  kind: 'data',
  answered: null,
  print: '0000000000000001',
  etag: '"1"',
  lastModified: null,
};
const answer: Probed = { status: 200, etag: '"1"', lastModified: null, print: '0000000000000001' };

async function verdict(known: PageInput, now: Probed): Promise<string> {
  return (await new Probes(async () => now).judge(known)).verdict;
}

test('an answer is the same by 304, by its body, and by its tag where there is no body to compare', async () => {
  assert.equal(await verdict(input, { ...answer, status: 304, print: null }), 'same');
  assert.equal(await verdict(input, { ...answer, etag: '"2"' }), 'same', 'the same body under another tag');
  assert.equal(await verdict(input, { ...answer, print: '0000000000000002' }), 'changed');
  assert.equal(await verdict({ ...input, print: null }, answer), 'same');
  assert.equal(await verdict({ ...input, print: null }, { ...answer, etag: '"2"' }), 'changed');
  assert.equal(await verdict({ ...input, print: null, etag: null }, answer), 'unknown');
  assert.equal(await verdict(input, { ...answer, status: 404, print: null }), 'gone');
  assert.equal(await verdict(input, { ...answer, status: 410, print: null }), 'gone');
  assert.equal(await verdict(input, { ...answer, status: 403, print: null }), 'unknown');
  assert.equal(await verdict({ ...input, method: 'POST' }, answer), 'unknown');
});

test('each address is asked once, however many pages were made from its answer', async () => {
  const asked: string[] = [];
  const probes = new Probes(async (url) => {
    asked.push(url);
    return { ...answer, status: 304, print: null };
  });
  const older = { ...input, etag: '"0"' };
  const verdicts = await Promise.all([input, input, older].map((each) => probes.judge(each)));
  assert.deepEqual(
    verdicts.map((each) => each.verdict),
    ['same', 'same', 'changed'],
    'one that was made from an older answer has changed',
  );
  assert.deepEqual([asked.length, probes.count, probes.notModified], [1, 1, 1]);
  assert.equal(verdicts[0]?.renewed.print, input.print);
});

test('a query is asked again as it was, each question once, and what is no query never', async () => {
  const asked: (string | undefined)[] = [];
  const probes = new Probes(async (_url, _known, _kind, question) => {
    asked.push(question?.body);
    return answer;
  });
  const ask = (query: string, more: Partial<PageInput> = {}): PageInput => ({
    ...input,
    method: 'POST',
    etag: null,
    ...more,
    question: { contentType: 'application/json', body: JSON.stringify({ query }) },
  });
  const inputs = [ask('{ a }'), ask('{ a }'), ask('{ b }', { print: '2' }), ask('mutation { c }')];
  const verdicts = await Promise.all(
    [...inputs, ask('{ d }', { print: null })].map((each) => probes.judge(each)),
  );
  assert.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['same', 'same', 'changed', 'unknown', 'unknown'],
  );
  assert.deepEqual(asked, ['{"query":"{ a }"}', '{"query":"{ b }"}']);
});

test('an answer that could not be had fails its pages for this time, and no more', async () => {
  const probes = new Probes(async () => {
    throw new ArgiopeError('BUSY', 'later');
  });
  assert.equal((await probes.judge(input)).verdict, 'failed');
  const broken = new Probes(async () => {
    throw new ArgiopeError('DISK_FULL', 'full');
  });
  await assert.rejects(broken.judge(input), { code: 'DISK_FULL' });
});

const record = (
  url: string,
  kind: RequestRecord['kind'],
  more: Partial<RequestRecord> = {},
): RequestRecord => ({
  method: 'GET',
  url,
  status: 200,
  kind,
  print: null,
  etag: null,
  lastModified: null,
  ...more,
});

test('the inputs of a page are its documents, data and own scripts, named as they were asked for', () => {
  const capture = {
    documentUrl: 'http://site.test/b',
    bodyPrint: null,
    requests: [
      record('http://site.test/a', 'document', { status: 302 }),
      record('http://site.test/b', 'document', { etag: '"b"' }),
      record('http://site.test/frame', 'document'),
      record('http://site.test/app.js', 'script'),
      record('http://ads.test/ad.js', 'script'),
      record('http://api.test/x.json', 'data', { print: '1' }),
      record('http://site.test/gone.json', 'data', { status: 0 }),
    ],
  } as unknown as Capture;
  const inputs = inputsOf(capture, 'http://site.test/a#top');
  assert.deepEqual(
    inputs.map(({ url, answered, kind }) => [url, answered, kind]),
    [
      ['http://site.test/a', 'http://site.test/b', 'document'],
      ['http://site.test/frame', null, 'document'],
      ['http://site.test/app.js', null, 'script'],
      ['http://api.test/x.json', null, 'data'],
    ],
  );
  assert.deepEqual(inputsOf({ ...capture, bodyPrint: '1' }, 'http://site.test/a'), []);
});

test('a page that is what its server sent is its own input, unless nothing tells it again', () => {
  const content = { bodyPrint: '1', etag: null, lastModified: null, address: 'http://site.test/b#x' };
  const [own] = ownInput('http://site.test/a', content as Parameters<typeof ownInput>[1]);
  assert.deepEqual([own?.url, own?.answered, own?.print], ['http://site.test/a', 'http://site.test/b', '1']);
  const bare = { ...content, bodyPrint: null } as Parameters<typeof ownInput>[1];
  assert.deepEqual(ownInput('http://site.test/a', bare), []);
  assert.deepEqual(ownInput('ftp://site.test/a', content as Parameters<typeof ownInput>[1]), []);
});
