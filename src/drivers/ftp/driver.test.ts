import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificate } from '../../../test/sites/certificate.ts';
import { type FtpHabits, type FtpServer, ftpTree, latin, startFtp } from '../../../test/sites/ftp.ts';
import { visibleText } from '../../dom/text.ts';
import { elementAt } from '../../dom/xpath.ts';
import type { Capture, Driver, Resource, Tab } from '../../model/index.ts';
import { ftpDriver } from './driver.ts';
import type { FtpLimits } from './limits.ts';

interface Scene {
  readonly server: FtpServer;
  readonly driver: Driver;
  readonly tab: Tab;
  readonly kept: Resource[];
  open(path: string): Promise<Capture>;
}

async function scene(
  t: TestContext,
  paths: Parameters<typeof ftpTree>[0],
  habits: FtpHabits & { auth?: string; limits?: Partial<FtpLimits>; charset?: string } = {},
): Promise<Scene> {
  const { auth = null, limits = {}, charset = null, ...rest } = habits;
  const server = await startFtp(ftpTree(paths), rest);
  const kept: Resource[] = [];
  const driver = ftpDriver(
    { seeds: [server.url], auth, charset },
    { limits, sink: (resource) => kept.push(resource) },
  );
  t.after(async () => {
    await driver.close();
    await server.close();
  });
  const tab = await driver.tab();
  return { server, driver, tab, kept, open: (path) => tab.open(server.url.slice(0, -1) + path) };
}

const linksIn = ({ candidates }: Capture) => candidates.map(({ text, href }) => [text, href]);
const pathOf = (href: string | undefined) => href?.replace(/^ftp:\/\/[^/]+/, '');

for (const [name, habits] of [
  ['MLSD', {}],
  ['Unix', { mlsd: false }],
  ['DOS', { mlsd: false, format: 'dos' }],
] as const) {
  test(`a ${name} listing is a page with links, folders first, numbers in their order`, async (t) => {
    const files = { '/pub/b10.txt': 'x'.repeat(1234), '/pub/b9.txt': 'y', '/pub/sub dir/z.txt': 'z' };
    const { server, open } = await scene(t, files, habits);
    const capture = await open('/pub/');
    const at = server.url.slice(0, -1);
    assert.deepEqual(linksIn(capture), [
      ['..', `${at}/`],
      ['sub dir/', `${at}/pub/sub%20dir/`],
      ['b9.txt', `${at}/pub/b9.txt`],
      ['b10.txt', `${at}/pub/b10.txt`],
    ]);
    assert.equal(capture.document.title, 'Index of /pub/');
    assert.match(visibleText(capture.document), /b10\.txt\s+1\.23 kB\s+\S/);
    assert.equal(capture.contentType, 'text/html');
  });
}

test('an empty folder is a page that says so', async (t) => {
  const { open } = await scene(t, { '/void': { kind: 'folder' } });
  const capture = await open('/void/');
  assert.match(visibleText(capture.document), /empty/);
  assert.equal(capture.candidates.length, 1);
});

test('names in UTF-8 and in GBK are shown as people read them and lead back to their bytes', async (t) => {
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0xc4, 0xbf, 0xc2, 0xbc]).toString('latin1');
  const { open } = await scene(t, {
    [latin('/über.txt')]: 'grün',
    [`/${gbk}/a.txt`]: 'a',
    [latin('/日本.txt')]: 'b',
  });
  const capture = await open('/');
  assert.deepEqual(
    capture.candidates.map(({ text }) => text).sort(),
    ['über.txt', '中文目录/', '日本.txt'].sort(),
  );
  const folder = capture.candidates.find(({ text }) => text === '中文目录/');
  assert.equal(pathOf(folder?.href), '/%D6%D0%CE%C4%C4%BF%C2%BC/');
  assert.equal((await open(pathOf(folder?.href) as string)).document.title, 'Index of /中文目录/');
  assert.equal(visibleText((await open('/%C3%BCber.txt')).document).trim(), 'grün');
});

test('text is a page as it stands, in its encoding, and HTML is parsed', async (t) => {
  const gbk = Buffer.from('d6d0ceb94f4b20c4e3bac3cac0bde7', 'hex');
  const { open, kept } = await scene(t, {
    '/README': 'plain\nlines',
    '/gbk.txt': gbk,
    '/page.html': '<title>T</title><a href="sub/x.txt">X</a><img src="a.png">',
  });
  const plain = await open('/README');
  assert.equal(plain.contentType, 'text/plain');
  assert.equal(plain.document.title, 'README');
  assert.equal(elementAt(plain.document, '/HTML/BODY[1]/PRE[1]')?.kids?.[0], 'plain\nlines');
  assert.match(visibleText((await open('/gbk.txt')).document), /你好世界/);
  const html = await open('/page.html');
  assert.equal(html.document.title, 'T');
  assert.equal(pathOf(html.candidates[0]?.href), '/sub/x.txt');
  assert.equal(html.lastModified, '2026-01-02T03:04:05.000Z');
  const files = kept.map(({ url, body }) => [new URL(url).pathname, body.length]);
  assert.deepEqual(
    files,
    [
      ['/README', 11],
      ['/gbk.txt', gbk.length],
    ],
    'the bytes of HTML are the page itself',
  );
});

test('other files are kept as they are, behind a page that says what they are', async (t) => {
  const { server, open, kept } = await scene(t, { '/a.zip': 'PK\x03\x04zip', '/noname': Buffer.of(0, 1, 2) });
  const capture = await open('/a.zip');
  assert.equal(capture.document.title, 'a.zip');
  assert.match(visibleText(capture.document), /application\/zip.*7 bytes/s);
  await open('/noname');
  assert.deepEqual(
    kept.map(({ url, contentType, body }) => [url, contentType, body.length]),
    [
      [`${server.url}a.zip`, 'application/zip', 7],
      [`${server.url}noname`, 'application/octet-stream', 3],
    ],
  );
});

test('a file beyond the limit is refused by its size, before it is read', async (t) => {
  const { server, open } = await scene(t, { '/big.iso': 'x'.repeat(5000) }, { limits: { body: 1000 } });
  await assert.rejects(open('/big.iso'), { code: 'TOO_LARGE', message: /5000 bytes/ });
  assert.ok(!server.commands.some((line) => line.startsWith('RETR')));
});

test('a transfer that breaks is resumed where it broke', async (t) => {
  const body = Buffer.from(Array.from({ length: 200_000 }, (_, at) => 32 + (at % 90)));
  const { server, open } = await scene(t, { '/long.txt': body }, { breaks: { '/long.txt': 70_000 } });
  const capture = await open('/long.txt');
  const text = elementAt(capture.document, '/HTML/BODY[1]/PRE[1]')?.kids?.[0] as string;
  assert.equal(text, body.toString('latin1'));
  assert.ok(
    server.commands.some((line) => /^REST [1-9]/.test(line)),
    server.commands.join(),
  );
  assert.equal(server.connections, 2);
});

test('where the server knows no REST a broken transfer begins anew', async (t) => {
  const body = 'abc'.repeat(10_000);
  const { open } = await scene(t, { '/l.txt': body }, { rest: false, breaks: { '/l.txt': 6000 } });
  const capture = await open('/l.txt');
  assert.equal(elementAt(capture.document, '/HTML/BODY[1]/PRE[1]')?.kids?.[0], body);
});

test('links of the file system lead to what they mean, and rings of them end', async (t) => {
  const { open } = await scene(t, {
    '/pub/one.txt': '1',
    '/pub/two.txt': '2',
    '/pub/again': { kind: 'link', to: '.' },
    '/pub/up': { kind: 'link', to: '../other' },
    '/other/x.txt': 'x',
  });
  const capture = await open('/pub/');
  const hrefs = Object.fromEntries(capture.candidates.map(({ text, href }) => [text, pathOf(href)]));
  assert.equal(hrefs.again, '/pub');
  assert.equal(hrefs.up, '/other');
  assert.equal((await open('/pub')).documentUrl.endsWith('/pub/'), true);
  // A server that does not tell links from folders.
  const inner = await open('/pub/again/again/');
  assert.equal(pathOf(inner.documentUrl), '/pub/');
  assert.equal(inner.fingerprint, capture.fingerprint);
});

test('one connection serves a tab, and one that the server closed is made anew', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`/f${at}.txt`, `text ${at}`]));
  const steady = await scene(t, files);
  for (let at = 0; at < 12; at++) await steady.open(`/f${at}.txt`);
  assert.equal(steady.server.connections, 1);
  const tired = await scene(t, files, { tired: 25 });
  for (let at = 0; at < 12; at++) await tired.open(`/f${at}.txt`);
  assert.ok(tired.server.connections > 1);
});

test('user and password are given, and a wrong one is told as such', async (t) => {
  const users = { ann: 'secret' };
  const good = await scene(t, { '/a.txt': 'a' }, { users, auth: 'ann:secret' });
  assert.equal((await good.open('/')).candidates.length, 1);
  const bad = await scene(t, { '/a.txt': 'a' }, { users, auth: 'ann:wrong' });
  await assert.rejects(bad.open('/'), {
    code: 'HTTP_STATUS',
    message: /log in .* as "ann".*530/,
    advice: /--auth/,
  });
  const none = await scene(t, { '/a.txt': 'a' }, { users });
  await assert.rejects(none.open('/'), { message: /as "anonymous"/ });
});

test('a transfer that stops is given up by silence, and one that drags on by its whole time', async (t) => {
  const files = { '/slow.txt': 'x'.repeat(9000) };
  const silent = await scene(t, files, { stalls: { '/slow.txt': 10 }, limits: { idle: 1000, resumes: 1 } });
  await assert.rejects(silent.open('/slow.txt'), { code: 'TIMEOUT', message: /stopped answering/ });
  assert.equal(silent.server.commands.filter((line) => line.startsWith('RETR')).length, 2);
  const long = await scene(t, files, { stalls: { '/slow.txt': 10 }, limits: { total: 150 } });
  await assert.rejects(long.open('/slow.txt'), { code: 'TIMEOUT', message: /in all/ });
});

test('ftps speaks TLS where the server offers it, and refuses a certificate that nobody vouches for', async (t) => {
  const { server, tab } = await scene(t, { '/a.txt': 'a' }, { tls: true });
  const url = server.url.replace('ftp:', 'ftps:');
  await assert.rejects(tab.open(url), { code: 'UNREACHABLE', message: /certificate|self.signed/i });
  const before = getCACertificates('default');
  setDefaultCACertificates([certificate]);
  t.after(() => setDefaultCACertificates(before));
  const capture = await tab.open(url);
  assert.equal(capture.candidates[0]?.href, `${url}a.txt`);
  assert.equal(visibleText((await tab.open(`${url}a.txt`)).document).trim(), 'a');
  assert.ok(server.commands.includes('PROT P'));
  const without = await scene(t, { '/a.txt': 'a' });
  await assert.rejects(without.tab.open(without.server.url.replace('ftp:', 'ftps:')), { message: /502/ });
});

test('what is not there, no server and a name that carries a command are told apart', async (t) => {
  const { open, driver, server } = await scene(t, { '/a.txt': 'a' });
  await assert.rejects(open('/b.txt'), { code: 'HTTP_STATUS', message: /550/ });
  await assert.rejects(open('/b/'), { code: 'HTTP_STATUS' });
  await assert.rejects(open('/a.txt%0D%0ADELE%20a.txt'), { code: 'NOT_A_PAGE' });
  assert.equal(await driver.fetch(`${server.url}b.png`), null);
  assert.equal((await driver.fetch(`${server.url}a.txt`))?.body.length, 1);
  await server.close();
  await assert.rejects(open('/a.txt'), { code: 'UNREACHABLE' });
});

test('behind a proxy only servers of the seeds are asked, since FTP goes past it', async (t) => {
  const [own, other] = [
    await startFtp(ftpTree({ '/a.txt': 'a' })),
    await startFtp(ftpTree({ '/b.txt': 'b' })),
  ];
  const settings = { auth: null, charset: null, proxy: 'http://127.0.0.1:9' };
  const seeds = [own.url, other.url.replace('ftp:', 'http:')];
  const driver = ftpDriver({ ...settings, seeds });
  t.after(async () => {
    await driver.close();
    await Promise.all([own.close(), other.close()]);
  });
  assert.equal((await driver.fetch(`${own.url}a.txt`))?.status, 200);
  const refused = { code: 'FORBIDDEN_ADDRESS', message: /proxy/ };
  await assert.rejects(driver.fetch(`${other.url}b.txt`), refused);
  await assert.rejects((await driver.tab()).open(other.url), refused);
  assert.equal(other.connections, 0);
});
