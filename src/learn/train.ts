import { readDocument } from '../html/stored.ts';
import { timesOf } from '../model/counts.ts';
import { ArgiopeError } from '../model/errors.ts';
import { spread } from '../model/spread.ts';
import type { SiteStore } from '../model/store.ts';
import { clusterPages } from '../page-types/clusters.ts';
import { suggestThresholds, type ThresholdAdvice } from '../page-types/judge.ts';
import type { FurtherPage, TrainedPages } from './guides/training.ts';
import type { SetThresholds } from './guides/types.ts';
import { type Induced, induceModel, type SampleGroup, type SamplePage } from './induce.ts';
import { keptAs, type SeenPage, seenPages } from './observe.ts';
import { type Sample, sampleText } from './samples.ts';
import {
  isSlight,
  type JudgedState,
  suggestChange,
  type ThresholdType,
  Typer,
  usualChange,
} from './typer.ts';

/** A model with everything that its report tells. */
export interface Trained extends Induced {
  readonly groups: readonly SampleGroup[];
  /** How the thresholds came to be, by type. */
  readonly advice: readonly ThresholdAdvice[];
  /** Pages of each type that were seen. */
  readonly seen: ReadonlyMap<string, number>;
}

/** Pages of a type that patterns are learned from, where all that a crawl saw is there to choose from. */
const pagesPerType = 12;
/** Skeletons that are kept of a type. */
const skeletonsPerType = 5;

/** Learns from the samples of a training crawl: everything was fired on them. */
export async function modelOfTraining(
  site: SiteStore,
  parts: {
    readonly samples: readonly Sample[];
    readonly pages: TrainedPages;
    readonly types: readonly ThresholdType[];
    readonly thresholds: SetThresholds;
    readonly want: readonly string[];
    readonly events: readonly string[];
  },
): Promise<Trained> {
  const { samples, pages, want, events } = parts;
  requireTypes(want, parts.types);
  const { types, known, doubts } = await typed(site, parts.types, parts.thresholds);
  const groups: SampleGroup[] = [];
  for (const type of types) {
    const own = samples.flatMap((sample, at) => (sample.type === type.name ? [{ sample, at }] : []));
    const found = new Map<number, string>();
    for (const { sample, at } of own)
      for (const each of pages.samples)
        if (each.sample === at) found.set(await keptAs(site, each.page), sampleText(sample));
    const documents = new Set<number>();
    for (const page of found.keys()) documents.add((await site.page(page))?.document ?? page);
    // A sample is of its type because a person said so.
    for (const page of found.keys()) known.set(page, type.name);
    for (const { page } of [...telling(pages.further, type.name, documents), ...pages.behind]) {
      const kept = await keptAs(site, page);
      // What was taken for a page while it was trained may have turned out to be a box.
      if (!found.has(kept) && known.get(kept) === type.name) found.set(kept, `page ${page} of the training`);
    }
    const at = own.map(({ sample }) => sampleText(sample));
    groups.push({ type, at, pages: [...found].map(([page, text]): SamplePage => ({ page, at: text })) });
  }
  const typeOf = (page: number) => known.get(page);
  const induced = await induceModel(site, { groups, typeOf, want, events });
  const warnings = [...induced.warnings, ...doubts];
  return { ...induced, warnings, groups, advice: suggestThresholds(types), seen: countTypes(known) };
}

/**
 * Further pages of a type that are learned from: states of the samples' own documents, else any. A page with an
 * address may have been seen before them, or not, as it happened; the model must not depend on that.
 */
function telling(
  further: readonly FurtherPage[],
  type: string,
  documents: ReadonlySet<number>,
): readonly FurtherPage[] {
  const own = further.filter((each) => each.type === type);
  const states = own.filter(({ document }) => documents.has(document));
  return states.length > 0 ? states : own;
}

/** Learns from whatever a crawl has seen: types are what its pages have in common. */
export async function modelOfCrawl(
  site: SiteStore,
  parts: {
    readonly want: readonly string[] | null;
    readonly thresholds: SetThresholds;
    readonly events: readonly string[];
  },
): Promise<Trained> {
  const seen: SeenPage[] = [];
  for await (const page of seenPages(site)) seen.push(page);
  if (seen.length === 0)
    throw new ArgiopeError('NOTHING_CRAWLED', 'there is nothing to learn from: the crawl has kept no page', {
      advice: 'Crawl first, or train with --sample TYPE=URL.',
    });
  const byNumber = new Map(seen.map((page) => [page.number, page]));
  const clusters = clusterPages(seen).map(({ name, pages }) => {
    const skeletons = pages.map((number) => byNumber.get(number)?.skeleton ?? '');
    return { name, samples: commonest(skeletons).slice(0, skeletonsPerType) };
  });
  const advice = suggestThresholds(clusters);
  const { types, known, doubts } = await typed(
    site,
    clusters.map((cluster, at) => ({
      ...cluster,
      change: usualChange,
      threshold: parts.thresholds.type ?? advice[at]?.threshold ?? 0,
    })),
    parts.thresholds,
  );
  const want = parts.want ?? types.map(({ name }) => name);
  requireTypes(want, types);
  const groups = types.map((type) =>
    groupOf(
      type,
      seen.filter(({ number }) => known.get(number) === type.name),
    ),
  );
  const typeOf = (page: number) => known.get(page);
  const induced = await induceModel(site, { groups, typeOf, want, events: parts.events });
  const warnings = [...induced.warnings, ...doubts];
  return { ...induced, warnings, groups, advice, seen: countTypes(known) };
}

/**
 * Types of all pages, in the order in which they were found: a state is compared with the page it came from. How
 * much events have changed pages of a type gives the type its threshold of change.
 */
async function typed(
  site: SiteStore,
  types: readonly ThresholdType[],
  set: SetThresholds,
): Promise<{
  types: readonly ThresholdType[];
  known: Map<number, string | null>;
  doubts: readonly string[];
}> {
  const typer = new Typer(site, types);
  const judged = new Map<number, JudgedState>();
  for (const page of await site.pages({ status: 'kept' })) {
    const document = await readDocument(site, page.content);
    if (document) judged.set(page.number, await typer.judge(page.number, { document }));
  }
  const adjusted = types.map((type) => {
    const own = [...judged.values()].filter((page) => page.type === type.name);
    return { ...type, change: set.change ?? suggestChange(own.flatMap(({ change }) => change ?? [])) };
  });
  const least = new Map(adjusted.map(({ name, change }) => [name, change]));
  const known = new Map<number, string | null>();
  for (const [number, { type, change }] of judged) {
    const slight = type !== null && change !== null && isSlight(change, least.get(type) ?? 0);
    known.set(number, slight ? null : type);
  }
  const doubts = set.change === null ? adjusted.flatMap((type) => doubtOf(type, [...judged.values()])) : [];
  return { types: adjusted, known, doubts };
}

/** Says so where all that events brought up on pages of a type was little, and nothing greater to compare it with. */
function doubtOf({ name, change: least }: ThresholdType, judged: readonly JudgedState[]): readonly string[] {
  const changes = judged.flatMap(({ type, change }) => (type === name && change?.came ? [change] : []));
  if (changes.length === 0 || !changes.every((change) => isSlight(change, least))) return [];
  return [
    `${name}: ${changes.length} states show something new, but little of it, and were taken for boxes: ` +
      'if they are wanted, train again with --change-threshold 1.',
  ];
}

function groupOf(type: ThresholdType, pages: readonly SeenPage[]): SampleGroup {
  const chosen = spread(pages, pagesPerType);
  const at = type.samples.map((skeleton) => wayOf(pages.find((page) => page.skeleton === skeleton)));
  return { type, at, pages: chosen.map((page) => ({ page: page.number, at: wayOf(page) })) };
}

function wayOf(page: SeenPage | undefined): string {
  if (!page) return '';
  return page.isUrl ? page.address : `page ${page.number} (a state of ${page.address})`;
}

function commonest(texts: readonly string[]): readonly string[] {
  return [...timesOf(texts)].sort(([, one], [, other]) => other - one).map(([text]) => text);
}

function countTypes(known: ReadonlyMap<number, string | null>): ReadonlyMap<string, number> {
  return timesOf([...known.values()].filter((type) => type !== null));
}

function requireTypes(want: readonly string[], types: readonly { readonly name: string }[]): void {
  const names = types.map(({ name }) => name);
  const strange = want.find((name) => !names.includes(name));
  if (strange === undefined) return;
  throw new ArgiopeError('USAGE', `--want ${strange}: expected one of the types ${names.join(', ')}`, {
    advice: 'Name types that have samples; types of a crawl are listed by `argiope train --from-store`.',
  });
}
