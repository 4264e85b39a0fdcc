/** The model of a crawl: what its patterns find on stored pages, and what a crawl without some of them would miss. */
import { join, resolve } from 'node:path';
import { keptPages, Numbering, storedDocument } from '../derive/index.ts';
import { modelNote, PatternMatcher, parseModel, type TrainedModel, writeModel } from '../learn/index.ts';
import type { Page, SiteStore, Transition } from '../model/index.ts';
import type { StorePlace } from './controls.ts';
import { withSite } from './site.ts';

/** A pattern by its type and its place among the patterns of that. */
export interface PatternPlace {
  readonly type: string;
  readonly at: number;
}

/** An element that a pattern covers on a stored page. */
export interface PatternHit {
  readonly at: number;
  readonly xpath: string;
  readonly label: string;
  /** Kept page that it leads to, `null` where it leads to none. */
  readonly target: number | null;
}

/** A page that only ways by dropped patterns lead to. */
export interface MissedPage {
  readonly number: number;
  readonly title: string;
  readonly type: string | null;
}

/** What a crawl by a model with fewer patterns would come to, on the pages that are known. */
export interface PatternEffect {
  /** Pages that were looked at, of all that are kept. */
  readonly tried: number;
  readonly of: number;
  /** Elements that would be fired on them. */
  readonly elements: { readonly before: number; readonly after: number };
  /** Pages that these lead to from the start, step by step. */
  readonly reached: { readonly before: number; readonly after: number };
  readonly missed: readonly MissedPage[];
}

/** Pages that an effect is worked out on at most: each is read and matched, 3 to 10 ms. */
const mostTried = 1000;
/** Missed pages that are named. */
const named = 60;

/** The model that a crawl was guided by; `null` where it had none. */
export async function modelOfSite(site: SiteStore): Promise<TrainedModel | null> {
  const text = await site.note(modelNote);
  return text === null ? null : parseModel(text, 'the model in the store');
}

/** A model without some of its patterns. */
export function withoutPatterns(model: TrainedModel, dropped: readonly PatternPlace[]): TrainedModel {
  const isDropped = (type: string, at: number) => dropped.some((one) => one.type === type && one.at === at);
  return {
    ...model,
    types: model.types.map((type) => ({
      ...type,
      patterns: type.patterns.filter((_, at) => !isDropped(type.name, at)),
    })),
  };
}

/** What the patterns of a page's type find on it. */
export async function patternHits(
  site: SiteStore,
  model: TrainedModel,
  page: Page,
): Promise<readonly PatternHit[]> {
  const numbering = await Numbering.read(site);
  return hitsOn(site, matchers(model), numbering, page);
}

/** What would be fired and reached without some patterns, by the pages and ways that are stored. */
export async function patternEffect(
  site: SiteStore,
  model: TrainedModel,
  dropped: readonly PatternPlace[],
): Promise<PatternEffect> {
  const numbering = await Numbering.read(site);
  const found = matchers(model);
  const isDropped = (type: string | null, at: number) =>
    dropped.some((one) => one.type === type && one.at === at);
  const ways = new Map<number, { readonly to: number; readonly isLeft: boolean }[]>();
  const [seen, starts] = [new Map<number, MissedPage>(), [] as number[]];
  const elements = { before: 0, after: 0 };
  for await (const page of keptPages(site)) {
    if (seen.size >= mostTried) break;
    const { number, content, depth } = page;
    const type = content?.type ?? null;
    seen.set(number, { number, title: content?.title ?? '', type });
    if (depth === 0) starts.push(number);
    const own = [];
    for (const { at, target } of await hitsOn(site, found, numbering, page)) {
      const isLeft = !isDropped(type, at);
      elements.before++;
      if (isLeft) elements.after++;
      if (target !== null) own.push({ to: target, isLeft });
    }
    ways.set(number, own);
  }
  const before = reachedFrom(starts, (page) => (ways.get(page) ?? []).map(({ to }) => to));
  const after = reachedFrom(starts, (page) =>
    (ways.get(page) ?? []).filter(({ isLeft }) => isLeft).map(({ to }) => to),
  );
  const missed = [...before.difference(after)];
  return {
    tried: seen.size,
    of: numbering.count,
    elements,
    reached: { before: before.size, after: after.size },
    missed: missed.slice(0, named).map((number) => seen.get(number) ?? { number, title: '', type: null }),
  };
}

/** Keeps a model in the store of a crawl, for `recrawl`, and as `model.json` beside it, for `--model`; gives the file. */
export function saveModel(place: Required<StorePlace>, model: TrainedModel): Promise<string> {
  const file = join(resolve(place.out), 'model.json');
  return withSite(place, { readOnly: false }, async (site) => {
    writeModel(file, model);
    await site.putNote(modelNote, JSON.stringify(model));
    return file;
  });
}

function matchers({ types }: TrainedModel): ReadonlyMap<string, PatternMatcher> {
  return new Map(types.map(({ name, patterns }) => [name, new PatternMatcher(patterns)]));
}

/** Elements in the order of the page; where several patterns cover one, the first counts, as in a crawl. */
async function hitsOn(
  site: SiteStore,
  found: ReadonlyMap<string, PatternMatcher>,
  numbering: Numbering,
  page: Page,
): Promise<readonly PatternHit[]> {
  const matcher = found.get(page.content?.type ?? '');
  if (!matcher || page.content === null) return [];
  const elements = matcher.match(await storedDocument(site, page));
  const patternOf = ({ action: { event, xpath } }: Transition) =>
    matcher.patterns.findIndex((each, at) => each.event === event && elements[at]?.has(xpath));
  return (await site.transitions(page.number)).flatMap((transition): readonly PatternHit[] => {
    const at = patternOf(transition);
    if (at < 0) return [];
    const { action, target } = transition;
    const kept = target === null ? null : numbering.resolve(target);
    return [{ at, xpath: action.xpath, label: action.label, target: kept }];
  });
}

function reachedFrom(starts: readonly number[], next: (page: number) => readonly number[]): Set<number> {
  const reached = new Set(starts);
  for (const page of reached) for (const to of next(page)) reached.add(to);
  return reached;
}
