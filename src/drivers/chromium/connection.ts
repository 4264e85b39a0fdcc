import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { ArgiopeError } from '../../model/index.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** Parameters of a command, `undefined` where it takes none. */
type Params<M extends keyof Commands> = Commands[M]['paramsType'][0];
type Result<M extends keyof Commands> = Commands[M]['returnType'];

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly method: string;
  readonly session: string | undefined;
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
  sessionId?: string;
}

/** An answer of the browser that says no. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/**
 * The DevTools protocol over a pipe: NUL-terminated JSON on two file descriptors.
 *
 * A pipe, not a port: nothing else on the machine can reach the browser, and the browser ends by itself
 * when this process dies in whatever way, because its end of the pipe closes.
 */
export class Connection {
  readonly #out: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sessions = new Map<string, Session>();
  #nextId = 1;
  #pieces: string[] = [];
  #closed: Error | null = null;
  /** The browser itself, as opposed to one of its tabs. */
  readonly root: Session;

  constructor(out: Writable, input: Readable) {
    this.#out = out;
    this.root = new Session(this, undefined);
    input.setEncoding('utf8');
    input.on('data', (chunk: string) => this.#receive(chunk));
    input.on('close', () => this.fail(new ArgiopeError('BROWSER_DEAD', 'the browser closed its connection')));
    input.on('error', () => {});
    out.on('error', () => {});
  }

  get closed(): boolean {
    return this.#closed !== null;
  }

  send<M extends keyof Commands>(method: M, params: Params<M>, session?: string): Promise<Result<M>> {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = this.#nextId++;
    return new Promise<Result<M>>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: never) => void, reject, method, session });
      this.#out.write(
        `${JSON.stringify({ id, method, params: params ?? {}, ...(session && { sessionId: session }) })}\0`,
      );
    });
  }

  session(id: string): Session {
    const session = new Session(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  /** Forgets a session; what still waits for its answers is told. */
  drop(id: string, error: Error): void {
    this.#sessions.delete(id);
    for (const [key, waiting] of this.#waiting) {
      if (waiting.session !== id) continue;
      this.#waiting.delete(key);
      waiting.reject(error);
    }
  }

  /** Ends everything that waits for an answer. */
  fail(error: Error): void {
    if (this.#closed) return;
    this.#closed = error;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
    this.#sessions.clear();
  }

  #receive(chunk: string): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf('\0', from);
      if (end < 0) break;
      this.#pieces.push(chunk.slice(from, end));
      const text = this.#pieces.length === 1 ? (this.#pieces[0] as string) : this.#pieces.join('');
      this.#pieces = [];
      from = end + 1;
      this.#dispatch(JSON.parse(text) as Message);
    }
    if (from < chunk.length) this.#pieces.push(chunk.slice(from));
  }

  #dispatch(message: Message): void {
    if (message.id !== undefined) {
      const waiting = this.#waiting.get(message.id);
      if (!waiting) return;
      this.#waiting.delete(message.id);
      if (message.error) waiting.reject(new ProtocolError(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result as never);
      return;
    }
    const session = message.sessionId ? this.#sessions.get(message.sessionId) : this.root;
    session?.emit(message.method as keyof Events, message.params);
  }
}

/** One attached target (a tab), or the browser. */
export class Session {
  readonly #connection: Connection;
  readonly id: string | undefined;
  readonly #listeners = new Map<string, ((params: never) => void)[]>();
  #gone: Error | null = null;

  constructor(connection: Connection, id: string | undefined) {
    this.#connection = connection;
    this.id = id;
  }

  /** Whether its target crashed or was closed: nothing more can be heard of it. */
  get detached(): boolean {
    return this.#gone !== null;
  }

  send<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Result<M>> {
    if (this.#gone) return Promise.reject(this.#gone);
    return this.#connection.send(method, params as Params<M>, this.id);
  }

  /** Sends without caring for the answer. */
  tell<M extends keyof Commands>(method: M, params?: Params<M>): void {
    this.send(method, params).catch(() => {});
  }

  on<E extends keyof Events>(event: E, listener: (params: Events[E][0]) => void): void {
    const list = this.#listeners.get(event);
    if (list) list.push(listener as (params: never) => void);
    else this.#listeners.set(event, [listener as (params: never) => void]);
  }

  emit(event: keyof Events, params: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(params as never);
  }

  detach(error: Error): void {
    this.#gone ??= error;
    if (this.id) this.#connection.drop(this.id, error);
  }
}
