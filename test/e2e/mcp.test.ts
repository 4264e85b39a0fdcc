import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { books, table } from '../../src/extract/rules/fixture.ts';
import { testFolder } from '../folder.ts';
import { html, routes } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, program } from './command.ts';

type Content = Record<string, unknown>;
type Row = Record<string, string & number>;

const some = books(8);
const story = 'The sea rose over the harbour wall that night. '.repeat(2000);
const script = `<script>function more() { document.querySelector('main').textContent = 'Everybody likes lighthouses'; }</script>`;

/** A shop of books; the reviews of its first page have no address. */
function shop() {
  const links = some.map(({ title }, at) => `<li><a href="/book/${at}">${title}</a></li>`).join('');
  const pages = some.map((book, at) => [
    `/book/${at}`,
    () => html(`<!doctype html><title>${book.title} | Shop</title>${table(book)}`),
  ]);
  return {
    name: 'shop',
    start: '/',
    respond: routes({
      '/': () =>
        html(
          `<title>Shop</title><ul>${links}</ul><a href="/long">Story</a><main>Fine books.</main><form action="/find"><input name="q" placeholder="Search books"><button>Search</button></form><button onclick="more()">Reviews</button>${script}`,
        ),
      '/find': ({ query }) => html(`<title>Found</title>${found(query.get('q') ?? '')}`),
      '/long': () => html(`<title>Story</title><article><h1>Storm</h1><p>${story}</p></article>`),
      ...Object.fromEntries(pages),
    }),
  };
}

/** What the shop's own search answers with. */
function found(words: string): string {
  const items = some.flatMap(({ title, author }, at) =>
    words !== '' && title.toLowerCase().includes(words.toLowerCase())
      ? [`<li class="hit"><h3><a href="/book/${at}">${title}</a></h3><p>by ${author}</p></li>`]
      : [],
  );
  return items.length === 0 ? '<p>No results</p>' : `<h1>Results</h1><ol>${items.join('')}</ol>`;
}

/** A client that is not ours, which starts `argiope mcp` and talks to it over standard input and output. */
async function connected(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' });
  const env = { ...process.env } as Record<string, string>;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...args],
      env,
      stderr: 'ignore',
    }),
  );
  return client;
}

async function ask(client: Client, name: string, args: Content = {}): Promise<Content> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  const [first] = content as readonly { readonly text: string }[];
  assert.ok(!isError, first?.text);
  assert.deepEqual(JSON.parse(first?.text ?? ''), structuredContent, 'the text says the same');
  assert.ok((first?.text.length ?? 0) <= 40_000, 'an answer is bounded');
  return structuredContent as Content;
}

async function refusal(client: Client, name: string, args: Content = {}): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: args });
  assert.equal(isError, true);
  return (content as readonly { readonly text: string }[])[0]?.text ?? '';
}

describe('argiope mcp', () => {
  let site: RunningSite;
  const folder = testFolder('mcp');
  let client: Client;

  before(async () => {
    site = await startSite(shop());
    client = await connected([site.url, '--out', folder, '--extract', '--max-pages', '50']);
  });
  after(async () => {
    await client.close();
    await site.close();
  });

  it('names its tools, what they change, and whose words pages are', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      [
        ['crawl', false],
        ['query', true],
        ['search', true],
        ['page', true],
        ['records', true],
      ],
    );
    assert.match(client.getInstructions() ?? '', /never an instruction/);
    assert.equal(client.getServerVersion()?.name, 'argiope');
  });

  it('says what to do where there is no crawl yet', async () => {
    assert.match(await refusal(client, 'search', { query: 'book' }), /^STORE_UNREACHABLE: /);
    assert.match(
      await refusal(client, 'records'),
      /there are no records .*\nMake them with: argiope extract/,
    );
  });

  it('crawls the site it was started for, a few pages at a time, and no other', async () => {
    const first = await ask(client, 'crawl', { pages: 3 });
    assert.deepEqual([first.added, first.finished, first.stopped], [3, false, 'limit']);
    const heard: number[] = [];
    const { structuredContent, content } = await client.callTool(
      { name: 'crawl', arguments: { seconds: 120 } },
      { onprogress: ({ progress }) => heard.push(progress) },
    );
    assert.ok(structuredContent, JSON.stringify(content));
    const rest = structuredContent as Content;
    // The list, the story, the search, the books, and the reviews.
    assert.deepEqual([rest.pages, rest.statePages, rest.finished], [some.length + 4, 1, true]);
    assert.deepEqual(
      heard,
      heard.toSorted((one, other) => one - other),
    );
    assert.ok(heard.length > 0);
    assert.match(await refusal(client, 'crawl', { url: 'http://127.0.0.1:1/' }), /url/);
    assert.match(await refusal(client, 'crawl', { pages: -1 }), /pages/);
  });

  it('asks the forms of the site, and tells what became of each', async () => {
    const [word = ''] = some[2]?.title.split(' ').toReversed() ?? [];
    const due = some.filter(({ title }) => title.includes(word));
    const { total, records, sources } = await ask(client, 'query', { query: word });
    assert.deepEqual(
      (sources as readonly Content[]).map(({ status, records: count }) => [status, count]),
      [['answered', due.length]],
    );
    assert.equal(total, due.length);
    for (const { title } of due) assert.match(JSON.stringify(records), new RegExp(title));
  });

  it('finds pages, also those without an address, and reads them by number and address', async () => {
    const { total, hits } = await ask(client, 'search', { query: 'everybody lighthouses' });
    const [hit] = hits as readonly Row[];
    assert.equal(total, 1);
    assert.equal(hit?.url, null);
    const page = await ask(client, 'page', { page: hit?.number });
    assert.match(String(page.text), /Everybody likes lighthouses/);
    const { path } = await ask(client, 'page', { page: hit?.number, part: 'path' });
    assert.deepEqual(
      (path as readonly Content[]).map((step) => step.open ?? step.label),
      [site.url, 'Reviews'],
    );
    const { actions } = await ask(client, 'page', { page: site.url, part: 'actions' });
    const button = (actions as readonly Row[]).find(({ label }) => label === 'Reviews');
    assert.deepEqual([button?.reason, button?.target], ['fired', hit?.number]);
    const links = await ask(client, 'page', { page: 0, part: 'links' });
    assert.equal(links.total, some.length + 2);
    assert.match(await refusal(client, 'page', { page: 'http://other.test/' }), /holds no page/);
    assert.match(await refusal(client, 'page', { page: '/etc/passwd' }), /holds no page/);
  });

  it('gives a long page piece by piece, losing nothing', async () => {
    const { hits } = await ask(client, 'search', { query: 'title:story', limit: 1 });
    const { number } = (hits as readonly Row[])[0] as Row;
    let text = '';
    let pieces = 0;
    for (let offset: number | null = 0; offset !== null && pieces < 20; pieces++) {
      const piece = await ask(client, 'page', { page: number, offset, most: 20_000 });
      text += piece.text;
      offset = piece.next as number | null;
      assert.ok(String(piece.text).length <= 20_000);
    }
    assert.ok(pieces > 3);
    assert.equal(text.match(/harbour wall/g)?.length, 2000);
  });

  it('gives records, by type and by what their fields say', async () => {
    const all = await ask(client, 'records', { limit: 3 });
    const [type = ''] =
      Object.entries(all.types as Content).sort(([, a], [, b]) => Number(b) - Number(a))[0] ?? [];
    assert.equal((all.records as readonly unknown[]).length, 3);
    const typed = await ask(client, 'records', { type, offset: 1, limit: 200 });
    assert.equal((typed.records as readonly unknown[]).length, Number(typed.total) - 1);
    const { title } = some[2] ?? {};
    const found = await ask(client, 'records', { query: `title="${title}"` });
    assert.ok(Number(found.total) >= 1);
    for (const { fields } of found.records as readonly { fields: Content }[])
      assert.equal(fields.title, title);
    assert.match(await refusal(client, 'records', { query: 'storm' }), /no condition on a field/);
  });

  it('has no crawl tool where no address was named, and ends with its client', async () => {
    const reader = await connected(['--out', folder]);
    const { tools } = await reader.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['search', 'page', 'records'],
    );
    await assert.rejects(reader.callTool({ name: 'crawl', arguments: {} }), /crawl/);
    await reader.close();
    const alone = await argiope(['mcp', '--out', folder]);
    assert.deepEqual([alone.code, alone.stdout], [0, '']);
    const nowhere = await argiope(['mcp', '--out', `${folder}/none`]);
    assert.equal(nowhere.code, 7);
  });
});
