import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ServerLine, Use } from './dial.ts';
import {
  headEnd,
  headerIn,
  headForServer,
  longestHead,
  type RequestHead,
  requestHead,
  statusOf,
} from './head.ts';

/** Hears what goes over one connection, in both directions. */
export interface Tap {
  sent(bytes: Buffer): void;
  received(bytes: Buffer): void;
  /** Nothing more comes; `whole`: the server ended it by itself. */
  ended(whole: boolean): void;
}

/** What a visitor of the proxy needs. */
export interface Reception {
  /** Whether a request carries the credential of the run. */
  admits(authorization: string | null): boolean;
  /** A connection to a server; `null` where it was refused, which is noted. */
  reach(head: RequestHead, use: Use): Promise<ServerLine | null>;
  /** Notes that the proxy behind this one refuses what is asked. */
  refuse(head: RequestHead, why: Error): void;
  /** Takes a tunnel over as soon as the browser was told of it. */
  tunnel(head: RequestHead, client: Socket, line: ServerLine): void;
  tap(head: RequestHead, line: ServerLine): Tap | null;
}

/** Host whose requests the proxy answers itself: a browser asks for it once, to hear of the credential. */
export const ownHost = 'proxy.argiope.invalid';

const wantsLogin =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="argiope"\r\nContent-Length: 0\r\n\r\n';
const ownAnswer = 'HTTP/1.1 204 No Content\r\n\r\n';
const nothing: Buffer = Buffer.alloc(0);
/** Informational heads before an answer; a browser would read them for ever, and every connection waits meanwhile. */
const mostEarly = 1_000;

/**
 * One connection of the browser. Browsers ask for the next thing on a connection when the answer before is over,
 * so heads of requests are all that has to be read: bodies and answers are passed on as they come, and the server's
 * connection lives as long as the browser's. Of answers the status is looked at: a server that plays proxy (407)
 * would make the browser forget its credential.
 */
export class Visitor {
  readonly #reception: Reception;
  readonly #client: Socket;
  #line: ServerLine | null = null;
  /** Host and port at the other end. */
  #place = '';
  #tap: Tap | null = null;
  #asked: RequestHead | null = null;
  /** What came of a head that is not whole. */
  #waiting = nothing;
  /** Bytes of the request's body that are still to come. */
  #due = 0;
  /** What came of an answer's head; `null` while its body is passed on. */
  #answer: Buffer | null = null;
  /** Informational heads that came before the answer. */
  #early = 0;

  constructor(client: Socket, reception: Reception) {
    this.#client = client;
    this.#reception = reception;
    client.on('data', this.#hear);
    client.on('error', this.#drop);
    client.on('close', this.#drop);
    client.on('drain', () => this.#line?.socket.resume());
  }

  readonly #drop = (): void => {
    this.#tap?.ended(false);
    this.#tap = null;
    this.#line?.socket.destroy();
    this.#client.destroy();
  };

  readonly #hear = (piece: Buffer): void => {
    if (this.#due > 0) {
      const body = piece.subarray(0, this.#due);
      this.#due -= body.length;
      this.#send(body);
      if (body.length === piece.length) return;
      piece = piece.subarray(body.length);
    }
    this.#waiting = this.#waiting.length === 0 ? piece : Buffer.concat([this.#waiting, piece]);
    const length = headEnd(this.#waiting);
    if (length < 0) {
      if (this.#waiting.length > longestHead) this.#drop();
      return;
    }
    const head = requestHead(this.#waiting.toString('latin1', 0, length - 4));
    const rest = this.#waiting.subarray(length);
    this.#waiting = nothing;
    if (head === null || head.length === null) this.#drop();
    else this.#serve(head, rest);
  };

  #serve(head: RequestHead, rest: Buffer): void {
    if (!this.#reception.admits(headerIn(head.lines, 'proxy-authorization'))) {
      if ((head.length ?? 0) > 0) this.#client.end(wantsLogin);
      else this.#client.write(wantsLogin);
    } else if (head.host === ownHost) this.#client.write(ownAnswer);
    else if (head.method === 'CONNECT') void this.#connect(head, rest);
    else if (this.#line !== null && this.#place === `${head.host}:${head.port}`) this.#forward(head, rest);
    else void this.#forwardAnew(head, rest);
  }

  async #connect(head: RequestHead, rest: Buffer): Promise<void> {
    this.#client.pause();
    this.#client.off('data', this.#hear);
    const line = await this.#reception.reach(head, 'tunnel');
    if (line === null) return void this.#client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    if (this.#client.destroyed) return void line.socket.destroy();
    this.#client.removeAllListeners();
    this.#client.write('HTTP/1.1 200 OK\r\n\r\n');
    if (rest.length > 0) this.#client.unshift(rest);
    this.#reception.tunnel(head, this.#client, line);
  }

  async #forwardAnew(head: RequestHead, rest: Buffer): Promise<void> {
    this.#leave();
    this.#client.pause();
    const line = await this.#reception.reach(head, 'http');
    // No answer, so that the page sees what it would see without a network.
    if (line === null) return void this.#client.end();
    if (this.#client.destroyed) return void line.socket.destroy();
    this.#line = line;
    this.#place = `${head.host}:${head.port}`;
    this.#tap = this.#reception.tap(head, line);
    line.socket.on('data', this.#pass);
    line.socket.on('end', this.#close);
    line.socket.on('error', this.#break);
    line.socket.on('drain', () => this.#client.resume());
    // One that another proxy was spoken to on waits.
    line.socket.resume();
    this.#client.resume();
    this.#forward(head, rest);
  }

  /** Lets the server go that was spoken to before. */
  #leave(): void {
    this.#tap?.ended(true);
    this.#tap = null;
    this.#line?.socket.removeAllListeners().on('error', () => {});
    this.#line?.socket.destroy();
    this.#line = null;
  }

  #forward(head: RequestHead, rest: Buffer): void {
    this.#asked = head;
    this.#answer = nothing;
    this.#early = 0;
    this.#due = head.length ?? 0;
    this.#send(Buffer.from(headForServer(head, this.#line?.proxy ?? null), 'latin1'));
    if (rest.length > 0) this.#hear(rest);
  }

  #send(bytes: Buffer): void {
    this.#tap?.sent(bytes);
    if (this.#line && !this.#line.socket.write(bytes)) this.#client.pause();
  }

  readonly #pass = (piece: Buffer): void => {
    this.#tap?.received(piece);
    if (this.#answer !== null && !this.#readStatus(piece)) return;
    if (!this.#client.write(piece)) this.#line?.socket.pause();
  };

  /** Looks at the heads that come before a body; says whether the answer may be passed on. */
  #readStatus(piece: Buffer): boolean {
    let seen = this.#answer?.length ? Buffer.concat([this.#answer, piece]) : piece;
    for (;;) {
      const status = statusOf(seen);
      if (status === 407) {
        if (this.#asked) this.#reception.refuse(this.#asked, new Error('answered 407'));
        this.#drop();
        return false;
      }
      const length = status >= 100 && status < 200 ? headEnd(seen) : 0;
      // A first line in parts, or an informational head that is not whole: what follows is looked at too.
      if (length < 0 || (status === 0 && seen.length < 16)) break;
      if (length === 0) {
        this.#answer = null;
        return true;
      }
      if (++this.#early > mostEarly) {
        // Half a head that ends would be taken for an answer.
        this.#client.resetAndDestroy();
        this.#drop();
        return false;
      }
      seen = seen.subarray(length);
    }
    this.#answer = seen.length > longestHead ? null : seen;
    return true;
  }

  /**
   * The server's connection broke: the browser is to see that, not an answer that is over. One that is being ended is
   * left to its end: Node never lets go of a handle that is reset meanwhile (24.21), and the thread of the proxy could
   * not end any more, nor the crawl.
   */
  readonly #break = (): void => {
    if (!this.#client.writableEnded) this.#client.resetAndDestroy();
  };

  readonly #close = (): void => {
    this.#tap?.ended(true);
    this.#tap = null;
    this.#client.end();
  };
}

/** Passes on what comes, both ways, until one end is over. */
export function couple(client: Duplex, server: Duplex, tap: Tap | null): void {
  const drop = () => {
    tap?.ended(false);
    client.destroy();
    server.destroy();
  };
  for (const each of [client, server]) each.on('error', drop).on('close', drop);
  if (tap) {
    client.on('data', (piece: Buffer) => tap.sent(piece));
    server.on('data', (piece: Buffer) => tap.received(piece));
    server.on('end', () => tap.ended(true));
  }
  client.pipe(server);
  server.pipe(client);
}
