import type { Locator, PageNode, PreparedPage, Spot, TextPart } from '../types.ts';
import { attributeAt, candidatesFor, nodesWithin } from './candidates.ts';
import { catalogueOf, headOf, labelKey } from './catalogue.ts';
import { type ItemScope, type NodeValue, placesAmong } from './locate.ts';
import { learnPart } from './part.ts';

/** A page, or an item of a list on it, with the places that show a field; none where it has no such field. */
export interface LocatorSample {
  readonly page: PreparedPage;
  readonly spots: readonly Spot[];
  /** Nodes of the item, for fields of list items. */
  readonly scope?: ItemScope;
}

/** A locator with the number of samples that it was right on. */
export interface LearnedLocator {
  readonly locator: Locator;
  readonly support: number;
}

export interface LearnOptions {
  /** Most alternatives per field. */
  readonly most?: number;
}

/** What a locator did on the samples. */
interface Trial {
  readonly locator: Locator;
  readonly rank: number;
  /** Samples on which it found nothing but the field, or rightly nothing. */
  readonly right: ReadonlySet<number>;
  /** Samples on which it found something else. */
  readonly wrong: number;
  /** Samples with the field on which it found it. */
  readonly found: ReadonlySet<number>;
  /** Different values that it found, of all there are. */
  readonly values: number;
}

/** Ways to a value that are tried on all samples. */
const mostCandidates = 60;

/**
 * Learns how to find a field from pages on which its places are known: alternatives of different kinds, the
 * one that was right most often first.
 *
 * Where several places show a value (a title in the heading and in the path above it), any of them is right,
 * so the samples themselves decide which place is the field's.
 */
export function learnLocators(
  samples: readonly LocatorSample[],
  { most = 6 }: LearnOptions = {},
): readonly LearnedLocator[] {
  const known = samples.filter(({ spots }) => spots.length > 0);
  if (known.length === 0) return [];
  const part = partOf(known);
  const isLabel = labelTest(known);
  const counts = new Map<string, { locator: Locator; count: number }>();
  for (const { page, spots, scope } of known) {
    const own = spots.flatMap((spot) => candidatesFor(page, spot, isLabel, scope));
    const all = spots.length > 1 ? [...own, ...manyPlaces(own)] : own;
    for (const locator of all) count(counts, part ? { ...locator, part } : locator);
  }
  const tried = [...counts.values()]
    .map((one) => ({ ...one, rank: rankOf(one.locator) }))
    .sort((one, other) => other.count - one.count || one.rank - other.rank)
    .slice(0, mostCandidates)
    .map(({ locator, rank }) => tryOut(locator, rank, samples));
  return choose(tried, samples.length, most);
}

function count(counts: Map<string, { locator: Locator; count: number }>, locator: Locator): void {
  const key = keyOf(locator);
  const known = counts.get(key);
  if (known) known.count++;
  else counts.set(key, { locator, count: 1 });
}

function keyOf(locator: Locator): string {
  if (locator.kind === 'absolute') return locator.path;
  return `${locator.kind} ${startOf(locator)}\n${locator.steps}\n${locator.nth ?? 0}`;
}

/** Texts that many samples have: what differs from one to the next is no label. */
function labelTest(samples: readonly LocatorSample[]): (text: string) => boolean {
  const verdicts = new Map<string, boolean>();
  return (text) => {
    const key = labelKey(text);
    let verdict = verdicts.get(key);
    if (verdict === undefined) {
      const having = samples.filter((sample) => hasLabel(sample, key)).length;
      verdict = key !== '' && having >= Math.min(samples.length, Math.max(2, samples.length * 0.3));
      verdicts.set(key, verdict);
    }
    return verdict;
  };
}

function hasLabel({ page, scope }: LocatorSample, key: string): boolean {
  const { texts, heads } = catalogueOf(page);
  return [texts, heads].some((map) => nodesWithin(page, map.get(key) ?? [], scope).length > 0);
}

/** What to cut off where the values are parts of their texts. */
function partOf(samples: readonly LocatorSample[]): TextPart | null {
  const pairs = samples.flatMap(({ page, spots }) =>
    spots
      .filter((spot) => attributeAt(spot) === null)
      .map(({ node, text }) => ({ text: (page.nodes[node] as PageNode).text, value: text })),
  );
  const parts = pairs.filter(({ text, value }) => text !== value && text.includes(value));
  return parts.length * 2 <= pairs.length ? null : learnPart(parts);
}

function tryOut(locator: Locator, rank: number, samples: readonly LocatorSample[]): Trial {
  const right = new Set<number>();
  const found = new Set<number>();
  let wrong = 0;
  let values = 0;
  for (const [at, { page, spots, scope }] of samples.entries()) {
    const isWanted = (place: NodeValue) => spots.some((known) => isSame(known, place));
    const came = placesAmong(locator, page, scope, isWanted);
    if (came === null) wrong++;
    else if (came.length > 0) {
      found.add(at);
      values += new Set(came.map(({ text }) => text)).size;
    }
    // One that is wrong on half of the samples is never chosen, whatever it does on the others.
    if (wrong * 2 >= samples.length) break;
    if (came !== null && came.length > 0 === spots.length > 0) right.add(at);
  }
  return { locator, rank, right, wrong, found, values };
}

function isSame(one: NodeValue, other: NodeValue): boolean {
  return one.node === other.node && one.text === other.text;
}

/** The best of all, then what is right where those before are not, then the best of the other kinds. */
function choose(trials: readonly Trial[], samples: number, most: number): readonly LearnedLocator[] {
  const ranked = trials
    .filter(({ found, wrong }) => found.size > wrong)
    .sort((one, other) => worth(other) - worth(one) || one.rank - other.rank);
  const chosen: Trial[] = [];
  const covered = new Set<number>();
  const take = (trial: Trial | undefined) => {
    if (trial === undefined || chosen.length >= most) return;
    chosen.push(trial);
    for (const at of trial.found) covered.add(at);
  };
  take(ranked[0]);
  const isFrequent = ({ found }: Trial) => found.size * 2 >= (ranked[0]?.found.size ?? 0);
  while (chosen.length < most && covered.size < samples) {
    const gain = (trial: Trial) => [...trial.found].filter((at) => !covered.has(at)).length - trial.wrong;
    const next = ranked.reduce<Trial | undefined>(
      (best, trial) => (gain(trial) > (best ? gain(best) : 0) ? trial : best),
      undefined,
    );
    if (next === undefined) break;
    take(next);
  }
  for (const kind of kinds) {
    const same = chosen.filter(({ locator }) => locator.kind === kind);
    if (same.length < 2) take(ranked.find((trial) => isFrequent(trial) && isOther(trial, kind, same)));
  }
  return chosen.map(({ locator, right }) => ({ locator, support: right.size }));
}

const kinds = ['label', 'anchor', 'absolute', 'label', 'anchor'] as const;

/** Whether a locator finds its place in another way than those of its kind: it may still work where they fail. */
function isOther({ locator, wrong }: Trial, kind: Locator['kind'], chosen: readonly Trial[]): boolean {
  if (locator.kind !== kind || wrong > 0) return false;
  return chosen.every((trial) => startOf(trial.locator) !== startOf(locator));
}

function startOf(locator: Locator): string {
  if (locator.kind === 'absolute') return '';
  return locator.kind === 'label' ? labelKey(locator.label) : locator.anchor;
}

function worth({ right, wrong, values }: Trial): number {
  return right.size - wrong + values / 1000;
}

/** Of two that did equally well, the one that will hold longer comes first. */
function rankOf(locator: Locator): number {
  if (locator.kind === 'absolute') return 30;
  const length = locator.steps.split('/').length;
  const place = (locator.nth ?? 1) - 1;
  if (locator.kind === 'label') return length + place * 2 + (headOf(locator.label) === null ? 0.5 : 0);
  const named = /#|@/.test(locator.anchor) ? 1 : 3;
  return named + length + place * 3;
}

/**
 * Locators of several values at once: where places of one page differ in one index alone, any index may
 * stand there (`LI[*]`).
 */
function manyPlaces(locators: readonly Locator[]): readonly Locator[] {
  const groups = new Map<string, Set<string>>();
  const made = new Map<string, Locator>();
  for (const locator of locators) {
    const way = wayOf(locator);
    const start = beginningOf(locator);
    for (const { index, at } of indices(way)) {
      const open = `${way.slice(0, at)}*${way.slice(at + index.length)}`;
      const key = `${start}\n${open}`;
      const seen = groups.get(key) ?? new Set<string>();
      groups.set(key, seen.add(index));
      if (seen.size === 2) made.set(key, withWay(locator, open));
    }
  }
  return [...made.values()];
}

function wayOf(locator: Locator): string {
  return locator.kind === 'absolute' ? locator.path : locator.steps;
}

/** What a locator begins with, and which of several places it takes. */
function beginningOf(locator: Locator): string {
  if (locator.kind === 'absolute') return locator.kind;
  const from = locator.kind === 'label' ? locator.label : locator.anchor;
  return `${locator.kind} ${locator.nth ?? ''}\n${from}`;
}

function withWay(locator: Locator, way: string): Locator {
  return locator.kind === 'absolute' ? { ...locator, path: way } : { ...locator, steps: way };
}

function indices(way: string): readonly { readonly index: string; readonly at: number }[] {
  return [...way.matchAll(/\[(\d+)\]/g)].map((match) => ({ index: match[1] as string, at: match.index + 1 }));
}
