import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { after, afterEach, before, describe, test } from 'node:test';
import type { CrawlSettings } from '../../config/index.ts';
import type { Capture } from '../../model/index.ts';
import { failsWith, startDriver, type TestDriver } from './fixture.ts';

const profile = `argiope-profile-${process.pid}-`;

interface Process {
  readonly pid: number;
  readonly group: number;
  readonly line: string;
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      // State, parent and group follow the name, which may contain anything.
      const [state, , group] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return state === 'Z' ? [] : [{ pid: Number(name), group: Number(group), line }];
    } catch {
      return [];
    }
  });
}

/** Every browser that was seen: its children are in its group, also when it has ended itself. */
const groups = new Set<number>();

/** The browsers of this process, known by their folder. */
function browsers(): number[] {
  const pids = processes().flatMap(({ pid, group, line }) =>
    line.includes(profile) && pid === group ? [pid] : [],
  );
  for (const pid of pids) groups.add(pid);
  return pids;
}

function family(): Process[] {
  return processes().filter(({ group }) => groups.has(group));
}

const profiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith(profile));

/** Resolves when something holds; the runner's time limit ends a wait for what never comes. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Children are ended together with their browser, though not in the same moment. */
async function gone(): Promise<void> {
  await until(() => family().length === 0);
  assert.deepEqual([browsers(), profiles()], [[], []]);
}

describe('the life of a browser', { skip: process.platform !== 'linux' }, () => {
  let server: Server;
  let origin = '';
  /** Questions that are never answered. */
  let asked = 0;
  before(async () => {
    server = createServer((request, response) => {
      if (request.url?.startsWith('/never')) {
        asked++;
        return;
      }
      const name = request.url === '/' ? 'Page' : request.url?.slice(1);
      const waits = request.url === '/busy' ? `<script>fetch('/never')</script>` : '';
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>${name}</title><p>x</p>${waits}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  const running: TestDriver[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((driver) => driver.close()));
    await gone();
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function start(settings: Partial<CrawlSettings> = {}): Promise<TestDriver> {
    const driver = await startDriver(`${origin}/`, settings);
    running.push(driver);
    return driver;
  }

  test('all its processes and its folder are gone after closing', async () => {
    const driver = await start();
    const tabs = await Promise.all([driver.tab(), driver.tab()]);
    await Promise.all(tabs.map((tab) => tab.open(`${origin}/`)));
    assert.equal(browsers().length, 1);
    assert.ok(family().length > 1, 'it has children');
    assert.equal(profiles().length, 1);
    await driver.close();
    await gone();
    await driver.close();
    await Promise.all(tabs.map((tab) => tab.close()));
    const error = await tabs[0]?.open(`${origin}/`).catch((cause) => cause);
    assert.match(String(error), /closed/);
    await gone();
  });

  test('a renderer that dies takes its page only, whether it was at work or not', async () => {
    // All renderers are killed, since nothing tells them apart: the one that is being made ready for the next page too,
    // and with that one Chromium itself goes down now and then. That is another death, and the next try.
    for (let left = 4; ; left--) {
      const driver = await start();
      const tab = await driver.tab();
      await tab.open(`${origin}/`);
      const [browser] = browsers();
      const isSame = () => browsers().length === 1 && browsers()[0] === browser;
      try {
        await loseRenderers(tab);
        if (left === 0 || isSame()) return assert.ok(isSame(), 'in the same browser');
      } catch (error) {
        if (left === 0 || isSame()) throw error;
      }
      await driver.close();
    }
  });

  function killRenderers(): void {
    for (const { pid } of family().filter(({ line }) => line.includes('--type=renderer')))
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself meanwhile.
      }
  }

  async function loseRenderers(tab: Awaited<ReturnType<TestDriver['tab']>>): Promise<void> {
    // News of each crash may come before the question or after it, and then it is to be asked again, as a crawl does.
    const reopened = async (left = 4): Promise<Capture> => {
      try {
        return await tab.open(`${origin}/`);
      } catch (error) {
        if (left === 0) throw error;
        return reopened(left - 1);
      }
    };
    const before = asked;
    const waiting = failsWith('PAGE_CRASHED', tab.open(`${origin}/busy`));
    await until(() => asked > before);
    killRenderers();
    assert.equal((await waiting).consequence, 'retry');
    assert.equal((await reopened()).document.title, 'Page');
    killRenderers();
    const order = { id: null, xpath: '/HTML/BODY[1]/P[1]', event: 'click' };
    await failsWith('PAGE_CRASHED', tab.fire(order, new Set()));
    assert.equal((await reopened()).document.title, 'Page');
    killRenderers();
    assert.equal((await reopened()).document.title, 'Page');
  }

  test('a browser that is killed is started anew, once for all its tabs, and not for ever', async () => {
    const driver = await start();
    const tabs = await Promise.all(Array.from({ length: 5 }, () => driver.tab()));
    for (let death = 1; death <= 3; death++) {
      await Promise.all(tabs.map((tab) => tab.open(`${origin}/`)));
      assert.equal(browsers().length, 1);
      await killedWhile(tabs.map((tab, at) => failsWith('PAGE_CRASHED', tab.open(`${origin}/never/${at}`))));
    }
    const last = tabs[0] as (typeof tabs)[0];
    assert.equal((await last.open(`${origin}/`)).document.title, 'Page');
    const [error] = await killedWhile([failsWith('BROWSER_DEAD', last.open(`${origin}/never/again`))]);
    assert.equal(error?.consequence, 'stop');
  });

  /** Kills the browser once every one of the questions has reached the server. */
  async function killedWhile<T>(waiting: readonly Promise<T>[]): Promise<T[]> {
    const before = asked;
    await until(() => asked === before + waiting.length);
    for (const pid of browsers()) process.kill(pid, 'SIGKILL');
    return Promise.all(waiting);
  }

  test('after a number of pages a new browser takes over, and the old one ends', async () => {
    const driver = await start({ recycle: 4 });
    const tabs = await Promise.all([driver.tab(), driver.tab()]);
    const seen = new Set<number>();
    for (let page = 0; page < 20; page++) {
      const { document } = await (tabs[page % 2] as (typeof tabs)[0]).open(`${origin}/${page + 1}`);
      assert.equal(document.title, String(page + 1));
      for (const pid of browsers()) seen.add(pid);
    }
    assert.equal(seen.size, 5, 'twenty pages, four each');
  });
});
