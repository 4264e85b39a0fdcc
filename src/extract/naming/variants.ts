import { addTo } from '../../model/multimap.ts';
import type { FieldEvidence, NamelessField } from './types.ts';

/** Weight of a label from which it tells variants of a field apart. */
const sureLabel = 0.75;
/** Weight of an id or a class from which it does. */
const sureName = 0.65;

/**
 * Puts fields together that are one in truth: a template with variants shows a value in one place on some
 * pages and in another on the rest, under the same label or the same name in the markup.
 */
export function joinVariants(evidence: readonly FieldEvidence[]): readonly NamelessField[] {
  const groups = new Map<string, FieldEvidence[]>();
  for (const one of evidence) {
    if (one.field.attribute !== null || one.perPage > 1.5 || one.coverage >= 0.95) continue;
    for (const key of keysOf(one)) addTo(groups, key, one);
  }
  return [...groups].flatMap(([key, members]) => joined(key, members) ?? []);
}

function keysOf({ labels, names }: FieldEvidence): readonly string[] {
  const [label] = labels;
  const own = names.filter(
    ({ weight, source }) => weight >= sureName && (source === 'id' || source === 'class'),
  );
  return [
    ...(label !== undefined && label.weight >= sureLabel ? [`label:${label.words.join('_')}`] : []),
    ...own.map(({ source, text }) => `${source}:${text}`),
  ];
}

/** Members that never stand on one page, from the most frequent on. */
function joined(key: string, members: readonly FieldEvidence[]): NamelessField | null {
  const spots = new Map<string, NamelessField['spots'] extends ReadonlyMap<string, infer S> ? S : never>();
  let count = 0;
  for (const { field } of [...members].sort((one, other) => other.coverage - one.coverage)) {
    const own = [...field.spots].filter(([, found]) => found.length > 0);
    if (own.some(([page]) => spots.has(page))) continue;
    for (const [page, found] of own) spots.set(page, found);
    count++;
  }
  if (count < 2) return null;
  return { id: `${members[0]?.field.id}+${key}`, list: null, attribute: null, spots };
}

/** Fields without those whose places another field has as well. */
export function withoutDoubles(fields: readonly NamelessField[]): readonly NamelessField[] {
  const kept: NamelessField[] = [];
  const owners = new Map<string, Placed[]>();
  const all = fields.map((field): Placed => ({ field, places: placesOf(field) }));
  for (const placed of all.sort((one, other) => other.places.length - one.places.length)) {
    const { field, places } = placed;
    const rivals = owners.get(places[0] ?? '') ?? [];
    if (places.length === 0 || rivals.some((other) => holds(other, places))) continue;
    kept.push(field);
    for (const place of places) addTo(owners, place, placed);
  }
  return kept;
}

/** A field with the places of its values. */
interface Placed {
  readonly field: NamelessField;
  readonly places: readonly string[];
}

function holds({ field, places: own }: Placed, places: readonly string[]): boolean {
  const pages = [...field.spots.values()].filter((spots) => spots.length > 0).length;
  if (own.length > pages * 1.2 && own.length > places.length) return false;
  const set = new Set(own);
  return places.every((place) => set.has(place));
}

function placesOf({ spots }: NamelessField): readonly string[] {
  return [...spots].flatMap(([page, found]) => found.map(({ node, text }) => `${page} ${node} ${text}`));
}
