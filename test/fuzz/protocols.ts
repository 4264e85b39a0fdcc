import assert from 'node:assert/strict';
import { parseList } from 'basic-ftp';
import { headerAddresses } from '../../src/dom/written.ts';
import { linesOf } from '../../src/drivers/bbs/glyphs.ts';
import { offersOf } from '../../src/drivers/bbs/offers.ts';
import { Screen } from '../../src/drivers/bbs/screen.ts';
import { Telnet } from '../../src/drivers/bbs/telnet.ts';
import { addressOf } from '../../src/drivers/ftp/address.ts';
import { entriesOf } from '../../src/drivers/ftp/listing.ts';
import { parseCookies } from '../../src/drivers/http/cookie-file.ts';
import { CookieJar } from '../../src/drivers/http/cookies.ts';
import { encodingsOf } from '../../src/drivers/http/decode.ts';
import { conditionalHeaders, etagOf, freshUntil } from '../../src/drivers/http/validators.ts';
import { detectCharset } from '../../src/encoding/charset.ts';
import { parseRules, rulesText } from '../../src/extract/rules/file.ts';
import { shopRules } from '../../src/extract/rules/fixture.ts';
import { normalizeUrl, parseRobots } from '../../src/frontier/index.ts';
import { readRobotsTag } from '../../src/frontier/page-robots.ts';
import { SitemapFile } from '../../src/frontier/sitemap-file.ts';
import { decodePage, pageCharset } from '../../src/html/charset.ts';
import { headerMoment } from '../../src/html/raw.ts';
import { parseModel } from '../../src/learn/index.ts';
import { ArgiopeError } from '../../src/model/errors.ts';
import { about, type FuzzTarget, must } from './target.ts';

/** Readers of what servers say, and of files that people edit. */

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

const robots: FuzzTarget = {
  name: 'robots',
  seeds: [
    'User-agent: *\nDisallow: /a\nAllow: /a/b$\nCrawl-delay: 2\nSitemap: http://h/s.xml\n',
    'user-agent: Argiope\r\nuser-agent: x\r\nDisallow: /*.php$\n\n# c\nDisallow: %7e',
    '\ufeffDisallow: /early\nUser-agent: *',
  ],
  words: [
    'User-agent: ',
    'Disallow: ',
    'Allow: ',
    'Crawl-delay: ',
    'Sitemap: ',
    '*',
    '$',
    '%',
    '\n',
    '\r',
    '/',
    '#',
    '\0',
    '中',
  ],
  read(text) {
    const rules = parseRobots(text);
    const { crawlDelay, sitemaps } = rules;
    must(crawlDelay === null || (Number.isFinite(crawlDelay) && crawlDelay >= 0), `a delay of ${crawlDelay}`);
    const allowed = ['/', '/a', '/a/b', '/%7e', '/x.php?y'].map((path) =>
      rules.allows(`http://h.test${path}`),
    );
    must(rules.allows('http://h.test/robots.txt') === true, 'robots.txt may always be asked for');
    const tag = readRobotsTag(text.replace(/\n/g, ','));
    return `${allowed} ${crawlDelay !== null} ${about(sitemaps.length)} ${tag.index}${tag.follow}`;
  },
};

const sitemap: FuzzTarget = {
  name: 'sitemap',
  seeds: [
    '<?xml version="1.0"?><urlset><url><loc>http://h/a</loc><lastmod>2024-05-01</lastmod></url></urlset>',
    '<sitemapindex><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>',
    '<rss><channel><item><link>http://h/c</link><pubDate>Mon, 1 Jan 2024</pubDate></item></channel></rss>',
    '<feed><entry><link rel="alternate" href="d"/><updated>2024</updated></entry></feed>',
    'http://h/e\nhttp://h/f\r\n',
    '<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc><![CDATA[http://h/g]]>&amp;&#x41;</loc></url><!-- c --></urlset>',
  ],
  words: [
    '<url>',
    '</url>',
    '<loc>',
    '</loc>',
    '<a>',
    '</a>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '&amp;',
    '&#x',
    '"',
    '<',
    '>',
    '/>',
    'http://h/',
    '\n',
  ],
  alone(text) {
    const file = new SitemapFile('http://h/s.xml', 50);
    file.write(bytesOf(text));
    file.end();
  },
  read(text) {
    const read = (pieces: readonly Uint8Array[]) => {
      const file = new SitemapFile('http://h/s.xml', 50);
      for (const piece of pieces) file.write(piece);
      return file.end();
    };
    const bytes = bytesOf(text);
    const whole = read([bytes]);
    must(whole.entries.length <= 50, 'no more than asked for');
    for (const { url } of whole.entries) must(normalizeUrl(url) === url, `${url} is not normalised`);
    // Where it is cut makes no difference, but for marks of encodings at its beginning.
    const at = Math.min(bytes.length, 200);
    const rest = Array.from({ length: Math.ceil((bytes.length - at) / 7) }, (_, n) =>
      bytes.subarray(at + 7 * n, at + 7 * n + 7),
    );
    assert.deepEqual(read([bytes.subarray(0, at), ...rest]), whole);
    return `${about(whole.entries.length)} ${whole.entries[0]?.kind} ${whole.entries[0]?.lastmod === null} ${about(whole.left)}`;
  },
};

const headers: FuzzTarget = {
  name: 'headers',
  seeds: [
    'W/"abc"',
    'max-age=60, no-cache',
    'Wed, 21 Oct 2025 07:28:00 GMT',
    '<a>; rel="next", </b>; rel=prev',
    'gzip, br',
    'text/html; charset="utf-8"',
  ],
  words: [
    '"',
    'W/',
    'max-age=',
    'no-store',
    ',',
    ';',
    '=',
    '<',
    '>',
    'rel=',
    'gzip',
    'charset=',
    '9999999999',
    '-1',
    '\r\n',
    '\0',
    'GMT',
  ],
  read(text) {
    const etag = etagOf(text);
    for (const value of Object.values(conditionalHeaders({ etag, lastModified: headerMoment(text) })))
      must(!/[\r\n\0]/.test(value), 'a header of one line');
    const fresh = freshUntil(() => text, 1_700_000_000_000);
    must(fresh === null || !Number.isNaN(Date.parse(fresh)), 'a moment');
    for (const url of headerAddresses(() => text, 'http://h.test/')) must(URL.canParse(url), url);
    const encodings = refused(() => encodingsOf(text, 'http://h.test/', 3));
    return `${etag === null} ${fresh === null} ${encodings} ${pageCharset(bytesOf('x'), text)}`;
  },
};

/** What a reader says, or the code that it refuses with; any other error is a failure. */
function refused<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof ArgiopeError && error.code !== 'INTERNAL') return error.code;
    throw error;
  }
}

const ftp: FuzzTarget = {
  name: 'ftp',
  seeds: [
    'drwxr-xr-x 2 ftp ftp 4096 Jan 1 2024 pub\r\n-rw-r--r-- 1 ftp ftp 12 Jan 1 12:00 a b.txt\r\nlrwxrwxrwx 1 f f 3 Jan 1 2024 l -> ../x\r\n',
    'type=dir;modify=20240101000000; pub\r\ntype=file;size=3; a\r\ntype=OS.unix=slink:/etc; s\r\n',
    '01-01-24  12:00AM       <DIR>          pub\r\n01-01-24  12:00PM              1234 a.txt\r\n',
  ],
  words: [
    'drwxr-xr-x',
    '->',
    '..',
    '/',
    '\\',
    'type=',
    ';',
    '<DIR>',
    '\r\n',
    '\0',
    '%2e%2e',
    '?',
    '#',
    '1e9',
    '-1',
    ' ',
  ],
  read(text) {
    const listed = attempted(() => parseList(text));
    if (listed === null) return 'no listing';
    const entries = entriesOf('/pub/in/', listed);
    for (const { name } of entries) {
      must(name !== '' && name !== '.' && name !== '..' && !name.includes('/'), `${name} is no name`);
      const address = addressOf({ authority: 'ftp://h.test' }, `/pub/in/${name}`);
      must(
        new URL(address).pathname.startsWith('/pub/in/') && new URL(address).hash === '',
        `${name} leads to ${address}`,
      );
    }
    return `${about(entries.length)} ${[...new Set(entries.map(({ kind }) => kind))].sort()}`;
  },
};

/** What a parser of a package gives, which says by any error that it cannot read something. */
function attempted<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const telnet: FuzzTarget = {
  name: 'telnet',
  seeds: [
    'ÿû\u0001ÿý\u0018ÿú\u0018\u0001ÿðlogin: ',
    '\x1b[2J\x1b[1;1H\x1b[7mMenu\x1b[m\r\n(A)dd (Q)uit > ',
    '中文'
      .split('')
      .map((sign) => Buffer.from(sign).toString('latin1'))
      .join(''),
  ],
  words: [
    'ÿ',
    'ÿû',
    'ÿý',
    'ÿú',
    'ÿð',
    '\x1b[',
    '\x1b[2J',
    '\x1b[999;999H',
    ';',
    'm',
    'H',
    'K',
    'L',
    'M',
    'r',
    '\r\n',
    '\t',
    '\b',
    '\x1b7',
    '\x1b8',
    'Press any key',
    'password: ',
  ],
  read(text) {
    const shown = (pieces: readonly Uint8Array[]) => {
      const line = new Telnet(80, 24);
      const screen = new Screen(80, 24);
      const said: number[] = [];
      for (const piece of pieces) {
        const { data, reply } = line.hear(piece);
        screen.feed(Uint8Array.from(data));
        said.push(...reply);
      }
      must(
        screen.row >= 0 && screen.row < 24 && screen.column >= 0 && screen.column <= 80,
        'the cursor is on the screen',
      );
      const lines = linesOf(screen, 'gbk');
      return { texts: lines.map((each) => each.text), lines, said, row: screen.row, column: screen.column };
    };
    const bytes = bytesOf(text);
    const whole = shown([bytes]);
    const { lines: _lines, ...cut } = shown(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    const { lines, ...rest } = whole;
    assert.deepEqual(cut, rest);
    const { keys, entries } = offersOf({ lines, row: whole.row, column: whole.column });
    return `${about(whole.said.length)} ${whole.row > 0} ${about(keys.length)} ${about(entries.length)}`;
  },
};

const charset: FuzzTarget = {
  name: 'charset',
  seeds: [
    '<meta charset=gbk>ÄãºÃ',
    '<?xml version="1.0" encoding="shift_jis"?>',
    'ÿþ<\0p\0',
    'þÿ\0<',
    'ï»¿x',
    'plain',
    '\xb9\xab\xcb\xbe\xc9\xe7',
  ],
  words: [
    '<meta charset=',
    '<meta http-equiv=content-type content="text/html;charset=',
    'utf-16',
    'utf-7',
    'x-user-defined',
    'big5',
    '\x1b$B',
    'Ã©',
    '\x80',
    '\0',
    'ÿþ',
    '~{',
  ],
  read(text) {
    const bytes = bytesOf(text);
    const found = [
      '',
      'text/html;charset=',
      'text/html; charset=gb2312',
      `text/html;charset=${text.slice(0, 20)}`,
    ].map((type) => {
      const decoded = decodePage(bytes, type);
      must(decoded === decodePage(bytes, type) && decoded.isWellFormed(), 'text, and the same each time');
      must(decoded.length <= bytes.length + 1, 'no byte becomes several units');
      return pageCharset(bytes, type);
    });
    return `${found} ${detectCharset(bytes)}`;
  },
};

const cookies: FuzzTarget = {
  name: 'cookies',
  seeds: [
    'a=b; Path=/; Secure; HttpOnly',
    'a=b; Domain=h.test; Max-Age=60',
    '__Host-x=y; Path=/; Secure',
    '.h.test\tTRUE\t/\tFALSE\t0\tn\tv',
    '[{"name":"a","value":"b","domain":"h.test"}]',
  ],
  words: [
    '; Domain=',
    '; Path=',
    '; Expires=',
    '; Max-Age=',
    '=',
    ';',
    '\t',
    'TRUE',
    '\r\n',
    '\0',
    'com',
    '.',
    'other.test',
    'h.test',
    '"',
    '{',
    '}',
  ],
  read(text) {
    const jar = new CookieJar();
    jar.take(text, new URL('https://www.h.test/dir/'));
    const own = jar.header(new URL('https://www.h.test/dir/x'));
    must(!/[\r\n\0]/.test(own), 'a header of one line');
    for (const other of ['https://other.test/', 'https://test/', 'https://evilh.test/'])
      must(jar.header(new URL(other)) === '', `a cookie went to ${other}`);
    must(
      new CookieJar(jar.save()).header(new URL('https://www.h.test/dir/x')) === own,
      'what is kept is the same',
    );
    const file = refused(() => parseCookies(text, 'f').length);
    return `${own === ''} ${own.length > 20} ${file}`;
  },
};

const urls: FuzzTarget = {
  name: 'urls',
  seeds: [
    'http://h.test/a/../b?x=1&y#z',
    '//user:pw@h.test:80/%7e',
    'HTTP://H.TEST:443/?',
    'http://[::1]/',
    'mailto:a@b',
    'http://h.test/\u0301?é=中',
  ],
  words: [
    '%2f',
    '%',
    '..',
    '.',
    '/',
    '//',
    '?',
    '#',
    '&',
    ':80',
    '@',
    '\\',
    '\t',
    '\n',
    '中',
    'xn--',
    '0x7f.1',
    '\u200b',
  ],
  read(text) {
    const url = normalizeUrl(text, 'http://base.test/dir/');
    if (url === null) return 'none';
    must(normalizeUrl(url) === url, `${url} is normalised to ${normalizeUrl(url)}`);
    const { protocol, port, search, pathname } = new URL(url);
    return `${protocol} ${port !== ''} ${search !== ''} ${about(pathname.split('/').length)}`;
  },
};

const model = {
  format: 'argiope-model',
  version: 1,
  site: 'h.test',
  events: ['click'],
  want: ['a'],
  types: [],
  patterns: [],
};

const files: FuzzTarget = {
  name: 'files',
  seeds: [
    JSON.stringify(model),
    rulesText([shopRules()]).slice(0, 3900),
    JSON.stringify({ format: 'argiope-rules', version: 1, templates: [] }),
  ],
  words: [
    'null',
    'true',
    '1e999',
    '-1',
    '"',
    '{}',
    '[]',
    '{"',
    '":',
    ',',
    '"__proto__":',
    '"types":',
    '"fields":',
    '"version":',
    '\\u0000',
    '(a+)+$',
  ],
  read(text) {
    const told = refused(() => `model ${parseModel(text, 'f').types.length}`);
    const rules = refused(() => `rules ${parseRules(text, 'f').length}`);
    return `${told} ${rules}`;
  },
};

export const protocolTargets: readonly FuzzTarget[] = [
  robots,
  sitemap,
  headers,
  ftp,
  telnet,
  charset,
  cookies,
  urls,
  files,
];
