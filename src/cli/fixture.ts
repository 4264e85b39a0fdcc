import type { CrawlEvent, Figures } from '../model/progress.ts';
import type { CrawlSummary } from '../model/summary.ts';
import type { Engine } from './engine.ts';
import type { Io } from './io.ts';

/** A world for tests: what was written can be read, the clock and the signals are moved by hand. */
export interface Stage extends Io {
  readonly out: () => string;
  readonly err: () => string;
  /** Moves the clock. */
  pass(ms: number): void;
  /** Presses Ctrl-C. */
  interrupt(): void;
}

/** Makes a stage. */
export function stage(
  about: { tty?: boolean; columns?: number; env?: NodeJS.ProcessEnv; cwd?: string; stdin?: string } = {},
): Stage {
  const written = { out: '', err: '' };
  const handlers = new Set<() => void>();
  let now = 0;
  return {
    stdin: (async function* () {
      if (about.stdin !== undefined) yield about.stdin;
    })(),
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text), isTTY: about.tty, columns: about.columns },
    env: about.env ?? {},
    cwd: about.cwd ?? '/nowhere',
    now: () => now,
    onInterrupt(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    out: () => written.out,
    err: () => written.err,
    pass: (ms) => {
      now += ms;
    },
    interrupt: () => {
      for (const handler of handlers) handler();
    },
  };
}

/** Figures of a crawl, zero where nothing is said. */
export function figures(some: Partial<Figures> = {}): Figures {
  const none = { pages: 0, urlPages: 0, statePages: 0, frontier: 0, fired: 0, replayed: 0 };
  return { ...none, skipped: 0, duplicates: 0, redirects: 0, errors: 0, files: 0, seconds: 0, ...some };
}

/** A progress event. */
export function progressEvent(some: Partial<Figures>): CrawlEvent {
  return { kind: 'progress', figures: figures(some) };
}

/** The result of a crawl of the paper's first set, changed as said. */
export function crawlResult(some: Partial<CrawlSummary> = {}): CrawlSummary {
  return {
    command: 'crawl',
    pages: 381,
    urlPages: 50,
    statePages: 331,
    duplicates: 12,
    redirects: 3,
    instructions: { seen: 12_345, unique: 393 },
    events: { fired: 343, replayed: 20, skipped: 4321, suspended: 0, audited: 4, wrong: 1 },
    unseen: 0,
    resets: 7,
    requests: 431,
    requestsFromCache: 99,
    bytes: 1_234_567,
    errors: 0,
    seconds: 12.34,
    finished: true,
    out: '/w/out',
    outputSeconds: 0.5,
    stopped: 'done',
    ...some,
  };
}

/** An engine with the parts that a test gives; the others fail when they are called. */
export function engineOf(
  parts: {
    readonly [Name in keyof Engine]?: (...given: Parameters<Engine[Name]>) => Promise<unknown>;
  },
): () => Promise<Engine> {
  const absent = () => Promise.reject(new Error('this part of the engine is not on stage'));
  const names = ['crawl', 'extract', 'mirror', 'sitemap', 'graph', 'exportPages', 'findBrowser'];
  const none = Object.fromEntries(names.map((name) => [name, absent])) as unknown as Engine;
  return async () => ({ ...none, ...(parts as Partial<Engine>) });
}
