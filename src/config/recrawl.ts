import { resolve } from 'node:path';
import { profileFile } from './defaults.ts';
import type { OptionKey } from './options.ts';
import type { Input } from './read.ts';
import type { Seeds } from './seeds.ts';
import type { CrawlSettings } from './settings.ts';

/** Settings of a recrawl: what the crawl was begun with stays, what is given here is followed instead. */
export interface RecrawlSettings {
  readonly out: string;
  /** `sqlite:FILE` or `postgres://…`. */
  readonly store: string;
  /** Addresses of the crawl that were given again, without the logins that they carried (`crawl.logins`). */
  readonly seeds?: readonly string[];
  /** Requests of one run, or of one round; `null`: as many as it takes. */
  readonly budget: number | null;
  /** Seconds of a round: the recrawl goes on until it is ended; `null`: one run. */
  readonly every: number | null;
  /** Pages that were seen since this moment (ISO 8601) are left alone. */
  readonly since: string | null;
  /** Seconds. */
  readonly maxTime: number | null;
  /** Manners and access, browser and outputs, as far as they are to differ from the defaults. */
  readonly crawl: Partial<CrawlSettings>;
}

/** Options that a recrawl follows instead of the defaults, with their names in the settings. */
const followed = {
  workers: 'workers',
  threads: 'threads',
  delay: 'delay',
  robots: 'robots',
  userAgent: 'userAgent',
  proxy: 'proxy',
  header: 'headers',
  auth: 'auth',
  recycle: 'recycle',
  sandbox: 'sandbox',
  viewport: 'viewport',
  settle: 'settle',
  proxyBypass: 'proxyBypass',
  allowPrivate: 'allowPrivate',
  insecure: 'insecure',
  types: 'types',
  maxSize: 'maxSize',
  keepFiles: 'keepFiles',
  timeout: 'timeout',
  methods: 'methods',
  baseUrl: 'baseUrl',
  warc: 'warc',
  wacz: 'wacz',
  screenshots: 'screenshots',
  pdf: 'pdf',
  browser: 'browser',
  names: 'names',
} as const satisfies Partial<Record<OptionKey, keyof CrawlSettings>>;

/** Puts what was given into what a recrawl takes; `again` are addresses of the crawl with their logins. */
export function recrawlSettings(
  place: Pick<RecrawlSettings, 'out' | 'store'>,
  again: Seeds | null,
  { values, sources }: Pick<Input, 'values' | 'sources'>,
  cwd: string = process.cwd(),
): RecrawlSettings {
  const keys = (Object.keys(followed) as (keyof typeof followed)[]).filter((key) => sources.has(key));
  const crawl = Object.fromEntries(keys.map((key) => [followed[key], values[key]])) as Partial<CrawlSettings>;
  const { budget, every, since, maxTime, cookies, ca, hooks, profile, login } = values;
  return {
    ...place,
    ...(again && { seeds: again.seeds }),
    budget,
    every,
    since,
    maxTime,
    crawl: {
      ...crawl,
      ...(cookies !== null && { cookies: resolve(cwd, cookies) }),
      ...(ca !== null && { ca: resolve(cwd, ca) }),
      ...(profile !== null && { profile: profileFile(profile, cwd) }),
      ...(login !== null && { login: resolve(cwd, login) }),
      hooks: hooks.map((file) => resolve(cwd, file)),
      ...(again?.logins && { logins: again.logins }),
    },
  };
}
