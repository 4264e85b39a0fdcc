import { defaultSettings } from '../../src/config/index.ts';
import { fileAddresses } from '../../src/crawl/gather/index.ts';
import { fingerprint } from '../../src/fingerprint/rabin.ts';
import type { Change, Page, PageContent, Transition } from '../../src/model/index.ts';
import { joinStoreAt, openSharedStore } from '../../src/store/index.ts';
import type { TestServer } from '../../test/postgres.ts';
import type { Report } from '../report.ts';
import type { Cell } from '../table.ts';

/** Hosts that the addresses are spread over. */
const hosts = 1000;
/** Times that each step is taken; a tenth of them were as fast as is told: others had the processors meanwhile. */
const rounds = 40;
/** Links of each page that is stored, all of them new. */
const links = 20;
/** How much more a round may read and write with the whole frontier than with a hundredth of it. */
const mostBlocks = 2;

const settings = defaultSettings(['http://host0.test/'], { engine: 'http' });

/** Steps of workers while more and more addresses wait in the shared frontier: none must take longer for it. */
export async function frontier(report: Report, database: TestServer, most: number): Promise<void> {
  report.section(`${most.toLocaleString('en')} addresses in the shared frontier, of ${hosts} hosts`);
  const url = `${database.url}?schema=frontier`;
  const rows: (readonly Cell[])[] = [];
  const before = new Map<string, number>();
  let heads: readonly string[] = [];
  let filed = 0;
  for (const size of [most / 100, most / 10, most]) {
    const begun = performance.now();
    await file(url, filed, size);
    const rate = (size - filed) / ((performance.now() - begun) / 1000);
    filed = size;
    report.progress(`${size} addresses wait`);
    const cells: [string, number][] = [];
    for (const [name, part] of Object.entries({ hosts: ofHosts, documents: ofDocuments })) {
      const { steps, blocks } = await part(url, database);
      cells.push(...Object.entries(steps), [`${name}: blocks in a round`, blocks]);
      const few = before.get(name) ?? blocks;
      before.set(name, few);
      if (size === most)
        report.verdict(
          blocks <= mostBlocks * few,
          `${name}: a round reads and writes as much as with ${most / 100} addresses`,
          `${blocks.toFixed(0)} blocks, before ${few.toFixed(0)}`,
        );
    }
    heads = cells.map(([name]) => name);
    rows.push([size, Math.round(rate), ...cells.map(([, value]) => value)]);
  }
  report.table(['addresses', 'filed/s', ...heads], rows);
}

/** What the server has read and written for all rounds, without what it does by itself. */
async function blocksOf(database: TestServer, work: () => Promise<void>): Promise<number> {
  const { client } = database;
  const count = async () => {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const sql =
      'SELECT (blks_hit + blks_read)::float8 AS n FROM pg_stat_database WHERE datname = current_database()';
    return ((await client.query(sql)).rows[0] as { n: number }).n;
  };
  const vacuum = async (is: 'on' | 'off') => {
    await client.query(`ALTER SYSTEM SET autovacuum = ${is}`);
    await client.query('SELECT pg_reload_conf()');
  };
  await vacuum('off');
  const begun = await count();
  await work();
  // Sessions tell what they did when they end.
  const blocks = (await count()) - begun;
  await vacuum('on');
  return blocks / rounds;
}

interface Measured {
  readonly steps: Record<string, number>;
  readonly blocks: number;
}

async function file(url: string, from: number, to: number): Promise<void> {
  const store = await openSharedStore(url);
  try {
    const site = await store.site('host0.test', { seeds: settings.seeds, settings: {} });
    if (!site) throw new Error('expected a site');
    function* addresses() {
      for (let at = from; at < to; at++) yield `http://host${at % hosts}.test/p${at}`;
    }
    await fileAddresses(site, settings, addresses());
    await store.share('host0.test', '{}', 'hosts');
  } finally {
    await store.close();
  }
}

/** What a worker does that gathers: leases a host, reads what waits, stores a page of it, gives it back. */
async function ofHosts(url: string, database: TestServer): Promise<Measured> {
  const times = new Times();
  const blocks = await blocksOf(database, () => gatherRounds(url, times));
  return { steps: times.fast(), blocks };
}

async function gatherRounds(url: string, times: Times): Promise<void> {
  const joined = await joinStoreAt(url, 30, false);
  if (!joined) throw new Error('expected a crawl');
  const { hosts: site } = joined;
  try {
    for (let round = 0; round < rounds; round++) {
      const [lease] = await times.of('lease a host', () => site.lease(1));
      const host = lease?.host ?? '';
      const [page] = await times.of('read it', () => site.waiting(host, 256));
      const { from } = await site.numbers(links);
      const change = { ...stored(page as Page, from), host };
      await times.of('store a page', () => site.commitAll([change]));
      await times.of('give it back', () => site.release(host, '{}', 0));
    }
    await site.leave();
  } finally {
    await joined.close();
  }
}

/** What a worker does that explores: leases a document, records it in a turn, gives it back. */
async function ofDocuments(url: string, database: TestServer): Promise<Measured> {
  const store = await openSharedStore(url);
  await store.share('host0.test', '{}', 'documents');
  await store.close();
  const first = await joinStoreAt(url, 30, false);
  const [start] = (await first?.documents.lease(1)) ?? [];
  await first?.documents.begin();
  await first?.documents.release(start?.host ?? '', '', 0);
  await first?.documents.leave();
  await first?.close();
  const times = new Times();
  const blocks = await blocksOf(database, () => exploreRounds(url, times));
  return { steps: times.fast(), blocks };
}

async function exploreRounds(url: string, times: Times): Promise<void> {
  const joined = await joinStoreAt(url, 30, false);
  if (!joined) throw new Error('expected a crawl');
  const { documents: site } = joined;
  try {
    for (let round = 0; round < rounds; round++) {
      const [lease] = await times.of('lease a document', () => site.lease(1));
      const document = Number(lease?.host.slice(1));
      const page = await site.page(document);
      await times.of('turn with a page', () =>
        site.together((next) => site.commit(stored(page as Page, next))),
      );
      await times.of('give a document back', () => site.release(lease?.host ?? '', '', 0));
    }
    await site.leave();
  } finally {
    await joined.close();
  }
}

/** A page with new links, as a commit has it. */
function stored(page: Page, first: number): Change {
  const address = page.entry.kind === 'url' ? page.entry.url : '';
  const { host } = new URL(address);
  const urls = Array.from({ length: links }, (_, at) => `http://${host}/n${first + at}`);
  const content: PageContent = {
    ...{ fingerprint: fingerprint(address), address, title: address, lang: '', status: 200 },
    ...{ contentType: 'text/html', lastModified: null, etag: null, freshUntil: null, bodyPrint: null },
    ...{ type: null, capturedAt: new Date().toISOString(), blob: '' },
  };
  return {
    kept: { number: page.number, content, document: Buffer.from(`<p>${address} ${'words '.repeat(200)}`) },
    queued: urls.map((url, at) => ({
      ...{
        number: first + at,
        status: 'queued',
        entry: { kind: 'url', url },
        document: first + at,
        depth: 1,
      },
      ...{ content: null, mergedInto: null, error: null, attempts: 0 },
    })),
    transitions: urls.map((url, at) => linkTo(page.number, at, url, first + at)),
    instructions: urls.map((url, at) => ({ fingerprint: fingerprint(url), number: first + at })),
    nextNumber: first + links,
  };
}

function linkTo(source: number, ord: number, url: string, target: number): Transition {
  const instruction = { kind: 'url', scope: 'site', text: url, fingerprint: fingerprint(url) } as const;
  const action = { id: null, xpath: `/HTML/BODY[1]/A[${ord + 1}]`, event: 'click', label: url, instruction };
  return { source, ord, action, target, reason: 'queued' };
}

/** Times of steps by name. */
class Times {
  readonly #all = new Map<string, number[]>();

  async of<T>(name: string, step: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await step();
    const times = this.#all.get(name) ?? [];
    times.push(performance.now() - begun);
    this.#all.set(name, times);
    return result;
  }

  /** Milliseconds that a tenth of them took at the most. */
  fast(): Record<string, number> {
    const tenth = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length / 10] ?? 0;
    return Object.fromEntries([...this.#all].map(([name, times]) => [name, tenth(times)]));
  }
}
