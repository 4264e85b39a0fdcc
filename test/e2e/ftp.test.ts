import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { ftpTree, latin, startFtp } from '../sites/ftp.ts';
import { plainPng } from '../sites/png.ts';
import { argiope, crawl, crawlArgs } from './command.ts';

interface Listed {
  readonly number: number;
  readonly file: string;
  readonly url: string;
  readonly title: string;
}

async function listed(out: string): Promise<readonly Listed[]> {
  return jsonLines<Listed>(join(out, 'pages.jsonl'));
}

test('a tree of an FTP server is mirrored, and the rest of the server is left alone', async (t) => {
  const zip = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * 7) & 255));
  const tree = ftpTree({
    '/pub/README': 'Welcome\nto the archive',
    '/pub/docs/manual.html': '<title>Manual</title><img src="logo.png"><a href="../README">read me</a>',
    '/pub/docs/logo.png': plainPng(8, 4, [200, 80, 20]),
    '/pub/soft/tool.zip': zip,
    [latin('/pub/soft/中文 说明.txt')]: '你好',
    '/pub/soft/huge.iso': Buffer.alloc(33 * 1024 * 1024),
    '/pub/soft/again': { kind: 'link', to: '../soft' },
    '/pub/empty': { kind: 'folder' },
    '/private/x.txt': 'not this',
  });
  const server = await startFtp(tree, { breaks: { '/pub/soft/tool.zip': 30_000 } });
  const folder = testFolder('ftp');
  t.after(async () => {
    await server.close();
  });
  const out = join(folder, 'out');
  const summary = await crawl(`${server.url}pub/`, out, ['--scope', 'prefix']);
  assert.equal(summary.pages, 9);
  assert.equal(summary.errors, 1, 'the file beyond the limit');

  const pages = await listed(out);
  const paths = pages.map(({ url }) => decodeURIComponent(new URL(url).pathname)).sort();
  assert.deepEqual(paths, [
    '/pub/',
    '/pub/README',
    '/pub/docs/',
    '/pub/docs/logo.png',
    '/pub/docs/manual.html',
    '/pub/empty/',
    '/pub/soft/',
    '/pub/soft/tool.zip',
    '/pub/soft/中文 说明.txt',
  ]);
  const fileOf = (path: string) => {
    return pages.find(({ url }) => decodeURIComponent(new URL(url).pathname) === path)?.file ?? '';
  };
  const html = (path: string) => readFile(join(out, 'mirror', fileOf(path)), 'utf8');
  assert.match(await html('/pub/'), new RegExp(`href="${fileOf('/pub/docs/')}"`));
  assert.match(await html('/pub/docs/manual.html'), /<img src="(?:\.\.\/)+assets\/[0-9a-f]+\.png"/);
  assert.match(
    await html('/pub/docs/manual.html'),
    new RegExp(`href="(?:\\.\\./)+${fileOf('/pub/README')}"`),
  );
  assert.match(await html('/pub/soft/中文 说明.txt'), /<title>中文 说明\.txt<\/title>.*<pre>你好<\/pre>/s);
  const original = (path: string) => join(out, 'originals', new URL(server.url).host.replace(':', '_'), path);
  assert.equal(await readFile(original('pub/soft/中文 说明.txt'), 'utf8'), '你好');
  assert.deepEqual(await readFile(original('pub/soft/tool.zip')), zip);
  const saved = /href="(?:\.\.\/)+(assets\/[^"]+)" download="tool\.zip"/.exec(
    await html('/pub/soft/tool.zip'),
  )?.[1];
  assert.deepEqual(await readFile(join(out, 'mirror', saved ?? '')), zip);
  assert.ok(server.commands.includes('REST 30000'), 'a transfer that broke is taken up where it broke');
  assert.ok(!server.commands.some((line) => /private|huge/.test(line) && line.startsWith('RETR')));

  const again = await crawl(`${server.url}pub/`, out, ['--scope', 'prefix']);
  assert.equal(again.pages, 9);
  assert.equal(again.requests, summary.requests, 'a finished crawl asks nothing');
});

test('the login stands in the address or in --auth, and a wrong one ends the crawl with the reason', async (t) => {
  const server = await startFtp(ftpTree({ '/a.txt': 'a' }), { users: { ann: 's3cret' } });
  const folder = testFolder('ftp');
  t.after(async () => {
    await server.close();
  });
  const inAddress = server.url.replace('ftp://', 'ftp://ann:s3cret@');
  assert.equal((await crawl(inAddress, join(folder, 'one'))).pages, 2);
  assert.equal((await crawl(server.url, join(folder, 'two'), ['--auth', 'ann:s3cret'])).pages, 2);
  const refused = await argiope(crawlArgs(server.url, join(folder, 'three'), ['--auth', 'ann:wr0ng']));
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /log in at .* as "ann".*530/);
  assert.match(refused.stderr, /--auth/);
  assert.doesNotMatch(refused.stderr + refused.stdout, /wr0ng/);
});

test('options that are for web sites alone are refused', async () => {
  const folder = testFolder('ftp');
  const ended = await argiope(crawlArgs('ftp://127.0.0.1:9/', folder, ['--engine', 'browser']));
  assert.equal(ended.code, 2);
  assert.match(ended.stderr, /--engine browser is for web sites/);
});
