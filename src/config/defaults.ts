import { join, resolve } from 'node:path';
import { type OptionKey, options, type Values } from './options.ts';
import { folderOf } from './seeds.ts';
import type { CrawlSettings } from './settings.ts';

/** Name of the folder under which crawls are kept unless `--out` says otherwise. */
export const outFolder = 'argiope-out';

/** Name of the store inside the output folder. */
export const storeFile = 'argiope.db';

/** The default of every option. */
export function defaultValues(): Values {
  const entries = Object.entries(options).map(([key, option]) => [key, option.default]);
  return Object.fromEntries(entries) as { [K in OptionKey]: unknown } as Values;
}

/** The store a folder has unless `--store` says otherwise. */
export function storeIn(out: string): string {
  return `sqlite:${join(out, storeFile)}`;
}

/** Puts values together with the seeds into what the crawler takes. */
export function crawlSettings(
  seeds: readonly string[],
  values: Values,
  cwd: string = process.cwd(),
): CrawlSettings {
  const out = resolve(cwd, values.out ?? join(outFolder, folderOf(seeds[0] ?? 'http://site/')));
  const { engine, events, tags, dedupe, strategy, exhaustive, unsafe, scope, include, exclude } = values;
  const { depth, maxPages, maxTime, workers, delay, robots, userAgent, proxy, auth, charset } = values;
  const { browser, recycle, viewport, settle, fresh, baseUrl, products, methods, audit, chain } = values;
  return {
    ...{ seeds, out, store: values.store ?? storeIn(out), engine, events, tags, dedupe, strategy },
    ...{ exhaustive, unsafe, scope, include, exclude, depth, maxPages, maxTime, workers, delay, robots },
    ...{ products, methods: methods.map((method) => method.toUpperCase()), audit, chain },
    ...{
      userAgent,
      proxy,
      headers: values.header,
      auth,
      charset,
      browser,
      recycle,
      viewport,
      settle,
      fresh,
      baseUrl,
    },
  };
}

/** Settings of a crawl that was told nothing but its seeds, with what the caller wants otherwise. */
export function defaultSettings(
  seeds: readonly string[],
  overrides: Partial<CrawlSettings> = {},
): CrawlSettings {
  const base = crawlSettings(seeds, { ...defaultValues(), out: overrides.out ?? null });
  return { ...base, ...overrides };
}
