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

test('a site that cannot be reached is left alone', async () => {
  const gate = new RobotsGate(() => Promise.reject(new Error('refused')));
  assert.equal(await gate.allows('http://127.0.0.1:1/'), false);
  assert.deepEqual(gate.snapshot(), {});
});

test('answers outlive a run for a day, except those of servers in trouble', async () => {
  const { fetch } = recorded((url) => ({ status: url.includes('//bad') ? 503 : 200, body: rules }));
  const first = new RobotsGate(fetch, { now: () => 1000 });
  await first.allows('http://a/');
  await first.allows('http://bad/');
  const kept = JSON.parse(JSON.stringify(first.snapshot()));
  assert.deepEqual(kept, { 'http://a': { status: 200, body: rules, at: 1000 } });

  const second = recorded(() => ({ status: 404, body: '' }));
  const soon = new RobotsGate(second.fetch, { now: () => 1000 + 3_600_000 });
  soon.restore(kept);
  assert.equal(await soon.allows('http://a/no'), false);
  assert.deepEqual(second.asked, []);

  const late = new RobotsGate(second.fetch, { now: () => 1000 + 25 * 3_600_000 });
  late.restore(kept);
  assert.equal(await late.allows('http://a/no'), true);
  assert.deepEqual(second.asked, ['http://a/robots.txt']);
});
