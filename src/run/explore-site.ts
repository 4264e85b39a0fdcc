import type { CrawlSettings } from '../config/settings.ts';
import {
  type FormQuestion,
  type GatherParts,
  gather,
  type MakeBrowser,
  SharedManners,
} from '../crawl/gather/index.ts';
import {
  type CrawlParts,
  type DriverSeams,
  type Explored,
  type ExploringShare,
  explore,
  type Probe,
  type RevisitOrder,
} from '../crawl/index.ts';
import { AskedData } from '../derive/index.ts';
import { type ChromiumDriver, chromiumDriver } from '../drivers/chromium/index.ts';
import { lazyDriver } from '../drivers/lazy.ts';
import { signedInDriver } from '../drivers/signed-in.ts';
import { watchedDriver } from '../drivers/watched.ts';
import { type AddressViews, Manners } from '../frontier/index.ts';
import { type Driver, type EngineSummary, type Guide, protocolsOf, type SiteStore } from '../model/index.ts';
import type { CrawlControls } from './controls.ts';
import { fileReader, ofAllProtocols, webDriver } from './drivers.ts';
import { choosingDriver, engineChoice } from './engines.ts';
import { beginRecording } from './recording.ts';
import { openSession } from './session.ts';

/** How an exploration ended, and which engines it took where that was decided page by page. */
export interface ExploredSite extends Explored {
  readonly engines?: EngineSummary;
}

/**
 * Explores a site, each address by the driver of its protocol; what needs no events is gathered. `trains`: the
 * events of all pages are wanted. `views`: what is known of addresses that show answers once more.
 */
export async function exploreSite(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
  { trains = false, views = null }: { readonly trains?: boolean; readonly views?: AddressViews | null } = {},
): Promise<ExploredSite> {
  if (!isGathered(settings)) return exploreBy(site, settings, controls, guide, () => ({ views }), trains);
  return gatherSite(site, settings, controls, null, { views });
}

/** Explores a site with other workers: what it leases of it. */
export async function exploreShared(
  share: ExploringShare,
  settings: CrawlSettings,
  controls: CrawlControls,
): Promise<Explored> {
  const manners = new SharedManners(settings.delay, share.site, () => share.isSure());
  return exploreBy(share.site, settings, controls, null, () => ({ share }), false, manners);
}

/** Puts questions to forms, then crawls what waits; `isAlone`: that is left for later. */
export async function exploreAnswers(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
  { questions, isAlone, browser, views }: AnswerOrder,
): Promise<ExploredSite> {
  if (isGathered(settings) && !isAlone)
    return gatherSite(site, settings, controls, null, { questions, views });
  if (questions.length > 0) {
    const forms = { questions, views, onlyQuestions: true };
    const asked = await gatherSite(site, settings, controls, null, forms, browser);
    if (isAlone || asked.stopped !== 'done') return asked;
  }
  return exploreSite(site, settings, controls, guide, { views });
}

/** What is asked before anything that waits is crawled. */
interface AnswerOrder {
  readonly questions: readonly FormQuestion[];
  readonly isAlone: boolean;
  /** Where forms are driven. */
  readonly browser: KeptBrowser;
  /** Knows which addresses show answers once more. */
  readonly views: AddressViews;
}

/** A browser that outlives the rounds in which forms are asked: starting one takes longer than a question. */
export class KeptBrowser {
  #made: Promise<Driver> | null = null;
  #permit: (url: string) => Promise<void> = async () => {};

  /** What makes it when it is needed, and lends it to a round after that. */
  lent(make: MakeBrowser): MakeBrowser {
    return async (permit) => {
      this.#permit = permit;
      this.#made ??= make((url) => this.#permit(url));
      return { ...(await this.#made), close: async () => {} };
    };
  }

  async close(): Promise<void> {
    await (await this.#made)?.close();
  }
}

/** Gathers what waits, by a budget of requests where one is given. */
async function gatherSite(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  budget: number | null,
  forms: Pick<GatherParts, 'questions' | 'onlyQuestions' | 'views'> = {},
  kept: KeptBrowser | null = null,
): Promise<Explored> {
  const session = await openSession(site, settings, controls);
  const { cookies, hooks, signIn } = session;
  const { listen = () => {}, signal = null, pace = null } = controls;
  const manners = new Manners(settings.delay);
  const recording = await beginRecording(settings, signIn, listen);
  const { proxy } = recording;
  const make: MakeBrowser = async (permit) => {
    const files = fileReader(settings, { manners, cookies, hooks, ...(proxy && { proxy }) }, async () => {});
    const storage = () => signIn?.storage ?? [];
    const seams = { permit, sink: null, fetch: files.fetch, cookies, hooks, listen, storage };
    const made = await chromiumDriver(settings, { ...seams, ...(proxy && { proxy }) });
    const driver = signIn === null ? made : signedInDriver(made, signIn);
    return { ...driver, close: () => driver.close().finally(() => files.close()) };
  };
  // What a recording or a login hands to a browser holds for one round.
  const browser = kept !== null && proxy === undefined && signIn === null ? kept.lent(make) : make;
  const more = { ...forms, browser, ...(proxy && { proxy }), ...(signIn && { watch: signIn }) };
  const parts = { settings, site, manners, listen, signal, pace, cookies, hooks, budget, ...more };
  return gather(parts)
    .finally(() => session.close())
    .finally(() => recording.close());
}

/** Explores a site by tabs; `more` is what is wanted besides, told how to ask whether an answer has changed. */
async function exploreBy(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
  more: (probe: Probe) => Pick<CrawlParts, 'revisit' | 'onlyRevisits' | 'share' | 'views'>,
  trains = false,
  manners = new Manners(settings.delay),
): Promise<ExploredSite> {
  const listen = controls.listen ?? (() => {});
  const isShared = manners instanceof SharedManners;
  const session = await openSession(site, settings, controls, isShared);
  const { cookies, hooks, signIn } = session;
  let browser: ChromiumDriver | null = null;
  const pullCookies = async () => browser?.pullCookies();
  const recording = await beginRecording(settings, signIn, listen);
  signIn?.onRenewal(async () => browser?.pushLogin());
  const wire = recording.proxy && { proxy: recording.proxy };
  const files = fileReader(settings, { manners, cookies, hooks, ...wire }, pullCookies);
  const wanted = more(files.probe);
  const choice = await engineChoice(site, settings, listen);
  const data = await AskedData.of(site);
  const started = (driver: ChromiumDriver) => {
    browser = driver;
  };
  const make = async (seams: DriverSeams): Promise<Driver> => {
    const storage = () => signIn?.storage ?? [];
    const all = { ...seams, fetch: files.fetch, listen, cookies, hooks, storage, asked: data.hear, ...wire };
    const opened = async (): Promise<Driver> => {
      if (choice) return choosingDriver(settings, all, { choice, site, trains, isShared, started });
      const driver = await webDriver(settings, all);
      if ('pullCookies' in driver) started(driver);
      return driver;
    };
    // A browser is started when a page has to be seen: perhaps none has, or no seed is of the web.
    const isLater = wanted.revisit !== undefined || !protocolsOf(settings.seeds).has('web');
    const fires = settings.engine !== 'http';
    const driver = isLater ? lazyDriver('auto', fires, opened) : await opened();
    const web = signIn === null ? driver : signedInDriver(driver, signIn);
    return watchedDriver(ofAllProtocols(settings, all, web), listen);
  };
  try {
    const explored = await explore({
      settings,
      site,
      files,
      manners,
      driver: make,
      hooks,
      listen,
      signal: controls.signal ?? null,
      pace: controls.pace ?? null,
      guide,
      ...wanted,
    });
    await data.keep(wanted.share && mergedUrls(wanted.share));
    const engines = choice?.summary();
    const isWeb =
      protocolsOf(settings.seeds).has('web') || (engines?.http ?? 0) + (engines?.browser ?? 0) > 0;
    return { ...explored, ...(engines && isWeb && { engines }) };
  } finally {
    await files.close();
    await session.close();
    await recording.close();
  }
}

/** Notes that are lists of addresses: what each worker writes is added to what others have written. */
function mergedUrls({ site }: ExploringShare): Pick<SiteStore, 'putNote'> {
  const united = (texts: readonly (string | null)[]) =>
    JSON.stringify([...new Set(texts.flatMap((text) => JSON.parse(text ?? '[]') as string[]))]);
  return { putNote: (key, value) => site.mergeNote(key, (old) => united([old, value])) };
}

/**
 * Visits pages of a stored crawl again, and crawls what is new on them: what needs no events is gathered, so
 * that revisits end where the other way of crawling begins.
 */
export async function revisitSite(
  site: SiteStore,
  settings: CrawlSettings,
  controls: CrawlControls,
  guide: Guide | null,
  order: Omit<RevisitOrder, 'probe' | 'methods'>,
): Promise<Explored> {
  const isHttp = isGathered(settings);
  const begun = performance.now();
  const { requests } = (await site.info()).totals;
  const revisited = await exploreBy(site, settings, controls, guide, (probe) => ({
    onlyRevisits: isHttp,
    revisit: { ...order, probe, methods: settings.methods },
  }));
  const { budget } = order;
  const left = {
    budget: budget === null ? null : budget - (revisited.totals.requests - requests),
    maxTime: settings.maxTime === null ? null : settings.maxTime - (performance.now() - begun) / 1000,
  };
  const isOver =
    controls.signal?.aborted || [left.budget, left.maxTime].some((each) => each !== null && each <= 0);
  const isWaiting = isHttp && !isOver && (await site.hostsWaiting()).length > 0;
  if (!isWaiting) return revisited;
  const gathered = await gatherSite(site, { ...settings, maxTime: left.maxTime }, controls, left.budget);
  const stopped = gathered.stopped === 'done' ? revisited.stopped : gathered.stopped;
  return { ...gathered, stopped, ...(revisited.revisited && { revisited: revisited.revisited }) };
}

/** Whether pages are to be had by plain requests alone: nobody asks for events, types or a count of loads. */
function isGathered({ engine, seeds, model, samples, dedupe }: CrawlSettings): boolean {
  const protocols = protocolsOf(seeds);
  if (engine !== 'http' || !protocols.has('web') || protocols.has('bbs')) return false;
  return model === null && samples.length === 0 && dedupe !== 'none';
}
