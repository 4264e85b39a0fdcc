import { dirname } from 'node:path';
import type { TrainSettings } from '../config/settings.ts';
import { type Explored, reach } from '../crawl/index.ts';
import { EntryPaths, type EntryStep, writeText } from '../derive/index.ts';
import { chromiumDriver } from '../drivers/chromium/index.ts';
import { httpDriver } from '../drivers/http/index.ts';
import { Manners, normalizeUrl } from '../frontier/index.ts';
import {
  makeGuide,
  modelNote,
  modelOfCrawl,
  modelOfTraining,
  parseSample,
  reportHtml,
  reportOf,
  requireWant,
  SampledTypes,
  type Trained,
  TrainingGuide,
  type TrainSummary,
  trainSummary,
  writeModel,
} from '../learn/index.ts';
import { noTotals, type Page, type ReachStep, type SiteStore } from '../model/index.ts';
import { eraseStore, makeFolder, openStoreAt } from '../store/index.ts';
import type { CrawlControls } from './controls.ts';
import { exploreSite } from './explore-site.ts';
import { openSession } from './session.ts';
import { onlySite, siteFor, withPrints } from './site.ts';

/** Learns which actions lead to the wanted pages, from samples, from a first crawl, or from a store. */
export async function runTraining(given: TrainSettings, controls: CrawlControls = {}): Promise<TrainSummary> {
  const settings = given.samples.length === 0 ? given : { ...given, seeds: seedsOf(given.samples) };
  makeFolder(dirname(settings.modelOut));
  if (settings.fresh && !settings.fromStore) await eraseStore(settings.store);
  const store = await openStoreAt(settings.store);
  try {
    const site = await (settings.fromStore ? onlySite(store, settings.store) : siteFor(store, settings));
    const { trained, run } = await withPrints(site, () => learn(site, settings, controls));
    writeModel(settings.modelOut, trained.model);
    await site.putNote(modelNote, JSON.stringify(trained.model));
    const { report } = settings;
    if (report !== null)
      await withPrints(site, () =>
        writeTrainingReport(site, trained, run, { ...settings, report }, controls),
      );
    return trainSummary(trained, run, { model: settings.modelOut, report });
  } finally {
    await store.close();
  }
}

type TrainingRun = Pick<Explored, 'totals' | 'stopped'>;

async function learn(
  site: SiteStore,
  settings: TrainSettings,
  controls: CrawlControls,
): Promise<{ trained: Trained; run: TrainingRun }> {
  const { events, want } = settings;
  const thresholds = { type: settings.typeThreshold, change: settings.changeThreshold };
  const unsampled = { want: want.length === 0 ? null : want, thresholds, events };
  if (settings.fromStore) {
    const run: TrainingRun = { totals: noTotals, stopped: 'done' };
    return { trained: await modelOfCrawl(site, unsampled), run };
  }
  if (settings.samples.length === 0) {
    const first = await makeGuide({ ...settings, want: [] }, site);
    const run = await exploreSite(site, settings, controls, first, { trains: true });
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
  const run = await exploreSite(site, settings, controls, guide, { trains: true });
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
  controls: CrawlControls,
): Promise<void> {
  const listen = controls.listen ?? (() => {});
  const manners = new Manners(settings.delay);
  const { cookies, hooks } = await openSession(site, settings, controls);
  const files = httpDriver(settings, { manners, cookies, hooks });
  const seams = { permit: async () => {}, sink: () => {}, fetch: files.fetch, listen, cookies, hooks };
  const driver = await chromiumDriver(settings, seams);
  const paths = new EntryPaths(site);
  const turn = async (url: string | null) => {
    if (url !== null) await manners.waitTurn(new URL(url).host, controls.signal);
  };
  try {
    const counts = { events: totals.eventsFired + totals.eventsReplayed, seconds: totals.seconds };
    const report = await reportOf(trained, counts, {
      tab: await driver.tab(),
      reach: async (tab, number) =>
        reach(tab, reachSteps(await paths.of((await site.page(number)) as Page)), turn),
      lost: (text) => listen({ kind: 'note', level: 'warning', text }),
    });
    await writeText(settings.report, (file) => file.add(reportHtml(report)));
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
