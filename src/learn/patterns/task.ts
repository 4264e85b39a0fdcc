import type { Observation } from './observation.ts';
import { type IndexedSample, type WayPoint, wayTo } from './sample.ts';

/** An element on which an event was fired, with the way to it. */
export interface SeenElement {
  readonly sample: number;
  readonly xpath: string;
  readonly label: string;
  readonly way: readonly WayPoint[];
}

/** What is known of an element, for one event and one type of target. */
export interface ElementRole {
  /** Its place among the elements that led to the type. */
  positive: number | null;
  /** Its place among the elements that led to unwanted pages. */
  negative: number | null;
  /** It led to another wanted type. */
  other: boolean;
}

/** What is to be learned: which elements lead to a type when an event is fired on them. */
export interface InductionTask {
  readonly event: string;
  readonly leadsTo: string;
  readonly samples: readonly IndexedSample[];
  readonly positives: readonly SeenElement[];
  readonly negatives: readonly SeenElement[];
  /** What was seen, per sample and path; elements on which nothing was fired are absent. */
  readonly roles: readonly ReadonlyMap<string, ElementRole>[];
}

/** One task for each event and each wanted type that it led to, sorted by both. */
export function tasksOf(
  samples: readonly IndexedSample[],
  observations: readonly Observation[],
): readonly InductionTask[] {
  const tasks: InductionTask[] = [];
  const byEvent = Map.groupBy(observations, ({ event }) => event);
  for (const [event, seen] of sortedEntries(byEvent)) {
    const types = new Set(seen.flatMap(({ result }) => wantedType(result) ?? []));
    for (const leadsTo of [...types].sort()) tasks.push(taskOf(samples, seen, event, leadsTo));
  }
  return tasks;
}

function taskOf(
  samples: readonly IndexedSample[],
  seen: readonly Observation[],
  event: string,
  leadsTo: string,
): InductionTask {
  const positives: SeenElement[] = [];
  const negatives: SeenElement[] = [];
  const roles = samples.map(() => new Map<string, ElementRole>());
  for (const { sample, xpath, label, result } of inOrder(seen)) {
    const place = samples[sample];
    if (!place?.nodes.has(xpath)) continue;
    const known = roles[sample] as Map<string, ElementRole>;
    const role = known.get(xpath) ?? { positive: null, negative: null, other: false };
    known.set(xpath, role);
    if (result.kind === 'unchanged') continue;
    const element = { sample, xpath, label, way: wayTo(place, xpath) };
    if (!result.wanted) role.negative ??= negatives.push(element) - 1;
    else if (result.type === leadsTo) role.positive ??= positives.push(element) - 1;
    else role.other = true;
  }
  return { event, leadsTo, samples, positives, negatives, roles };
}

/** The type of a wanted page, `null` for any other result. */
function wantedType(result: Observation['result']): string | null {
  return result.kind === 'changed' && result.wanted ? result.type : null;
}

/** An order that does not depend on the one in which events were fired. */
function inOrder(seen: readonly Observation[]): readonly Observation[] {
  return seen.toSorted(
    (one, other) =>
      one.sample - other.sample || compare(one.xpath, other.xpath) || compare(one.label, other.label),
  );
}

function sortedEntries<Value>(map: ReadonlyMap<string, Value>): readonly [string, Value][] {
  return [...map].sort(([one], [other]) => compare(one, other));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
