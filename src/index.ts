import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { version } from './cli/version.ts';
import type { CrawlSettings, TrainSettings } from './config/settings.ts';
import {
  EntryPaths,
  type EntryStep,
  type GraphFormat,
  type GraphReport,
  keptPages,
  type MarkdownReport,
  type MirrorReport,
  type PagesReport,
  type SitemapReport,
  type WarcReport,
  wantNote,
  writeGraph,
  writeMarkdown,
  writeMirror,
  writePages,
  writeSitemap,
  writeWarc,
} from './derive/index.ts';
import { bbsDriver } from './drivers/bbs/index.ts';
import { chromiumDriver } from './drivers/chromium/index.ts';
import { ftpDriver } from './drivers/ftp/index.ts';
import { httpDriver } from './drivers/http/index.ts';
import { type Explored, explore, type Files, isEmptyDocument, reach } from './explore/index.ts';
import { fingerprint } from './fingerprint/rabin.ts';
import { Manners, normalizeUrl } from './frontier/index.ts';
import {
  makeGuide,
  modelNote,
  modelOfCrawl,
  modelOfTraining,
  parseSample,
  reportOf,
  requireWant,
  SampledTypes,
  type Trained,
  TrainedGuide,
  TrainingGuide,
  type TrainSummary,
  trainSummary,
  writeModel,
  writeReport,
} from './learn/index.ts';
import {
  ArgiopeError,
  type CrawlListener,
  type CrawlSummary,
  type DocumentTree,
  type Driver,
  type Guide,
  noTotals,
  type Page,
  protocolOf,
  type ReachStep,
  type SiteStore,
  type Store,
} from './model/index.ts';
import { eraseStore, makeFolder, openStore } from './store/index.ts';

export { type CrawlSettings, defaultSettings, defaultTraining, type TrainSettings } from './config/index.ts';
export { textFingerprint } from './dom/text-print.ts';
export { findBrowser } from './drivers/chromium/index.ts';
export { fingerprint, fingerprintBytes } from './fingerprint/rabin.ts';
export { urlFingerprint } from './frontier/url-print.ts';
export type { TrainedModel, TrainedPattern, TrainedType, TrainSummary } from './learn/index.ts';
export * from './model/index.ts';
export { openStore } from './store/index.ts';

/** Who watches a crawl, and what ends it early. */
export interface CrawlHooks {
  readonly listen?: CrawlListener;
  /** Aborted: no further page is begun, what is in hand is finished and saved. */
  readonly signal?: AbortSignal;
}

/** A store and the folder that its derived outputs go to. */
export interface Place {
  readonly out: string;
  readonly store?: string;
}

/** Crawls a site, or goes on with a crawl that was stopped, and writes the store and all outputs. */
export async function crawl(settings: CrawlSettings, hooks: CrawlHooks = {}): Promise<CrawlSummary> {
  refuseForeign(settings);
  const out = resolve(settings.out);
  makeFolder(out);
  if (settings.fresh) await eraseStore(settings.store);
  const store = await openStore(settings.store);
  try {
    const site = await siteFor(store, settings);
    const guide = await makeGuide(settings, site);
    await site.putNote(wantNote, JSON.stringify(await wantedTypes(site, settings)));
    const explored = await exploreSite(site, settings, hooks, guide);
    if (guide instanceof TrainedGuide && guide.drifted && settings.modelDrift === 'retrain') {
      await retrain(site, settings, hooks);
      // Nobody can say which of the new types are the wanted ones: all pages are written.
      if (guide.beganAnew) await site.putNote(wantNote, '[]');
    }
    const { urlPages, statePages } = explored.pages;
    if (urlPages + statePages === 0 && isFinal(explored)) throw nothingCrawled(explored, settings);
    if (urlPages + statePages === 1 && explored.stopped === 'done') await refuseEmpty(site);
    const start = performance.now();
    await writeOutputs(site, out, settings);
    const summary = summaryOf(explored, out, (performance.now() - start) / 1000);
    const isTyped = settings.model !== null || settings.samples.length > 0;
    return isTyped ? { ...summary, ...(await typesOf(site)) } : summary;
  } finally {
    await store.close();
  }
}

/** How many pages of each type there are, and which types are wanted. */
async function typesOf(site: SiteStore): Promise<Pick<CrawlSummary, 'types' | 'want'>> {
  const types: Record<string, number> = {};
  for await (const { content } of keptPages(site))
    if (content?.type) types[content.type] = (types[content.type] ?? 0) + 1;
  const want = JSON.parse((await site.note(wantNote)) ?? '[]') as readonly string[];
  return { types, ...(want.length > 0 && { want }) };
}

/** Types whose pages are wanted: as told, else as the model says; empty: all. */
async function wantedTypes(site: SiteStore, { want, model }: CrawlSettings): Promise<readonly string[]> {
  if (want.length > 0 || model === null) return want;
  const kept = JSON.parse((await site.note(modelNote)) ?? '{}') as { readonly want?: readonly string[] };
  return kept.want ?? [];
}

/** Learns a new model from a crawl whose model did not fit, and writes it beside the crawl. */
async function retrain(site: SiteStore, settings: CrawlSettings, { listen }: CrawlHooks): Promise<void> {
  const thresholds = { type: settings.typeThreshold, change: settings.changeThreshold };
  const { model } = await modelOfCrawl(site, { want: null, thresholds, events: settings.events });
  const file = join(resolve(settings.out), 'model.json');
  writeModel(file, model);
  await site.putNote(modelNote, JSON.stringify(model));
  listen?.({
    kind: 'note',
    level: 'info',
    text: `a new model was learned: ${file}; look at it before you use it`,
  });
}

/** Learns which actions lead to the wanted pages, from samples, from a first crawl, or from a store. */
export async function train(given: TrainSettings, hooks: CrawlHooks = {}): Promise<TrainSummary> {
  const settings = given.samples.length === 0 ? given : { ...given, seeds: seedsOf(given.samples) };
  makeFolder(dirname(settings.modelOut));
  if (settings.fresh && !settings.fromStore) await eraseStore(settings.store);
  const store = await openStore(settings.store);
  try {
    const site = await (settings.fromStore ? onlySite(store, settings.store) : siteFor(store, settings));
    const { trained, run } = await learn(site, settings, hooks);
    writeModel(settings.modelOut, trained.model);
    await site.putNote(modelNote, JSON.stringify(trained.model));
    const { report } = settings;
    if (report !== null) await writeTrainingReport(site, trained, run, { ...settings, report }, hooks);
    return trainSummary(trained, run, { model: settings.modelOut, report });
  } finally {
    await store.close();
  }
}

type TrainingRun = Pick<Explored, 'totals' | 'stopped'>;

async function learn(
  site: SiteStore,
  settings: TrainSettings,
  hooks: CrawlHooks,
): Promise<{ trained: Trained; run: TrainingRun }> {
  const { events, want } = settings;
  const thresholds = { type: settings.typeThreshold, change: settings.changeThreshold };
  const unsampled = { want: want.length === 0 ? null : want, thresholds, events };
  if (settings.fromStore) {
    const run: TrainingRun = { totals: noTotals, stopped: 'done' };
    return { trained: await modelOfCrawl(site, unsampled), run };
  }
  if (settings.samples.length === 0) {
    const run = await exploreSite(site, settings, hooks, await makeGuide({ ...settings, want: [] }, site));
    // The first look ends by its limit: nothing is left undone.
    const stopped = run.stopped === 'limit' ? 'done' : run.stopped;
    return { trained: await modelOfCrawl(site, unsampled), run: { ...run, stopped } };
  }
  const samples = settings.samples.map(parseSample);
  requireWant(want, new Set(samples.map(({ type }) => type)), '--sample');
  const saved = await site.note('guide');
  const types = new SampledTypes(site, samples, thresholds, saved && JSON.parse(saved).types);
  const spell = (url: string) => normalizeUrl(url) ?? url;
  const guide = new TrainingGuide({ site, samples, types, spell, saved });
  const run = await exploreSite(site, settings, hooks, guide);
  const all = [...new Set(samples.map(({ type }) => type))];
  const wanted = { want: want.length === 0 ? all : want, events, thresholds };
  const parts = { samples, pages: guide.pages, types: types.types, ...wanted };
  return { trained: await modelOfTraining(site, parts), run };
}

/** Shows the samples once more, to have pictures of them. */
async function writeTrainingReport(
  site: SiteStore,
  trained: Trained,
  { totals }: TrainingRun,
  settings: TrainSettings & { readonly report: string },
  hooks: CrawlHooks,
): Promise<void> {
  const listen = hooks.listen ?? (() => {});
  const manners = new Manners(settings.delay);
  const files = httpDriver(settings, { manners });
  const permit = async () => {};
  const driver = await chromiumDriver(settings, { permit, sink: () => {}, fetch: files.fetch, listen });
  const paths = new EntryPaths(site);
  const turn = async (url: string | null) => {
    if (url !== null) await manners.waitTurn(new URL(url).host, hooks.signal);
  };
  try {
    const counts = { events: totals.eventsFired + totals.eventsReplayed, seconds: totals.seconds };
    const report = await reportOf(trained, counts, {
      tab: await driver.tab(),
      reach: async (tab, number) =>
        reach(tab, reachSteps(await paths.of((await site.page(number)) as Page)), turn),
      lost: (text) => listen({ kind: 'note', level: 'warning', text }),
    });
    await writeReport(report, settings.report);
  } finally {
    await driver.close();
    await files.close();
  }
}

function reachSteps(path: readonly EntryStep[]): readonly ReachStep[] {
  return path.map((step) => ('open' in step ? step : { fire: { ...step, event: step.fire } }));
}

/** Addresses at which the ways to samples begin. */
function seedsOf(samples: readonly string[]): readonly string[] {
  const opened = samples.flatMap((text) =>
    parseSample(text).steps.flatMap((step) => ('open' in step ? step.open : [])),
  );
  return [...new Set(opened)];
}

async function onlySite(store: Store, name: string): Promise<SiteStore> {
  const [info] = await store.sites();
  const site = info && (await store.site(info.name));
  if (site) return site;
  throw new ArgiopeError('STORE_UNREACHABLE', `there is no crawl in ${name}`, {
    advice: 'Crawl first, or name the store of a crawl with --store.',
  });
}

/** Writes the static mirror anew, from the store alone. */
export function mirror(place: Place): Promise<MirrorReport> {
  return derived(place, (site, out) => writeMirror(site, { dir: out }));
}

/** Writes the sitemap of the mirror. */
export function sitemap(place: Place & { readonly baseUrl?: string | null }): Promise<SitemapReport> {
  return derived(place, (site, out) => writeSitemap(site, { dir: out, baseUrl: place.baseUrl ?? null }));
}

/** Writes the graph of pages and transitions. */
export function graph(place: Place & { readonly format: GraphFormat }): Promise<GraphReport> {
  return derived(place, (site, out) => writeGraph(site, { dir: out, format: place.format }));
}

/** Ways in which pages can be exported. */
export type ExportFormat = 'jsonl' | 'csv' | 'warc' | 'markdown';

/** Writes the pages for use elsewhere: a listing of them, an archive, or their main text. */
export function exportPages(
  place: Place & { readonly format?: ExportFormat },
): Promise<PagesReport | WarcReport | MarkdownReport> {
  const { format = 'jsonl' } = place;
  return derived<PagesReport | WarcReport | MarkdownReport>(place, (site, dir) => {
    if (format === 'warc') return writeWarc(site, { dir, software: software() });
    return format === 'markdown' ? writeMarkdown(site, { dir }) : writePages(site, { dir, format });
  });
}

function software(): string {
  return `argiope/${version()}`;
}

async function derived<T>(place: Place, write: (site: SiteStore, out: string) => Promise<T>): Promise<T> {
  const out = resolve(place.out);
  const store = await openStore(place.store ?? `sqlite:${join(out, 'argiope.db')}`, { readOnly: true });
  try {
    const site = await onlySite(store, out);
    makeFolder(out);
    return await write(site, out);
  } finally {
    await store.close();
  }
}

async function writeOutputs(
  site: SiteStore,
  out: string,
  { baseUrl, warc }: Pick<CrawlSettings, 'baseUrl' | 'warc'>,
): Promise<void> {
  await writeMirror(site, { dir: out });
  await writeSitemap(site, { dir: out, baseUrl });
  await writeGraph(site, { dir: out, format: 'json' });
  await writePages(site, { dir: out });
  if (warc) await writeWarc(site, { dir: out, software: software() });
}

/** Settings that decide what the pages of a crawl are: a resumed crawl must not mix two answers. */
function identitySettings(settings: CrawlSettings): Record<string, unknown> {
  const { seeds, engine, events, tags, dedupe, scope, include, exclude, depth, robots, unsafe } = settings;
  const sources = (patterns: readonly RegExp[]) => patterns.map((pattern) => pattern.source);
  return {
    ...{ seeds, engine, events, tags, dedupe, scope, depth, robots, unsafe },
    include: sources(include),
    exclude: sources(exclude),
    ...(settings.sitemap.length > 0 && { sitemap: settings.sitemap }),
    ...(settings.samples.length > 0 && { samples: settings.samples }),
    ...(settings.want.length > 0 && { want: settings.want }),
    ...(settings.model !== null && { model: modelPrint(settings.model) }),
  };
}

/** A model by its content: another one would mean other pages. */
function modelPrint(file: string): string {
  try {
    return fingerprint(readFileSync(file, 'utf8'));
  } catch {
    // It is reported when it is read.
    return '';
  }
}

async function siteFor(store: Store, settings: CrawlSettings): Promise<SiteStore> {
  const name = new URL(settings.seeds[0] as string).host;
  const wanted = identitySettings(settings);
  const other = (await store.sites()).find((info) => info.name !== name);
  const site = other ? null : await store.site(name, { seeds: settings.seeds, settings: wanted });
  const stored = site ? (await site.info()).settings : {};
  const changed = [...new Set([...Object.keys(wanted), ...Object.keys(stored)])].filter(
    (key) => JSON.stringify(wanted[key]) !== JSON.stringify(stored[key]),
  );
  if (site && changed.length === 0) return site;
  const why = other
    ? `it holds a crawl of ${other.name}`
    : `it was begun with other settings (${changed.join(', ')})`;
  throw new ArgiopeError('CONFIG', `${settings.store} cannot be continued: ${why}`, {
    advice: 'Use another --out folder, the settings it was begun with, or --fresh to start over.',
  });
}

async function exploreSite(
  site: SiteStore,
  settings: CrawlSettings,
  hooks: CrawlHooks,
  guide: Guide | null,
): Promise<Explored> {
  const manners = new Manners(settings.delay);
  const listen = hooks.listen ?? (() => {});
  const files = fileReader(settings, manners);
  // Boards let few guests in at a time, and each login is seen by the others.
  const workers = protocolOf(settings.seeds[0] ?? '') === 'bbs' ? 1 : settings.workers;
  try {
    return await explore({
      ...{ settings: { ...settings, workers }, site, files, manners },
      driver: (seams) => makeDriver(settings, { ...seams, fetch: files.fetch, listen }),
      listen,
      signal: hooks.signal ?? null,
      guide,
    });
  } finally {
    await files.close();
  }
}

/** The driver that speaks the protocol of the seeds and, for web sites, is told by `--engine`. */
async function makeDriver(
  settings: CrawlSettings,
  seams: Parameters<typeof chromiumDriver>[1],
): Promise<Driver> {
  const protocol = protocolOf(settings.seeds[0] ?? '');
  if (protocol === 'ftp') return ftpDriver(settings, seams);
  if (protocol === 'bbs') return bbsDriver(settings, { permit: seams.permit });
  return settings.engine === 'http'
    ? httpDriver(settings, { permit: seams.permit, robotsTag: seams.robotsTag })
    : chromiumDriver(settings, seams);
}

/** Reads single files by the protocol of each. */
function fileReader(settings: CrawlSettings, manners: Manners): Files & { close(): Promise<void> } {
  const web = httpDriver(settings, { manners });
  if (protocolOf(settings.seeds[0] ?? '') !== 'ftp') return web;
  const ftp = ftpDriver(settings, { manners });
  return {
    fetch: (url) => (protocolOf(url) === 'ftp' ? ftp : web).fetch(url),
    robots: web.robots,
    counts: () => {
      const [one, other] = [web.counts(), ftp.counts()];
      return { requests: one.requests + other.requests, bytes: one.bytes + other.bytes };
    },
    close: async () => {
      await ftp.close();
      await web.close();
    },
  };
}

/** Options that say nothing about FTP and terminals are refused, not passed over. */
function refuseForeign({ seeds, engine, proxy, sitemap: sitemaps }: CrawlSettings): void {
  const protocol = protocolOf(seeds[0] ?? '');
  const other = seeds.find((seed) => protocolOf(seed) !== protocol);
  const why =
    other !== undefined
      ? `the seeds ${seeds[0]} and ${other} are of different protocols`
      : protocol === 'web'
        ? null
        : engine !== 'auto'
          ? `--engine ${engine} is for web sites, and ${seeds[0]} is none`
          : proxy !== null
            ? `--proxy is for web sites, and ${seeds[0]} is none`
            : sitemaps.length > 0
              ? `--sitemap is for web sites, and ${seeds[0]} is none`
              : null;
  if (why !== null) throw new ArgiopeError('CONFIG', why, { advice: 'Leave it out, or crawl them apart.' });
}

function nothingCrawled(explored: Explored, settings: CrawlSettings): ArgiopeError {
  const error = explored.firstError;
  return new ArgiopeError(
    'NOTHING_CRAWLED',
    error?.message ?? `nothing could be crawled from ${settings.seeds.join(', ')}`,
    {
      url: error?.url ?? undefined,
      advice: error?.advice ?? undefined,
      cause: error ?? undefined,
    },
  );
}

/** Whether no page means that there is none to be had: a limit without an error says nothing about that. */
function isFinal({ stopped, firstError }: Explored): boolean {
  return stopped === 'done' || (stopped === 'limit' && firstError !== null);
}

/** Where the only page shows nothing and leads nowhere, a mirror of it would be no answer. */
async function refuseEmpty(site: SiteStore): Promise<void> {
  const [page] = await site.pages({ status: 'kept', limit: 1 });
  const blob = page?.content && (await site.blob(page.content.blob));
  if (!page || !blob || (await site.transitions(page.number)).length > 0) return;
  const document = JSON.parse(new TextDecoder().decode(blob)) as DocumentTree;
  if (!isEmptyDocument(document)) return;
  throw new ArgiopeError('NOTHING_CRAWLED', `the page at ${document.url} is empty: it shows nothing`, {
    url: document.url,
    advice: 'It may need a login (--header, --auth), another --user-agent, or more --settle time.',
  });
}

function summaryOf(explored: Explored, out: string, outputSeconds: number): CrawlSummary {
  const { totals, stopped, pages } = explored;
  return {
    command: 'crawl',
    pages: pages.urlPages + pages.statePages,
    ...pages,
    duplicates: totals.duplicates,
    instructions: { seen: totals.instructionsSeen, unique: totals.instructionsUnique },
    events: {
      fired: totals.eventsFired,
      replayed: totals.eventsReplayed,
      skipped: totals.eventsSkipped,
      suspended: totals.eventsSuspended,
      audited: totals.eventsAudited,
      wrong: totals.wrongSkips,
    },
    resets: totals.resets,
    requests: totals.requests,
    requestsFromCache: totals.requestsFromCache,
    bytes: totals.bytes,
    errors: totals.errors,
    seconds: round(totals.seconds),
    finished: stopped === 'done',
    out,
    outputSeconds: round(outputSeconds),
    stopped,
  };
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
