import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlSummary } from '../../src/model/summary.ts';
import { lastObject, runArgiope } from '../crawl-process.ts';
import { type Outputs, pathOf, readOutputs } from './outputs.ts';
import { type Asked, serveSuite } from './serve.ts';
import type { Suite, Truth } from './suite.ts';

/** How suites are crawled. */
export interface CrawlSettings {
  readonly data: string;
  /** Folder for outputs. */
  readonly folder: string;
  readonly maxSeconds: number;
  readonly flags: readonly string[];
}

/** What a crawl of a suite came to. */
export interface Measured {
  readonly suite: Suite;
  readonly truth: Truth;
  /** Facts, and those that were found. */
  readonly facts: number;
  readonly found: number;
  /** Addresses of the truth that listing or graph name; `null` where addresses are no facts. */
  readonly listed: number | null;
  /** Facts that were not found. */
  readonly absent: readonly string[];
  readonly pages: number;
  /** Fired and replayed. */
  readonly events: number;
  /** Failures by code. */
  readonly errors: Readonly<Record<string, number>>;
  readonly exit: number | null;
  readonly ended: boolean;
  readonly seconds: number;
  /** Paths of requests that were answered with 404. */
  readonly notFound: readonly string[];
  /** Requests that the site was asked. */
  readonly asked: number;
  readonly units: ReadonlySet<string>;
}

/** Serves a suite, crawls it by the command line and compares what was kept with what is true. */
export async function measureSuite(suite: Suite, settings: CrawlSettings): Promise<Measured> {
  const { source } = suite;
  const root = source.kind === 'folder' ? join(settings.data, source.folder) : '';
  const truth = typeof suite.truth === 'function' ? await suite.truth(root) : suite.truth;
  const served = await serveSuite(suite, settings.data);
  const out = join(settings.folder, suite.name.replaceAll('/', '-'));
  await rm(out, { recursive: true, force: true });
  try {
    const limits = ['--max-time', settings.maxSeconds.toFixed(2)];
    const flags = ['--out', out, '--json', '--verbose', ...limits, ...(suite.flags ?? []), ...settings.flags];
    const ran = await runArgiope(['crawl', ...served.urls, ...flags]);
    const { summary, code } = ending(ran.stdout);
    return judged(suite, truth, await readOutputs(out), served.asked(), {
      exit: ran.code,
      errors: { ...errorCodes(ran.stderr), ...(code !== null && { [code]: 1 }) },
      summary,
      seconds: summary?.seconds ?? ran.seconds,
    });
  } finally {
    await served.close();
  }
}

/** The summary of a crawl that has one, and the code of what ended it otherwise. */
export function ending(stdout: string): {
  readonly summary: CrawlSummary | null;
  readonly code: string | null;
} {
  const last = lastObject(stdout) as (CrawlSummary & { readonly error?: { readonly code?: string } }) | null;
  if (last?.events) return { summary: last, code: null };
  return { summary: null, code: last?.error?.code ?? null };
}

interface Ran {
  readonly exit: number | null;
  readonly errors: Readonly<Record<string, number>>;
  readonly summary: CrawlSummary | null;
  readonly seconds: number;
}

function judged(suite: Suite, truth: Truth, outputs: Outputs, asked: readonly Asked[], ran: Ran): Measured {
  const { addresses = [], texts = [] } = truth;
  const answered = suite.byLog ? asked.filter(({ status }) => status < 400) : [];
  const reached = new Set([...outputs.listed, ...answered.map(({ path }) => pathOf(path))]);
  const absent = [
    ...addresses.filter((path) => !reached.has(path)),
    ...texts.filter((text) => !outputs.pages.some((page) => page.includes(text.toLowerCase()))),
  ];
  const { summary } = ran;
  // Where only the number of pages is known, each page is a fact.
  const isCounted = addresses.length + texts.length === 0;
  const facts = isCounted ? (truth.pages ?? 0) : addresses.length + texts.length;
  const missing = isCounted ? Math.max(0, facts - (summary?.pages ?? 0)) : absent.length;
  return {
    suite,
    truth,
    facts,
    found: facts - missing,
    listed: addresses.length === 0 ? null : addresses.filter((path) => outputs.listed.has(path)).length,
    absent,
    pages: summary?.pages ?? 0,
    events: (summary?.events.fired ?? 0) + (summary?.events.replayed ?? 0),
    errors: ran.errors,
    exit: ran.exit,
    ended: ran.exit === 0 && summary?.finished === true,
    seconds: ran.seconds,
    notFound: asked.filter(({ status }) => status === 404).map(({ path }) => path),
    asked: asked.length,
    units: outputs.units,
  };
}

/** How often each code of a failure is told: `page 3 failed: … (LOST)`. */
export function errorCodes(stderr: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [, code = ''] of stderr.matchAll(/^.*(?:failed|error|stopped).*\(([A-Z][A-Z_]+)\)\s*$/gm)) {
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
