import type { PreparedPage } from '../types.ts';

/** Share of the places of the smaller page that two pages of one template have in common. */
const leastShared = 0.5;

interface Group {
  /** Places that pages of the group have, with how many have each. */
  readonly places: Map<string, number>;
  readonly pages: PreparedPage[];
}

/**
 * Puts pages together that have most of their places in common: paths of tags and classes, each counted once, so
 * that three items or thirty make no difference. A page goes to the group that it shares most with.
 */
export function groupPages(pages: readonly PreparedPage[]): readonly (readonly PreparedPage[])[] {
  const groups: Group[] = [];
  for (const page of pages) {
    const places = placesOf(page);
    let best: { group: Group; shared: number } | null = null;
    for (const group of groups) {
      const shared = sharedWith(group, places);
      if (shared >= leastShared && shared > (best?.shared ?? 0)) best = { group, shared };
    }
    const group = best?.group ?? { places: new Map<string, number>(), pages: [] };
    if (best === null) groups.push(group);
    for (const place of places) group.places.set(place, (group.places.get(place) ?? 0) + 1);
    group.pages.push(page);
  }
  return groups.map((group) => group.pages);
}

/** Of the places that most pages of the group have and those of the page, the share that is in both. */
function sharedWith({ places: known, pages }: Group, places: ReadonlySet<string>): number {
  const usual = [...known].filter(([, count]) => count * 2 >= pages.length).map(([place]) => place);
  const both = usual.filter((place) => places.has(place)).length;
  return both / Math.max(1, Math.min(usual.length, places.size));
}

function placesOf({ nodes }: PreparedPage): ReadonlySet<string> {
  const paths: string[] = [];
  const places = new Set<string>();
  for (const { index, parent, tag, attrs } of nodes) {
    if (tag === '#text') continue;
    const path = `${parent < 0 ? '' : (paths[parent] ?? '')}/${tag}${attrs.class ? `.${attrs.class}` : ''}`;
    paths[index] = path;
    places.add(path);
  }
  return places;
}
