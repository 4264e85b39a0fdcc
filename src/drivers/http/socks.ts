import { connect as connectTo, isIP, type Socket } from 'node:net';
import { ArgiopeError } from '../../model/errors.ts';

/** Opens tunnels through a SOCKS5 proxy (RFC 1928, 1929); names are resolved by the proxy. */
export async function socksTunnel(proxy: URL, host: string, port: number, patience: number): Promise<Socket> {
  const socket = connectTo({ host: bare(proxy.hostname), port: Number(proxy.port || 1080) });
  socket.setNoDelay(true);
  const late = () => socket.destroy(failed(proxy, 'does not answer in time'));
  const timer = setTimeout(late, patience);
  try {
    const reader = new ReplyReader(socket, proxy);
    await greet(socket, reader, proxy);
    socket.write(connectRequest(bare(host), port));
    await readConnectReply(reader, proxy, `${host}:${port}`);
    reader.release();
    return socket;
  } catch (error) {
    socket.on('error', () => {});
    socket.destroy();
    throw error instanceof ArgiopeError ? error : failed(proxy, (error as Error).message);
  } finally {
    clearTimeout(timer);
  }
}

async function greet(socket: Socket, reader: ReplyReader, proxy: URL): Promise<void> {
  const [user, password] = [decodeURIComponent(proxy.username), decodeURIComponent(proxy.password)];
  socket.write(user === '' ? Buffer.from([5, 1, 0]) : Buffer.from([5, 2, 0, 2]));
  const [version, method] = await reader.take(2);
  if (version !== 5) throw failed(proxy, 'does not speak SOCKS5');
  if (method === 0) return;
  if (method !== 2 || user === '') throw failed(proxy, 'wants another way to log in than user:password');
  const [name, secret] = [Buffer.from(user), Buffer.from(password)];
  const parts = [Buffer.from([1, name.length]), name, Buffer.from([secret.length]), secret];
  if (name.length > 255 || secret.length > 255) throw failed(proxy, 'takes names and passwords of 255 bytes');
  socket.write(Buffer.concat(parts));
  const [, status] = await reader.take(2);
  if (status !== 0) throw failed(proxy, 'refuses the user name or password');
}

function connectRequest(host: string, port: number): Buffer {
  const place = Buffer.from([port >> 8, port & 255]);
  return Buffer.concat([Buffer.from([5, 1, 0]), addressBytes(host), place]);
}

function addressBytes(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.from([1, ...host.split('.').map(Number)]);
  if (isIP(host) === 6) return Buffer.from([4, ...wordsOf(host).flatMap((word) => [word >> 8, word & 255])]);
  const name = Buffer.from(host);
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

/** The eight words of an IPv6 address, as the URL standard writes it. */
function wordsOf(host: string): readonly number[] {
  const [left = '', right] = host.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
  const [head, tail] = [parse(left), parse(right ?? '')];
  return right === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail];
}

const replies: readonly string[] = [
  '',
  'has a problem of its own',
  'does not allow it',
  'cannot reach the network',
  'cannot reach the host',
  'was refused the connection',
  'gave up on the way',
  'cannot make connections',
  'does not know this kind of address',
];

async function readConnectReply(reader: ReplyReader, proxy: URL, target: string): Promise<void> {
  const [, status = 1, , kind] = await reader.take(4);
  if (status !== 0) throw failed(proxy, `${replies[status] ?? replies[1]} (${target})`);
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await reader.take(1))[0] ?? 0);
  await reader.take(length + 2);
}

/** Takes bytes from a socket as they are needed, and leaves the rest to whoever comes next. */
class ReplyReader {
  readonly #socket: Socket;
  readonly #proxy: URL;
  #buffer: Buffer = Buffer.alloc(0);
  #wake: (() => void) | null = null;
  #error: Error | null = null;
  readonly #onData = (chunk: Buffer): void => {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    this.#wake?.();
  };
  readonly #onError = (error: Error): void => this.#fail(error);
  readonly #onClose = (): void => this.#fail(failed(this.#proxy, 'closed the connection'));

  constructor(socket: Socket, proxy: URL) {
    this.#socket = socket;
    this.#proxy = proxy;
    socket.on('data', this.#onData).on('error', this.#onError).on('close', this.#onClose);
  }

  async take(count: number): Promise<Buffer> {
    while (this.#buffer.length < count) {
      if (this.#error) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return taken;
  }

  release(): void {
    this.#socket.pause();
    this.#socket.off('data', this.#onData).off('error', this.#onError).off('close', this.#onClose);
    if (this.#buffer.length > 0) this.#socket.unshift(this.#buffer);
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#wake?.();
  }
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function failed({ host }: URL, what: string): ArgiopeError {
  return new ArgiopeError('UNREACHABLE', `the SOCKS proxy ${host} ${what}`, {
    advice: 'Check --proxy, and whether the proxy may be used from here.',
  });
}
