import type { Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { ErrorCode } from '../../src/model/errors.ts';
import { samples } from './encoded-text.ts';

/** Bytes that a server sends, or what it does with the connection. */
export type Bytes = Buffer | ((socket: Socket) => void);

/** One thing that goes wrong: what is sent, and how it must end. */
export interface HostileCase {
  /** Sent as it is, head included. */
  readonly sent: Bytes;
  /** Code that is recorded, or that the page is kept. */
  readonly ends: ErrorCode | 'kept';
  /** Text that a kept page shows. */
  readonly text?: string;
  /** How it ends in a browser, where that sees it otherwise. */
  readonly browser?: readonly string[];
  /** Whether what it says of its encoding is wrong. */
  readonly label?: 'wrong';
}

const head = (lines: readonly string[], status = '200 OK') =>
  Buffer.from(`HTTP/1.1 ${status}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`, 'latin1');
const htmlType = 'content-type: text/html';

function answer(body: string | Buffer, lines: readonly string[] = [htmlType], status?: string): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Buffer.concat([head([...lines, `content-length: ${bytes.length}`], status), bytes]);
}

const to = (location: string) => answer('', [`location: ${location}`], '302 Found');
const close = (bytes: Buffer) => (socket: Socket) => void socket.end(bytes);

/** Writes pieces as fast as they are taken, for ever. */
function pour(first: Buffer, piece: Buffer): (socket: Socket) => void {
  return (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.write(first);
    socket.on('drain', more);
    more();
  };
}

/** Writes a piece every so often, for ever. */
function drip(first: Buffer, piece: Buffer): (socket: Socket) => void {
  return (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(piece), 100);
    socket.once('close', () => clearInterval(timer));
  };
}

const sampleOf = (charset: string) => {
  const [, text = '', hex = ''] =
    samples.find(([name, words]) => name === charset && words.length > 16) ?? [];
  return { text, bytes: Buffer.from(hex, 'hex') };
};

/** A page in one encoding that says to be in another. */
function mislabelled(charset: string, header: string | null, meta: string | null = null): HostileCase {
  const labels = `${header} ${meta}`;
  const { text, bytes } = sampleOf(charset);
  const start = `<!doctype html>${meta === null ? '' : `<meta charset="${meta}">`}<title>t</title><h1>${labels}</h1><p>`;
  const type = header === null ? htmlType : `${htmlType}; charset=${header}`;
  return {
    sent: answer(Buffer.concat([Buffer.from(start), bytes]), [type]),
    ends: 'kept',
    text,
    label: 'wrong',
  };
}

function wide(swapped: boolean, header: string): HostileCase {
  const text = '春眠不觉晓，处处闻啼鸟';
  const bytes = Buffer.from(`<!doctype html><title>t</title><h1>${header}</h1><p>${text}</p>`, 'utf16le');
  return {
    sent: answer(swapped ? bytes.swap16() : bytes, [`${htmlType}; charset=${header}`]),
    ends: 'kept',
    text,
    label: 'wrong',
  };
}

const charsets: Readonly<Record<string, HostileCase>> = {
  'gbk-as-utf8': mislabelled('gb18030', 'utf-8'),
  'gbk-unlabelled': mislabelled('gb18030', null),
  'big5-as-latin1': mislabelled('big5', 'iso-8859-1'),
  'shift-jis-as-utf8-twice': mislabelled('shift_jis', 'utf-8', 'utf-8'),
  'euc-kr-as-utf8': mislabelled('euc-kr', 'utf-8'),
  'western-as-utf8': mislabelled('windows-1252', 'utf-8'),
  'right-header-wrong-meta': mislabelled('windows-1251', 'windows-1251', 'utf-8'),
  'wrong-header-right-meta': mislabelled('gb18030', 'iso-8859-1', 'gbk'),
  'unknown-label': mislabelled('big5', 'x-none'),
  'utf16-unmarked': wide(false, 'utf-8'),
  'utf16-unmarked-swapped': wide(true, 'gbk'),
  'mark-against-all': {
    sent: answer('\ufeff<meta charset="gbk"><title>t</title><p>naïve 春', [`${htmlType}; charset=big5`]),
    ends: 'kept',
    text: 'naïve 春',
  },
};

/** More than may be read, as next to nothing. */
const zeros = Buffer.alloc(64 * 1024 * 1024);
const packed = (names: string, body: Buffer) => answer(body, [htmlType, `content-encoding: ${names}`]);
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzipped = gzipSync(zeros, { level: 1 });

const bodies: Readonly<Record<string, HostileCase>> = {
  'gzip-bomb': { sent: packed('gzip', gzipped), ends: 'TOO_LARGE' },
  'brotli-bomb': { sent: packed('br', brotliCompressSync(zeros, fast)), ends: 'TOO_LARGE' },
  'zstd-bomb': { sent: packed('zstd', zstdCompressSync(zeros)), ends: 'TOO_LARGE' },
  'nested-bomb': { sent: packed('gzip, gzip', gzipSync(gzipped)), ends: 'TOO_LARGE' },
  'packed-too-often': {
    sent: packed('gzip, gzip, br, gzip, gzip', gzipped),
    ends: 'NOT_A_PAGE',
    browser: ['UNREACHABLE'],
  },
  'not-packed-at-all': { sent: packed('gzip', Buffer.from('<p>plain')), ends: 'UNREACHABLE' },
  'packed-and-cut': {
    sent: packed('gzip', gzipSync('<p>words '.repeat(99)).subarray(0, 30)),
    ends: 'UNREACHABLE',
    // Shown as far as it came.
    browser: ['kept', 'merged'],
  },
  'endless-body': {
    sent: pour(head([htmlType]), Buffer.alloc(65_536, 'x')),
    ends: 'TOO_LARGE',
    browser: ['TIMEOUT', 'PAGE_HUNG'],
  },
  'endless-chunks': {
    sent: pour(
      head([htmlType, 'transfer-encoding: chunked']),
      Buffer.from(`1000\r\n${'x'.repeat(4096)}\r\n`),
    ),
    ends: 'TOO_LARGE',
    // Whichever limit comes first.
    browser: ['TIMEOUT', 'PAGE_HUNG'],
  },
  'dripping-body': { sent: drip(head([htmlType]), Buffer.from('x')), ends: 'TIMEOUT' },
  'huge-length': { sent: head([htmlType, 'content-length: 99999999999']), ends: 'TOO_LARGE' },
  'absurd-length': {
    sent: head([htmlType, `content-length: ${'9'.repeat(40)}`]),
    ends: 'UNREACHABLE',
    browser: ['TOO_LARGE'],
  },
  'negative-length': {
    sent: head([htmlType, 'content-length: -1']),
    ends: 'UNREACHABLE',
    // Taken for an answer without a length.
    browser: ['TIMEOUT', 'kept', 'merged'],
  },
  'two-lengths': {
    sent: Buffer.concat([head([htmlType, 'content-length: 5', 'content-length: 6']), Buffer.from('words!')]),
    ends: 'UNREACHABLE',
  },
  'long-length': {
    sent: close(Buffer.concat([head([htmlType, 'content-length: 500']), Buffer.from('<p>short')])),
    ends: 'UNREACHABLE',
  },
  'short-length': {
    sent: Buffer.concat([
      head([htmlType, 'content-length: 18']),
      Buffer.from('<p>short it is</p><p>and this'),
    ]),
    ends: 'kept',
    text: 'short it is',
  },
  'closed-in-the-middle': {
    sent: close(
      Buffer.concat([head([htmlType, 'transfer-encoding: chunked']), Buffer.from('5\r\nwords\r\n')]),
    ),
    ends: 'UNREACHABLE',
  },
  'chunked-garbage': {
    sent: Buffer.concat([head([htmlType, 'transfer-encoding: chunked']), Buffer.from('zz\r\nwords\r\n')]),
    ends: 'UNREACHABLE',
  },
  'nul-bytes': { sent: answer('<title>t</title><p>before\0after nul'), ends: 'kept', text: 'after nul' },
  'mostly-nuls': {
    sent: answer(Buffer.concat([Buffer.alloc(4096), Buffer.from('<p>words at last')])),
    ends: 'kept',
    text: 'words at last',
  },
  'binary-unlabelled': { sent: answer(Buffer.from([0x7f, 69, 76, 70, 0, 0, 0, 1]), []), ends: 'FILE' },
  'deep-nesting': {
    sent: answer(`<title>t</title>${'<div>'.repeat(50_000)}`),
    ends: 'TOO_LARGE',
    // Browsers put what is too deep side by side.
    browser: ['kept', 'TIMEOUT'],
  },
  'attribute-flood': {
    sent: answer(
      `<title>t</title><p ${Array.from({ length: 20_000 }, (_, i) => `a${i}=1`).join(' ')}>attributes`,
    ),
    ends: 'kept',
    text: 'attributes',
  },
};

const heads: Readonly<Record<string, HostileCase>> = {
  'no-answer': { sent: () => {}, ends: 'TIMEOUT' },
  'closed-at-once': { sent: (socket) => void socket.destroy(), ends: 'UNREACHABLE' },
  'endless-headers': {
    sent: pour(Buffer.from('HTTP/1.1 200 OK\r\n'), Buffer.from(`x: ${'y'.repeat(4000)}\r\n`)),
    ends: 'TOO_LARGE',
  },
  'dripping-headers': {
    sent: drip(Buffer.from('HTTP/1.1 200 OK\r\n'), Buffer.from('x: y\r\n')),
    ends: 'TIMEOUT',
  },
  'endless-hints': {
    sent: drip(Buffer.alloc(0), Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n')),
    ends: 'TIMEOUT',
  },
  'no-http': { sent: close(Buffer.from('220 mail.example ESMTP\r\n')), ends: 'UNREACHABLE' },
  'odd-status': { sent: answer('x', [htmlType], '999 Go away'), ends: 'SERVER_ERROR' },
  'no-content': { sent: head([], '204 No Content'), ends: 'NOT_A_PAGE' },
  'header-garbage': {
    sent: Buffer.from('HTTP/1.1 200 OK\r\n\0\0\0: \x01\r\n\r\n', 'latin1'),
    ends: 'UNREACHABLE',
  },
};

const redirects: Readonly<Record<string, HostileCase>> = {
  'redirect-loop': { sent: to('/redirect-loop'), ends: 'REDIRECT' },
  'redirect-chain': { sent: to('/chain/1'), ends: 'REDIRECT' },
  'redirect-to-file': { sent: to('file:///etc/passwd'), ends: 'REDIRECT' },
  'redirect-to-script': {
    sent: to('javascript:alert(1)'),
    ends: 'REDIRECT',
    browser: ['NOT_A_PAGE'],
  },
  'redirect-to-data': { sent: to('data:text/html,hello'), ends: 'REDIRECT' },
  'redirect-to-nowhere': { sent: to('http://['), ends: 'REDIRECT' },
  'redirect-to-private': { sent: to('http://10.1.2.3/'), ends: 'FORBIDDEN_ADDRESS' },
  'redirect-to-metadata': { sent: to('http://169.254.169.254/latest/'), ends: 'FORBIDDEN_ADDRESS' },
  'redirect-to-other-port': { sent: to('http://127.0.0.1:9/'), ends: 'FORBIDDEN_ADDRESS' },
  'redirect-without-place': {
    sent: head(['content-length: 0'], '302 Found'),
    ends: 'HTTP_STATUS',
    browser: ['kept', 'merged'],
  },
};

/** Everything that goes wrong on one site, by the name of its path. */
export const hostileCases: Readonly<Record<string, HostileCase>> = {
  ...charsets,
  ...bodies,
  ...heads,
  ...redirects,
};

/** A page like any other. */
export function goodPage(number: number, links: readonly string[]): Buffer {
  const list = links.map((link) => `<li><a href="${link}">${link}</a>`).join('');
  return answer(`<!doctype html><title>Good ${number}</title><h1>Good page ${number}</h1><ul>${list}</ul>`);
}

/** A page of bytes. */
export function rawPage(body: Buffer): Buffer {
  return answer(body);
}

/** One step of a chain of redirects without end. */
export function chainStep(number: number): Buffer {
  return to(`/chain/${number + 1}`);
}

/** What hosts with a broken robots.txt send for it, and what becomes of `/` and of the link `/no` on it. */
export const robotsCases: Readonly<
  Record<
    string,
    { readonly robots: Bytes; readonly home: ErrorCode | 'kept'; readonly no: 'robots' | 'fired' }
  >
> = {
  binary: {
    robots: answer(Buffer.alloc(2000, 0x9f), ['content-type: text/plain']),
    home: 'kept',
    no: 'fired',
  },
  huge: {
    robots: answer(`User-agent: *\nDisallow: /no\n${'# filler\n'.repeat(500_000)}Disallow: /`, []),
    home: 'kept',
    no: 'robots',
  },
  endless: {
    robots: pour(
      head(['content-type: text/plain']),
      Buffer.from('User-agent: *\nDisallow: /no\n'.repeat(2000)),
    ),
    home: 'kept',
    no: 'robots',
  },
  error: { robots: answer('no', [], '500 No'), home: 'ROBOTS', no: 'fired' },
  loop: { robots: to('/robots.txt'), home: 'kept', no: 'fired' },
  html: { robots: answer('<!doctype html><p>Disallow: / is not meant'), home: 'kept', no: 'fired' },
  'mark-and-cr': {
    robots: answer('\ufeffUser-agent: *\rDisallow: /no\rCrawl-delay: 0\r', []),
    home: 'kept',
    no: 'robots',
  },
  silent: { robots: () => {}, home: 'TIMEOUT', no: 'fired' },
  bomb: { robots: packed('gzip', gzipped), home: 'kept', no: 'fired' },
};

/** A page of a host with a broken robots.txt. */
export function robotsPage(name: string, path: string): Buffer {
  return answer(`<!doctype html><title>${name}</title><h1>${name} ${path}</h1><a href="/no">/no</a>`);
}
