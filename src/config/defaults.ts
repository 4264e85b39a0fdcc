import { dirname, join, resolve } from 'node:path';
import {
  defaultGatherers,
  defaultThreads,
  defaultWorkers,
  type OptionKey,
  options,
  type Values,
} from './options.ts';
import { folderOf } from './seeds.ts';
import type { CrawlSettings, ExtractSettings, RecordSettings, TrainSettings } from './settings.ts';

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

/** Seconds after which one process stores a batch. */
const usualBatchAge = 1;

/** Puts values together with the seeds into what the crawler takes. */
export function crawlSettings(
  seeds: readonly string[],
  values: Values,
  cwd: string = process.cwd(),
): CrawlSettings {
  const out = resolve(cwd, values.out ?? join(outFolder, folderOf(seeds[0] ?? 'http://site/')));
  const { engine, events, tags, dedupe, strategy, order, thorough, unsafe, scope, include, exclude } = values;
  const { depth, maxPages, maxTime, delay, robots, userAgent, proxy, auth, charset } = values;
  const { perHost, batch } = values;
  const workers = values.workers ?? (engine === 'http' ? defaultGatherers : defaultWorkers);
  // With one request at a time there is nothing to do beside it.
  const threads = values.threads ?? (workers === 1 ? 0 : defaultThreads);
  const { proxyBypass, allowPrivate, insecure, types, maxSize, timeout } = values;
  const keepFiles = values.keepFiles.filter((type) => type !== 'none');
  const path = (file: string | null) => (file === null ? null : resolve(cwd, file));
  const { browser, recycle, sandbox, viewport, settle, fresh, baseUrl, states, methods, audit, chain } =
    values;
  const { sample, want, warc, wacz, screenshots, pdf, names, modelDrift, typeThreshold, changeThreshold } =
    values;
  const { focus, focusThreshold } = values;
  const model = path(values.model);
  return {
    seeds,
    sitemap: values.sitemap,
    links: values.links,
    out,
    store: values.store ?? storeIn(out),
    engine,
    events,
    tags,
    dedupe,
    strategy,
    order,
    thorough,
    unsafe,
    scope,
    include,
    exclude,
    depth,
    maxPages,
    maxTime,
    workers,
    threads,
    delay,
    robots,
    perHost,
    batch,
    batchAge: values.batchAge ?? usualBatchAge,
    states,
    methods: methods.map((method) => method.toUpperCase()),
    audit,
    chain,
    userAgent,
    proxy,
    headers: values.header,
    auth,
    charset,
    browser,
    recycle,
    sandbox,
    viewport,
    settle,
    fresh,
    baseUrl,
    warc,
    wacz,
    screenshots,
    pdf,
    names,
    proxyBypass,
    allowPrivate,
    insecure,
    types,
    keepFiles,
    maxSize,
    timeout,
    logins: {},
    ca: path(values.ca),
    cookies: path(values.cookies),
    profile: profileFile(values.profile, cwd),
    login: path(values.login),
    hooks: values.hooks.map((file) => resolve(cwd, file)),
    samples: sample,
    want,
    model,
    modelDrift,
    typeThreshold,
    changeThreshold,
    focus,
    focusThreshold,
    forms: values.forms ? { budget: values.formsBudget, allow: values.formsAllow } : null,
    extract: values.extract ? recordSettings(values, cwd) : null,
  };
}

/** The path of a profile; `default` is found when the site is known. */
export function profileFile(given: string | null, cwd: string): string | null {
  return given === null || given === 'default' ? given : resolve(cwd, given);
}

function recordSettings(values: Values, cwd: string): RecordSettings {
  const { allFields, minConfidence, records } = values;
  const file = (path: string | null) => (path === null ? null : resolve(cwd, path));
  const isFile = (source: string) => source !== 'none' && !/^https?:/i.test(source);
  return {
    schema: file(values.schema),
    prior: values.prior.map((source) => (/^postgres(?:ql)?:/i.test(source) ? source : resolve(cwd, source))),
    rules: values.rules === 'none' ? 'none' : file(values.rules),
    filters: values.filters.map((source) => (isFile(source) ? resolve(cwd, source) : source)),
    allFields,
    minConfidence,
    records: records.map((place) =>
      place.replace(/^sqlite:(.+)$/s, (_, path) => `sqlite:${resolve(cwd, path)}`),
    ),
  };
}

/** Puts values together into what an extraction takes. */
export function extractSettings(
  place: { readonly out: string; readonly store: string },
  values: Values,
  cwd: string = process.cwd(),
): ExtractSettings {
  const file = (path: string | null) => (path === null ? null : resolve(cwd, path));
  return {
    ...recordSettings(values, cwd),
    ...place,
    pages: file(values.pages),
    report: file(values.report),
    hooks: values.hooks.map((path) => resolve(cwd, path)),
  };
}

/** Settings of an extraction that was told nothing but its folder, with what the caller wants otherwise. */
export function defaultExtraction(out: string, overrides: Partial<ExtractSettings> = {}): ExtractSettings {
  return { ...extractSettings({ out, store: storeIn(out) }, defaultValues()), ...overrides };
}

/** Pages that a crawl sees at most where it is only to find out what types there are. */
const firstLook = 100;

/**
 * Puts values together into what training takes. It is a crawl that fires everything on the samples; without
 * samples it is a first look at the site.
 */
export function trainSettings(
  seeds: readonly string[],
  values: Values,
  cwd: string = process.cwd(),
): TrainSettings {
  const modelOut = resolve(cwd, values.modelOut);
  const out = dirname(modelOut);
  const store = values.store ?? `sqlite:${modelOut.replace(/\.json$/i, '')}.db`;
  const base = crawlSettings(seeds, { ...values, out, store }, cwd);
  const report = values.report === null ? null : resolve(cwd, values.report);
  const sampled = values.sample.length > 0;
  return {
    ...base,
    modelOut,
    report,
    fromStore: values.fromStore,
    ...(sampled
      ? { dedupe: 'single', thorough: 1, audit: 'none' }
      : { maxPages: values.maxPages ?? firstLook }),
  };
}

/** Settings of a training that was told nothing but its samples, or where to begin, and the file for the model. */
export function defaultTraining(
  from: { readonly samples?: readonly string[]; readonly seeds?: readonly string[] },
  modelOut: string,
  overrides: Partial<TrainSettings>,
): TrainSettings {
  const values = { ...defaultValues(), modelOut, sample: from.samples ?? [] };
  return { ...trainSettings(from.seeds ?? [], values), ...overrides };
}

/** Settings of a crawl that was told nothing but its seeds, with what the caller wants otherwise. */
export function defaultSettings(
  seeds: readonly string[],
  overrides: Partial<CrawlSettings> = {},
): CrawlSettings {
  const { out = null, engine = defaultValues().engine } = overrides;
  const base = crawlSettings(seeds, { ...defaultValues(), out, engine });
  return { ...base, ...overrides };
}
