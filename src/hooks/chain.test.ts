import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate } from '../model/index.ts';
import { HookChain, type Hooks, hookLinks, type PageView, type RequestView } from './index.ts';

const request: RequestView = {
  url: 'http://a.example/',
  method: 'GET',
  headers: { accept: '*/*', cookie: 'a=1' },
  kind: 'document',
  engine: 'http',
};
const page = { url: 'http://a.example/', title: 'A' } as PageView;

function response(status = 200) {
  const body = async () => Buffer.from('as sent');
  const text = async () => 'as sent';
  return { ...request, status, body, text };
}

function link(href: string): Candidate {
  return { xpath: '/A', id: null, tag: 'a', event: 'click', href, text: href, traits: '', hints: '' };
}

test('hooks are called by their order, then as they were given, and each sees what came before', async () => {
  const called: string[] = [];
  const named = (name: string, order?: number): Hooks => ({
    name,
    ...(order !== undefined && { order }),
    request: ({ headers }) => {
      called.push(`${name} ${headers.trail ?? ''}`);
      return { headers: { Trail: (headers.trail ?? '') + name, Cookie: null } };
    },
  });
  const chain = new HookChain([named('c', 1), named('a'), named('b'), named('z', -5)]);
  const { headers } = await chain.request(request);
  assert.deepEqual(called, ['z ', 'a z', 'b za', 'c zab']);
  assert.deepEqual(headers, { accept: '*/*', trail: 'zabc' });
  assert.deepEqual(
    chain.list.map(({ name, moments }) => `${name}: ${moments}`),
    ['z: request', 'a: request', 'b: request', 'c: request'],
  );
});

test('what is dropped ends there, with the hook and its reason, and is counted', async () => {
  const chain = new HookChain([
    { name: 'no', request: () => ({ drop: 'not today' }), record: () => ({ drop: 'twice' }) },
    { name: 'never', request: () => assert.fail('called after a drop') },
  ]);
  await assert.rejects(chain.request(request), {
    code: 'DROPPED',
    consequence: 'skip',
    message: 'the request to http://a.example/ was dropped by the hook "no": not today',
  });
  assert.equal(await chain.record({ record: {}, type: null, url: '', page: 1 }), null);
  assert.deepEqual(chain.dropped, { request: 1, response: 0, links: 0, page: 0, record: 1 });
});

test('an answer can be changed, and the next hook reads the body that is there by then', async () => {
  const texts: string[] = [];
  const chain = new HookChain([
    { response: async (given) => ({ status: 203, body: `${await given.text()} and more` }) },
    { response: async (given) => void texts.push(`${given.status} ${await given.text()}`) },
  ]);
  const verdict = await chain.response(response());
  assert.deepEqual(texts, ['203 as sent and more']);
  assert.equal(verdict.kind === 'take' && String(verdict.body), 'as sent and more');
  const again = new HookChain([{ response: () => ({ again: 'not ready' }) }]);
  assert.deepEqual(await again.response(response()), { kind: 'again', reason: 'not ready' });
});

test('links are changed, dropped and added, and other candidates keep their places', async () => {
  const button = { ...link(''), href: undefined, call: 'go()' } as unknown as Candidate;
  const chain = new HookChain([
    {
      links: (links) => [
        ...links
          .filter(({ url }) => !url.endsWith('/drop'))
          .map((each) => ({ ...each, url: `${each.url}?x` })),
        { url: 'http://a.example/new', text: 'New' },
      ],
    },
    { links: (links) => links.map((each) => ({ ...each, url: each.url.replace('?x', '?y') })) },
  ]);
  const given = [link('http://a.example/1'), button, link('http://a.example/drop')];
  const { candidates, dropped } = await hookLinks(chain, given, () => page);
  assert.deepEqual(
    candidates.map(({ href }) => href),
    ['http://a.example/1?y', undefined, 'http://a.example/drop', 'http://a.example/new'],
  );
  assert.equal(candidates[1], button);
  assert.deepEqual([...dropped], [2]);
  assert.equal(chain.dropped.links, 1);
});

test('tags of all hooks are put together', async () => {
  const chain = new HookChain([
    { page: () => ({ tags: ['a', 'b'] }) },
    { page: async () => ({ tags: ['b', 'c'] }) },
  ]);
  assert.deepEqual(await chain.page(page), ['a', 'b', 'c']);
});

test('an error names the hook and the moment, and the third in a row stops the crawl', async () => {
  let fails = true;
  const chain = new HookChain([
    {
      name: 'mine.ts',
      request: () => {
        if (fails) throw new Error('oh');
      },
    },
  ]);
  const fail = (code: string) =>
    assert.rejects(chain.request(request), { code, message: /"mine\.ts".*"request".*oh/ });
  await fail('HOOK');
  await fail('HOOK');
  fails = false;
  await chain.request(request);
  fails = true;
  await fail('HOOK');
  await fail('HOOK');
  await assert.rejects(chain.request(request), { code: 'HOOK_BROKEN', consequence: 'stop', exitCode: 2 });
});

test('a hook that takes too long fails', async () => {
  const chain = new HookChain([{ page: () => new Promise(() => {}) }], { timeout: 5 });
  await assert.rejects(chain.page(page), { code: 'HOOK', message: /took longer/ });
});

test('what means nothing is an error that says what was expected', async () => {
  const fails = async (hooks: unknown, call: (chain: HookChain) => Promise<unknown>, message: RegExp) =>
    assert.rejects(call(new HookChain([hooks as Hooks])), { code: 'HOOK', message });
  const ask = (chain: HookChain) => chain.request(request);
  await fails({ request: () => ({ header: {} }) }, ask, /"header".*"url", "headers", "drop"/);
  await fails({ request: () => false }, ask, /gave back false/);
  await fails({ request: () => ({ url: '/relative' }) }, ask, /absolute address/);
  await fails({ request: () => ({ headers: { a: 'b\r\nc: d' } }) }, ask, /headers/);
  await fails({ request: () => ({ drop: true }) }, ask, /reason as a text/);
  await fails({ response: () => ({ status: 99 }) }, (chain) => chain.response(response()), /200 to 599/);
  await fails({ page: () => ({ tags: 'x' }) }, (chain) => chain.page(page), /list of texts/);
  const links = (chain: HookChain) => hookLinks(chain, [link('http://a.example/')], () => page);
  await fails({ links: () => [{ url: 'http://b.example/', key: 7 }] }, links, /link of the page/);
  const browser = { ...response(), engine: 'browser' as const };
  await fails({ response: () => ({ body: '' }) }, (chain) => chain.response(browser), /--engine http/);
});
