import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RobotsGate } from './robots-gate.ts';

const rules = 'User-agent: *\nDisallow: /no\nCrawl-delay: 4';

function recorded(answer: (url: string) => { status: number; body: string }): {
  asked: string[];
  fetch: (url: string) => Promise<{ status: number; body: string }>;
} {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (url) => {
      asked.push(url);
      return answer(url);
    },
  };
}

test('each authority is asked once, however many want to know at the same time', async () => {
  const { asked, fetch } = recorded(() => ({ status: 200, body: rules }));
  const gate = new RobotsGate(fetch);
  const urls = ['http://a/yes', 'http://a/no', 'http://a:81/no', 'https://a/no', 'http://a/yes?2'];
  assert.deepEqual(await Promise.all(urls.map((url) => gate.allows(url))), [true, false, false, false, true]);
  assert.equal(await gate.allows('http://a/no/more'), false);
  assert.deepEqual(asked.toSorted(), [
    'http://a/robots.txt',
    'http://a:81/robots.txt',
    'https://a/robots.txt',
  ]);
  assert.equal((await gate.rules('http://a/')).crawlDelay, 4);
});

test('rules belong to the authority asked', async () => {
  const { fetch } = recorded((url) =>
    url.startsWith('http://a/') ? { status: 200, body: rules } : { status: 404, body: '' },
  );
  const gate = new RobotsGate(fetch);
  assert.equal(await gate.allows('http://a/no'), false);
  assert.equal(await gate.allows('http://b/no'), true);
});

test('a site that cannot be reached is left alone, and the next run asks again', async () => {
  const gate = new RobotsGate(() => Promise.reject(new Error('refused')), { now: () => 7 });
  assert.equal(await gate.allows('http://127.0.0.1:1/'), false);
  assert.equal(gate.problem('http://127.0.0.1:1/x')?.message, 'refused');
  const { asked, fetch } = recorded(() => ({ status: 404, body: '' }));
  const next = new RobotsGate(fetch, { now: () => 8 });
  next.restore(JSON.parse(JSON.stringify(gate.snapshot())));
  assert.equal(await next.allows('http://127.0.0.1:1/'), true);
  assert.equal(asked.length, 1);
});

const hour = 3_600_000;

test('answers outlive a run for a day, and a run that lasts longer asks again', async () => {
  let now = 1000;
  const first = recorded(() => ({ status: 200, body: rules }));
  const gate = new RobotsGate(first.fetch, { now: () => now });
  await gate.allows('http://a/');
  const kept = JSON.parse(JSON.stringify(gate.snapshot()));
  assert.deepEqual(kept, { 'http://a': { status: 200, body: rules, at: 1000 } });
  assert.equal(gate.known('http://a/no')?.allows('/no'), false);

  now += 25 * hour;
  assert.equal(gate.known('http://a/no'), null);
  await gate.allows('http://a/');
  assert.equal(first.asked.length, 2);

  const second = recorded(() => ({ status: 404, body: '' }));
  const soon = new RobotsGate(second.fetch, { now: () => 1000 + hour });
  soon.restore(kept);
  assert.equal(await soon.allows('http://a/no'), false);
  assert.deepEqual(second.asked, []);

  const late = new RobotsGate(second.fetch, { now: () => 1000 + 25 * hour });
  late.restore(kept);
  assert.equal(await late.allows('http://a/no'), true);
  assert.deepEqual(second.asked, ['http://a/robots.txt']);
});

test('while a server is in trouble its last rules hold on, whatever their age', async () => {
  let now = 1000;
  let status = 200;
  const { fetch, asked } = recorded(() => ({ status, body: rules }));
  const gate = new RobotsGate(fetch, { now: () => now });
  await gate.allows('http://a/');
  status = 503;
  now += 48 * hour;
  assert.deepEqual([await gate.allows('http://a/no'), await gate.allows('http://a/yes')], [false, true]);
  assert.equal(asked.length, 2);
  now += 2 * hour;
  status = 404;
  assert.equal(await gate.allows('http://a/no'), true);
});

test('a server in trouble forbids everything, but not for more than a month', async () => {
  const { fetch } = recorded(() => ({ status: 500, body: '' }));
  const first = new RobotsGate(fetch, { now: () => 0 });
  assert.equal(await first.allows('http://a/'), false);
  const kept = JSON.parse(JSON.stringify(first.snapshot()));
  const later = async (days: number) => {
    const gate = new RobotsGate(fetch, { now: () => days * 24 * hour });
    gate.restore(kept);
    return gate.allows('http://a/');
  };
  assert.deepEqual([await later(1), await later(29), await later(31)], [false, false, true]);
});

test('that a crawl ends says nothing about a server: nothing is kept of it', async () => {
  let ends = true;
  const gate = new RobotsGate(async () => {
    if (ends) throw new DOMException('the crawl ends', 'AbortError');
    return { status: 404, body: '' };
  });
  await assert.rejects(gate.allows('http://a/'), { name: 'AbortError' });
  assert.deepEqual(gate.snapshot(), {});
  ends = false;
  assert.equal(await gate.allows('http://a/'), true);
});
