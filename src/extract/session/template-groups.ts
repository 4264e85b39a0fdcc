import { markCommon } from '../page/index.ts';
import type { PreparedPage } from '../types.ts';
import type { Learner } from './learn.ts';
import type { LiveTemplate } from './template.ts';

/** Pages that were found to be of one structure, and the templates whose pages have it too. */
export interface PageGroup {
  readonly pages: readonly PreparedPage[];
  /** The one with most pages first; none where the structure is new. */
  readonly templates: readonly LiveTemplate[];
}

/** Pages that stand for templates at most: all are compared with all. */
const mostStanding = 60;

/**
 * Sorts pages by structure, together with pages that stand for the templates in use: what rules learned from a few
 * pages expect is not on every page of a template whose pages are mostly text, but its structure is.
 */
export async function groupsOf(
  pages: readonly PreparedPage[],
  templates: readonly LiveTemplate[],
  learner: Learner,
): Promise<readonly PageGroup[]> {
  const names = new Set(pages.map(({ name }) => name));
  const known = templates.toSorted((one, other) => other.pages - one.pages).slice(0, mostStanding);
  const each = Math.max(1, Math.floor(mostStanding / Math.max(1, known.length)));
  const standing = new Map(
    known.flatMap((template) =>
      template.shown
        .slice(0, each)
        .flatMap(({ page }) => (names.has(page.name) ? [] : [[page, template] as const])),
    ),
  );
  const groups = (await learner.cluster([...pages, ...standing.keys()])).filter((group) =>
    group.some((page) => !standing.has(page)),
  );
  // What templates have in common belongs to none of them.
  const marked = groups.length > 1 ? markCommon(groups) : groups;
  return groups.map((group, at) => {
    const own = (marked[at] ?? []).filter((_, nth) => !standing.has(group[nth] as PreparedPage));
    const alike = new Set(group.flatMap((page) => standing.get(page) ?? []));
    return { pages: own, templates: known.filter((template) => alike.has(template)) };
  });
}
