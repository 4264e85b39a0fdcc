import type { Session } from './connection.ts';

/** What the workers of a tab need to know of its surroundings. */
export interface WorkerSeams {
  /** Methods that may leave once an event has been fired. */
  readonly methods: readonly string[];
  /** Told of each request that was kept from leaving. */
  blocked(method: string, url: string): void;
  session(id: string): Session;
  /** Prepares a frame that lives in a process of its own, before its document runs. */
  frame(session: Session): Promise<unknown>;
}

/** A worker, and the function in it that has it explore: the debugger holds it, and no script of the worker. */
interface GuardedWorker {
  readonly session: Session;
  readonly explores: Promise<string | null>;
}

/**
 * Keeps workers, which the agent of the page does not see, from changing the site: each is held until it
 * has been told which methods may leave it from the first event on. A page without workers pays nothing. Frames in
 * processes of their own come here too: the browser tells of both in one way.
 */
export class WorkerGuard {
  readonly #seams: WorkerSeams;
  readonly #workers = new Map<string, GuardedWorker>();
  /** Frames that live in processes of their own, by their sessions. */
  readonly #frames = new Map<string, { readonly frame: string; readonly session: Session }>();
  readonly #name = `__${crypto.randomUUID().replaceAll('-', '')}`;
  #exploring = false;

  constructor(seams: WorkerSeams) {
    this.#seams = seams;
  }

  /** Has workers and frames of a page, a frame or a worker come here first. */
  async follow(session: Session): Promise<void> {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) =>
      targetInfo.type === 'iframe'
        ? void this.#takeFrame(sessionId, targetInfo.targetId)
        : void this.#take(sessionId),
    );
    session.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.#workers.get(sessionId)?.session.detach(new Error('the worker ended'));
      this.#workers.delete(sessionId);
      this.#frames.get(sessionId)?.session.detach(new Error('the frame is gone'));
      this.#frames.delete(sessionId);
    });
    await session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'worker' }, { type: 'iframe' }, { exclude: true }],
    });
  }

  /** The session of a frame that lives in a process of its own. */
  sessionOf(frame: string): Session | null {
    for (const each of this.#frames.values()) if (each.frame === frame) return each.session;
    return null;
  }

  async #takeFrame(id: string, frame: string): Promise<void> {
    const session = this.#seams.session(id);
    this.#frames.set(id, { frame, session });
    session.on('Inspector.targetCrashed', () => session.detach(new Error('the frame crashed')));
    await Promise.allSettled([this.#seams.frame(session), this.follow(session)]);
    session.tell('Runtime.runIfWaitingForDebugger');
  }

  /** A document is about to be opened: until the first event it behaves as on anybody's visit. */
  open(): void {
    this.#exploring = false;
  }

  /** From now on workers may ask, but not write; resolves when they know. */
  async explore(): Promise<void> {
    if (this.#exploring) return;
    this.#exploring = true;
    const tell = async ({ session, explores }: GuardedWorker) => {
      const objectId = await explores;
      if (objectId === null) return;
      await session.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function () { this(); }',
      });
    };
    await Promise.allSettled([...this.#workers.values()].map(tell));
  }

  async #take(id: string): Promise<void> {
    const worker = this.#seams.session(id);
    const settings = [this.#name, this.#seams.methods, this.#exploring].map((each) => JSON.stringify(each));
    const guarded = Promise.all([
      worker.send('Runtime.enable'),
      worker.send('Runtime.addBinding', { name: this.#name }),
      worker.send('Runtime.evaluate', { expression: `(${guardRequests})(${settings.join()})` }),
    ]);
    const explores = guarded.then(
      ([, , { result }]) => result.objectId ?? null,
      () => null,
    );
    this.#workers.set(id, { session: worker, explores });
    worker.on('Runtime.bindingCalled', ({ name, payload }) => {
      const [method, ...url] = payload.split(' ');
      if (name === this.#name && method) this.#seams.blocked(method, url.join(' '));
    });
    await Promise.allSettled([explores, this.follow(worker)]);
    worker.tell('Runtime.runIfWaitingForDebugger');
  }
}

/** Runs inside workers, as text: nothing from outside may be used. Gives what has the worker explore. */
function guardRequests(name: string, methods: readonly string[], begun: boolean): () => void {
  const scope = globalThis as unknown as Record<string, ((word: string) => void) | undefined>;
  const tell = scope[name];
  let exploring = begun;
  delete scope[name];
  const keeps = (method: string, url: string): boolean => {
    const word = method.toUpperCase();
    if (!exploring || /^(GET|HEAD|OPTIONS)$/.test(word) || methods.includes(word)) return false;
    tell?.(`${word} ${new URL(url, self.location.href).href}`);
    return true;
  };
  const { fetch: ask } = globalThis;
  globalThis.fetch = function fetch(input, init) {
    try {
      const request = input instanceof Request ? input : null;
      const method = init?.method ?? request?.method ?? 'GET';
      if (keeps(method, request?.url ?? String(input)))
        return Promise.reject(new TypeError('Failed to fetch'));
    } catch {
      // Not a request: the browser says so.
    }
    return ask.call(globalThis, input, init);
  };
  const { open, send } = XMLHttpRequest.prototype;
  const asked = new WeakMap<XMLHttpRequest, readonly unknown[]>();
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]) {
    asked.set(this, args);
    return Reflect.apply(open, this, args);
  };
  XMLHttpRequest.prototype.send = function (body) {
    const [method = 'GET', url = '', ...rest] = asked.get(this) ?? [];
    // Of an address that leads nowhere it hears what it would hear without a network.
    if (keeps(String(method), String(url))) Reflect.apply(open, this, ['GET', 'blob:none', ...rest]);
    return send.call(this, body);
  };
  return () => {
    exploring = true;
  };
}
