import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withStore } from '../../bench/ajax/outputs.ts';
import type { CrawlSummary } from '../../src/model/summary.ts';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { checkMirror } from '../mirror-check.ts';
import { startThree, type Three } from '../sites/three.ts';
import { argiope, lastJson, startArgiope } from './command.ts';

interface Listed {
  readonly number: number;
  readonly file: string;
  readonly url: string | null;
  readonly title: string;
}

describe('a crawl of a web site, an FTP server and a board', () => {
  let three: Three;
  const folder = testFolder('protocols');
  before(async () => {
    three = await startThree();
  });
  after(async () => {
    await three.close();
  });
  const at = (name: string) => join(folder, name);

  async function run(args: readonly string[], expected = 0): Promise<CrawlSummary> {
    const ended = await argiope([...args, '--json', '--quiet']);
    assert.equal(ended.code, expected, ended.stderr + ended.stdout);
    return lastJson(ended) as CrawlSummary;
  }

  async function listed(out: string): Promise<readonly Listed[]> {
    return jsonLines<Listed>(join(out, 'pages.jsonl'));
  }

  /** Paths by protocol, as far as pages have addresses. */
  const pathsOf = (pages: readonly Listed[], scheme: string) =>
    pages
      .flatMap(({ url }) => (url?.startsWith(scheme) ? [decodeURIComponent(new URL(url).pathname)] : []))
      .sort();

  const fileOf = (pages: readonly Listed[], url: string) => {
    return pages.find((page) => page.url === url)?.file ?? '';
  };

  async function assertWhole(out: string, more: { readonly screens: number; readonly states: number }) {
    const pages = await listed(out);
    assert.deepEqual(pathsOf(pages, 'http:'), three.webPaths);
    assert.deepEqual(pathsOf(pages, 'ftp:'), three.ftpPaths);
    assert.equal(pages.length, three.webPaths.length + three.ftpPaths.length + more.screens + more.states);
    const { deadLinks, external, scripts } = await checkMirror(join(out, 'mirror'));
    assert.deepEqual([deadLinks, external, scripts], [[], [], []]);
    return pages;
  }

  it('finds all pages of each from one list of seeds, and links them in the mirror', async () => {
    const [out, list] = [at('auto'), at('seeds.txt')];
    await writeFile(list, three.seeds.join('\n'));
    const summary = await run(['crawl', `@${list}`, '--out', out, '--workers', '3']);
    const pages = await assertWhole(out, { screens: three.board.truth.length, states: 1 });
    assert.deepEqual([summary.pages, summary.errors], [pages.length, 0]);
    assert.deepEqual(three.board.offences, []);
    assert.ok(three.board.together <= 2, 'one guest, perhaps one who is just leaving');

    const [web, ftp, board] = three.seeds;
    const html = (url: string) => readFile(join(out, 'mirror', fileOf(pages, url)), 'utf8');
    const manual = `${ftp}pub/docs/manual.html`;
    const start = await html(web);
    assert.ok(start.includes(`href="${fileOf(pages, manual)}"`), 'from the web to FTP');
    assert.ok(start.includes(`href="${fileOf(pages, board)}"`), 'from the web to the board');
    assert.match(start, /<img src="assets\/[0-9a-f]+\.png"/, 'a picture that lies on the FTP server');
    for (const scheme of ['ftp', 'telnet'])
      assert.ok(start.includes(`href="${scheme}://127.0.0.2:9/"`), 'what is elsewhere stays a link');
    assert.ok((await html(manual)).includes(`/${fileOf(pages, `${web}from-ftp`)}"`), 'from FTP to the web');
    const reasons = await withStore(out, async (store) =>
      (await store.transitions(0))
        .filter(({ reason }) => reason === 'offsite')
        .map(({ action }) => action.label),
    );
    assert.deepEqual(reasons, ['elsewhere', 'there']);
    const sitemap = await readFile(join(out, 'sitemap.xml'), 'utf8');
    assert.equal(sitemap.match(/<loc>/g)?.length, pages.length);

    const again = await run(['crawl', `@${list}`, '--out', out, '--workers', '3']);
    assert.deepEqual([again.pages, again.requests], [summary.pages, summary.requests], 'it is finished');

    const logins = three.board.logins;
    const seen = (await run(['recrawl', '--out', out])) as unknown as Record<string, number>;
    assert.deepEqual([seen.unchanged, seen.changed, seen.gone, seen.new], [pages.length, 0, 0, 0]);
    assert.equal(three.board.logins - logins, 1, 'screens are seen again in one session');
  });

  it('with --engine http is explored by plain requests and keys', async () => {
    const out = at('http');
    const summary = await run(['crawl', ...three.seeds, '--out', out, '--engine', 'http']);
    await assertWhole(out, { screens: three.board.truth.length, states: 0 });
    assert.equal(summary.engines, undefined, 'nobody has to choose');
    assert.equal(summary.errors, 0);
  });

  for (const [engine, count] of [
    ['auto', 3],
    ['http', 2],
  ] as const) {
    it(`of ${count} of them goes on where it was broken off, with --engine ${engine}`, async () => {
      const out = at(`broken-${engine}`);
      const args = ['crawl', ...three.seeds.slice(0, count), '--out', out, '--engine', engine];
      const slowly = [...args, '--verbose', '--delay', '0.2', '--batch-age', '0.05'];
      const killed = startArgiope(slowly);
      await killed.seen(/^page \d+: kept/, 6);
      killed.kill();
      assert.equal((await killed.ended).code, null);
      const interrupted = startArgiope(slowly);
      await interrupted.seen(/^page \d+: kept/, 3);
      interrupted.interrupt();
      assert.equal((await interrupted.ended).code, 5);
      const summary = await run(args);
      assert.equal(summary.finished, true);
      const screens = engine === 'auto' ? three.board.truth.length : 0;
      await assertWhole(out, { screens, states: engine === 'auto' ? 1 : 0 });
    });
  }

  it('with --engine http and no board is gathered, and recrawled by what servers tell of their files', async () => {
    const out = at('gathered');
    const [web, ftp] = three.seeds;
    const summary = await run(['crawl', web, ftp, '--out', out, '--engine', 'http']);
    const pages = await assertWhole(out, { screens: 0, states: 0 });
    assert.deepEqual([summary.pages, summary.statePages, summary.errors], [pages.length, 0, 0]);
    const zip = /href="(?:\.\.\/)+(assets\/[^"]+)" download="tool\.zip"/;
    const shown = await readFile(join(out, 'mirror', fileOf(pages, `${ftp}pub/tool.zip`)), 'utf8');
    assert.equal((await readFile(join(out, 'mirror', zip.exec(shown)?.[1] ?? ''))).length, 9000);

    three.files.set('/pub/README', { kind: 'file', body: Buffer.from('Changed'), date: '20260203040506' });
    three.files.set('/pub/NEW', { kind: 'file', body: Buffer.from('News') });
    three.files.delete('/pub/tool.zip');
    three.texts.set('/article/3', 'Something is new here.');
    const asked = three.ftp.commands.length;
    const found = (await run(['recrawl', '--out', out])) as unknown as Record<string, unknown>;
    const lists = found.lists as Record<string, readonly { readonly address: string }[]>;
    const paths = (name: string) => lists[name]?.map(({ address }) => new URL(address).pathname).sort();
    assert.deepEqual(paths('changed'), ['/article/3', '/pub/', '/pub/README']);
    assert.deepEqual(paths('gone'), ['/pub/tool.zip']);
    assert.deepEqual(paths('new'), ['/pub/NEW']);
    const read = three.ftp.commands.slice(asked).filter((line) => line.startsWith('RETR'));
    assert.deepEqual(
      read.sort(),
      ['RETR /pub/NEW', 'RETR /pub/README', 'RETR /pub/tool.zip'],
      'of files that are as they were size and date are asked for',
    );
  });
});
