import { matchPattern, parsePattern } from '../dom/pattern.ts';
import { readDocument } from '../html/stored.ts';
import type { DocumentTree } from '../model/document.ts';
import type { SiteStore } from '../model/store.ts';
import { classFacts } from './class-facts.ts';
import type { TrainedModel, TrainedPattern, TrainedType } from './model.ts';
import { type SeenAction, seenActions } from './observe.ts';
import { inducePatterns, type Observation } from './patterns.ts';
import type { FiredCount } from './report.ts';
import type { ThresholdType } from './typer.ts';
import { unreachedWarnings } from './unreached.ts';

/** A page that stands for its type, with how it is reached. */
export interface SamplePage {
  readonly page: number;
  readonly at: string;
}

/** A type with the pages from which its patterns are learned. */
export interface SampleGroup {
  readonly type: ThresholdType;
  /** How the samples that make up the type are reached, one for each skeleton. */
  readonly at: readonly string[];
  readonly pages: readonly SamplePage[];
}

/** A model, and what a person should know about how it came to be. */
export interface Induced {
  readonly model: TrainedModel;
  /** What was fired on the samples of each type, by event. */
  readonly figures: ReadonlyMap<string, readonly FiredCount[]>;
  readonly warnings: readonly string[];
}

/** Makes a model out of what was seen on the pages of some types (valid-pages paper, §3.1, last step). */
export async function induceModel(
  site: SiteStore,
  parts: {
    readonly groups: readonly SampleGroup[];
    /** Type of a page; `undefined` where it is none that was kept. */
    readonly typeOf: (page: number) => string | null | undefined;
    readonly want: readonly string[];
    readonly events: readonly string[];
  },
): Promise<Induced> {
  const { groups, typeOf, want, events } = parts;
  const seen = (await Promise.all(groups.map((group) => seenOn(site, group)))).map((actions) =>
    actions.filter(({ target }) => typeOf(target) !== undefined),
  );
  const useful = usefulTypes(seen.flat(), typeOf, want);
  const learned = [];
  for (const [at, group] of groups.entries())
    learned.push(await learnType(site, group, seen[at] ?? [], typeOf, useful));
  const info = await site.info();
  const model: TrainedModel = {
    format: 'argiope-model',
    version: 1,
    site: info.name,
    trainedAt: new Date().toISOString(),
    events,
    want,
    types: learned.map(({ type }) => type),
    classes: await facts(site, seen.flat(), (page) => useful.has(typeOf(page) ?? '')),
  };
  return {
    model,
    figures: new Map(learned.map(({ type, figures }) => [type.name, figures])),
    warnings: [
      ...learned.flatMap(({ type, warnings }) => warnings.map((text) => `${type.name}: ${text}`)),
      ...(await unreachedWarnings(site, model, typeOf)),
    ],
  };
}

async function seenOn(site: SiteStore, { pages }: SampleGroup): Promise<readonly SeenAction[]> {
  return (await Promise.all(pages.map(({ page }) => seenActions(site, page)))).flat();
}

/** Wanted types, and those that lead to them. */
function usefulTypes(
  actions: readonly SeenAction[],
  typeOf: (page: number) => string | null | undefined,
  want: readonly string[],
): ReadonlySet<string> {
  const useful = new Set(want);
  for (let before = -1; before !== useful.size; ) {
    before = useful.size;
    for (const { source, target } of actions) {
      const [from, to] = [typeOf(source), typeOf(target)];
      if (from && to && useful.has(to)) useful.add(from);
    }
  }
  return useful;
}

interface LearnedType {
  readonly type: TrainedType;
  readonly figures: readonly FiredCount[];
  readonly warnings: readonly string[];
}

async function learnType(
  site: SiteStore,
  group: SampleGroup,
  actions: readonly SeenAction[],
  typeOf: (page: number) => string | null | undefined,
  useful: ReadonlySet<string>,
): Promise<LearnedType> {
  const { type, at, pages } = group;
  const documents: DocumentTree[] = [];
  const places = new Map<number, number>();
  for (const { page } of pages) {
    const found = await site.page(page);
    const document = found && (await readDocument(site, found.content));
    if (!document) continue;
    places.set(page, documents.length);
    documents.push(document);
  }
  const observations = actions.flatMap((action): Observation[] => {
    const sample = places.get(action.source);
    return sample === undefined ? [] : [observation(action, sample, typeOf, useful)];
  });
  const { patterns, warnings } = inducePatterns(documents, observations);
  const samples = type.samples.map((skeleton, nth) => ({ at: at[nth] ?? '', skeleton }));
  const { name, threshold, change } = type;
  return {
    type: { name, threshold, change, samples, patterns: patterns.map((each) => placed(each, documents)) },
    warnings,
    figures: figuresOf(observations),
  };
}

function observation(
  action: SeenAction,
  sample: number,
  typeOf: (page: number) => string | null | undefined,
  useful: ReadonlySet<string>,
): Observation {
  const { source, target, xpath, event, value, label } = action;
  const type = typeOf(target) ?? null;
  const wanted = type !== null && useful.has(type);
  const result =
    target === source ? ({ kind: 'unchanged' } as const) : ({ kind: 'changed', type, wanted } as const);
  return { sample, xpath, event, label, result, ...(value !== undefined && { value }) };
}

/** Says of a pattern whether every sample has such elements, and rounds its precision for people. */
function placed(pattern: TrainedPattern, samples: readonly DocumentTree[]): TrainedPattern {
  const paths = pattern.paths.map(parsePattern);
  const onEvery = samples.every((sample) => paths.some((path) => matchPattern(path, sample).size > 0));
  const precision = Math.round(pattern.precision * 1000) / 1000;
  return { ...pattern, precision, ...(onEvery && { onEvery }) };
}

function figuresOf(observations: readonly Observation[]): readonly FiredCount[] {
  return [...Map.groupBy(observations, ({ event }) => event)].map(([event, fired]) => {
    const count = (matches: (result: Observation['result']) => boolean) =>
      fired.filter(({ result }) => matches(result)).length;
    return {
      event,
      fired: fired.length,
      wanted: count((result) => result.kind === 'changed' && result.wanted),
      unwanted: count((result) => result.kind === 'changed' && !result.wanted),
      nowhere: count((result) => result.kind === 'unchanged'),
    };
  });
}

/** Facts about the functions that led to something useful. */
async function facts(
  site: SiteStore,
  actions: readonly SeenAction[],
  isUseful: (page: number) => boolean,
): Promise<TrainedModel['classes']> {
  const led = actions.filter(({ source, target }) => source !== target && isUseful(target));
  const names = new Set(led.map(({ className }) => className));
  const documents = new Map<number, number>();
  for (const { source } of actions)
    if (!documents.has(source)) documents.set(source, (await site.page(source))?.document ?? source);
  return classFacts(
    actions.filter(({ className }) => names.has(className)),
    (page) => documents.get(page) ?? page,
  );
}
