import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CrawlSettings } from '../config/settings.ts';
import { type Explored, isEmptyDocument } from '../crawl/index.ts';
import { fileKinds, formCounts, keptPages, recordingFolder, surveyForms, wantNote } from '../derive/index.ts';
import { TopicRanking } from '../frontier/index.ts';
import { readDocument } from '../html/stored.ts';
import { makeGuide, modelNote, modelOfCrawl, TrainedGuide, writeModel } from '../learn/index.ts';
import {
  ArgiopeError,
  type CrawlListener,
  type CrawlSummary,
  type Guide,
  type SiteStore,
  type Store,
} from '../model/index.ts';
import { eraseStore, makeFolder, openStoreAt, storeToUndo } from '../store/index.ts';
import type { CrawlControls } from './controls.ts';
import { writeOutputs } from './derived.ts';
import { type ExploredSite, exploreSite } from './explore-site.ts';
import type { LiveExtraction } from './extraction/live.ts';
import { refuseForeign, tellDirect } from './foreign-options.ts';
import { tryFailedAgain } from './retry-failed.ts';
import { isBarrenOther, siteFor, withPrints } from './site.ts';

/** Crawls a site, or goes on with a crawl that was stopped, and writes the store and all outputs. */
export async function runCrawl(settings: CrawlSettings, controls: CrawlControls = {}): Promise<CrawlSummary> {
  refuseForeign(settings);
  refuseTopic(settings);
  tellDirect(settings, controls.listen);
  const out = resolve(settings.out);
  if (settings.fresh) {
    await eraseStore(settings.store);
    await rm(join(out, recordingFolder), { recursive: true, force: true });
  }
  const start = await storeToUndo(settings.store, out);
  try {
    makeFolder(out);
    return await crawlInto(out, settings, controls);
  } catch (error) {
    if (await isBarren(settings.store)) await start.undo();
    throw error;
  }
}

/** Whether a store holds nothing of use: what a start that failed has left. */
async function isBarren(url: string): Promise<boolean> {
  try {
    const store = await openStoreAt(url, { readOnly: true });
    try {
      const [info] = await store.sites();
      const site = info && (await store.site(info.name));
      return !site || ((await site.count('kept')) === 0 && (await site.rules()).length === 0);
    } finally {
      await store.close();
    }
  } catch {
    return false;
  }
}

async function crawlInto(
  out: string,
  settings: CrawlSettings,
  controls: CrawlControls,
): Promise<CrawlSummary> {
  const store = await storeFor(settings);
  try {
    const site = await siteFor(store, settings);
    return await withPrints(site, () => crawlSite(site, out, settings, controls));
  } finally {
    await store.close();
  }
}

async function crawlSite(
  site: SiteStore,
  out: string,
  settings: CrawlSettings,
  controls: CrawlControls,
): Promise<CrawlSummary> {
  let live: LiveExtraction | null = null;
  let left: () => Promise<void> = async () => {};
  try {
    left = controls.attend?.(site) ?? left;
    const guide = await makeGuide(settings, site);
    await site.putNote(wantNote, JSON.stringify(await wantedTypes(site, settings)));
    await tryFailedAgain(site);
    live = await liveExtraction(site, { ...settings, out }, controls);
    const heard = heardBy(live, controls);
    const explored = await exploreAll(site, settings, heard, guide);
    if (guide instanceof TrainedGuide && guide.drifted && settings.modelDrift === 'retrain') {
      await retrain(site, settings, controls);
      // Nobody can say which of the new types are the wanted ones: all pages are written.
      if (guide.beganAnew) await site.putNote(wantNote, '[]');
    }
    const { urlPages, statePages } = explored.pages;
    if (urlPages + statePages === 0 && isFinal(explored)) throw nothingCrawled(explored, settings);
    if (urlPages + statePages === 1 && explored.stopped === 'done') await refuseEmpty(site);
    const start = performance.now();
    const forms =
      controls.outputs === false
        ? formCounts(await surveyForms(site))
        : await writeOutputs(site, out, settings, controls.listen);
    const extracted = live === null ? null : await live.finish();
    const hooked = settings.hooks.length + (controls.hooks?.length ?? 0) > 0;
    const summary = {
      ...summaryOf(explored, out, (performance.now() - start) / 1000),
      forms,
      ...(hooked && { dropped: explored.totals.dropped }),
      ...(extracted && { records: extracted.records, rejected: extracted.rejected }),
    };
    const files = explored.totals.files > 0 ? await fileKinds(site) : null;
    const topic = settings.focus === null ? {} : { focus: await focusOf(site, settings.focus) };
    const isTyped = settings.model !== null || settings.samples.length > 0;
    return { ...summary, ...(files && { files }), ...topic, ...(isTyped && (await typesOf(site))) };
  } finally {
    await live?.close();
    await left();
  }
}

/** Part of the limits that links may take before forms are asked: on sites without end nobody would ask them. */
const linkShare = 0.5;

/** Explores a site, then asks its forms where that is wanted, then goes on with what links had to leave for that. */
async function exploreAll(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
): Promise<ExploredSite> {
  const { forms, maxPages, maxTime } = settings;
  if (forms === null) return exploreSite(site, settings, controls, guide);
  const begun = performance.now();
  const part = (limit: number | null) => limit && Math.ceil(limit * linkShare);
  const left = () => (maxTime === null ? null : Math.max(0, maxTime - (performance.now() - begun) / 1000));
  const halved = { ...settings, maxPages: part(maxPages), maxTime: maxTime && maxTime * linkShare };
  const linked = await exploreSite(site, halved, controls, guide);
  if (linked.stopped === 'interrupted') return linked;
  const { surfaceForms } = await import('./surface/surface.ts');
  const timed = { ...controls, listen: timedSince(begun, controls.listen) };
  const { views, ...asked } = await surfaceForms(
    site,
    { ...settings, forms, maxTime: left() },
    timed,
    guide,
    linked,
  );
  if (linked.stopped === 'done' || asked.stopped !== 'done') return asked;
  return exploreSite(site, { ...settings, maxTime: left() }, timed, guide, { views });
}

/** Tells the time of a crawl that has several rounds, not that of each round. */
function timedSince(begun: number, listen: CrawlListener | undefined): CrawlListener {
  return (event) => {
    const seconds = (performance.now() - begun) / 1000;
    listen?.(event.kind === 'progress' ? { ...event, figures: { ...event.figures, seconds } } : event);
  };
}

/** Records that are made as pages arrive; what makes them is loaded only where it is asked for. */
async function liveExtraction(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
): Promise<LiveExtraction | null> {
  const { extract } = settings;
  if (extract === null) return null;
  const { LiveExtraction } = await import('./extraction/live.ts');
  return LiveExtraction.begin(site, { ...settings, extract }, controls);
}

/** The store of a crawl; one in which nothing was kept yet is no reason to insist on other settings. */
async function storeFor(settings: CrawlSettings): Promise<Store> {
  const store = await openStoreAt(settings.store);
  const isBarren = await isBarrenOther(store, settings).catch(async (error) => {
    await store.close();
    throw error;
  });
  if (!isBarren) return store;
  await store.close();
  await eraseStore(settings.store);
  return openStoreAt(settings.store);
}

/** A topic needs words that say something, and a threshold a topic. */
function refuseTopic(settings: CrawlSettings): void {
  const { focus, focusThreshold } = settings;
  if (focus === null && focusThreshold !== null)
    throw new ArgiopeError('CONFIG', '--focus-threshold is given, but no --focus', {
      advice: 'Name the topic with --focus, or leave the threshold out.',
    });
  if (focus !== null && TopicRanking.of(settings) === null)
    throw new ArgiopeError('CONFIG', `--focus expects words that name a topic, and "${focus}" has none`, {
      advice: 'Give the words that pages of the topic would use.',
    });
}

/** Relevance from which a page counts as one of the topic. */
const onTopic = 0.5;

/** How much the pages of a crawl have to do with its topic, in the mean. */
async function focusOf(site: SiteStore, words: string): Promise<NonNullable<CrawlSummary['focus']>> {
  let [sum, count, pages] = [0, 0, 0];
  for await (const { content } of keptPages(site)) {
    const relevance = content?.relevance ?? 0;
    sum += relevance;
    count++;
    if (relevance >= onTopic) pages++;
  }
  return { words, pages, relevance: count === 0 ? 0 : Math.round((sum / count) * 1000) / 1000 };
}

/** Lets an extraction hear what the crawl tells. */
function heardBy(live: LiveExtraction | null, controls: CrawlControls): CrawlControls {
  if (live === null) return controls;
  const listen: CrawlListener = (event) => {
    controls.listen?.(event);
    live.hear(event);
  };
  return { ...controls, listen };
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
async function retrain(site: SiteStore, settings: CrawlSettings, { listen }: CrawlControls): Promise<void> {
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
  const document = page ? await readDocument(site, page.content) : null;
  if (!page || !document || (await site.transitions(page.number)).length > 0) return;
  if (!isEmptyDocument(document)) return;
  throw new ArgiopeError('NOTHING_CRAWLED', `the page at ${document.url} is empty: it shows nothing`, {
    url: document.url,
    advice: 'It may need a login (--header, --auth), another --user-agent, or more --settle time.',
  });
}

function summaryOf(explored: ExploredSite, out: string, outputSeconds: number): CrawlSummary {
  const { totals, stopped, pages, engines } = explored;
  return {
    command: 'crawl',
    pages: pages.urlPages + pages.statePages,
    ...pages,
    duplicates: totals.duplicates,
    redirects: totals.redirects,
    instructions: { seen: totals.instructionsSeen, unique: totals.instructionsUnique },
    events: {
      fired: totals.eventsFired,
      replayed: totals.eventsReplayed,
      skipped: totals.eventsSkipped,
      suspended: totals.eventsSuspended,
      audited: totals.eventsAudited,
      wrong: totals.wrongSkips,
    },
    unseen: Math.round(totals.unseen * 10) / 10,
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
    ...(engines && { engines }),
  };
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
