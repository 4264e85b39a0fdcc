import { readDocument } from '../html/stored.ts';
import type { SiteStore } from '../model/store.ts';
import { PatternMatcher } from './matching.ts';
import type { TrainedModel } from './model.ts';
import { type SeenAction, seenActions } from './observe.ts';

/** Says of each wanted type how many of its pages events have led to, and no pattern of the model does. */
export async function unreachedWarnings(
  site: SiteStore,
  { types, want }: Pick<TrainedModel, 'types' | 'want'>,
  typeOf: (page: number) => string | null | undefined,
): Promise<readonly string[]> {
  const matchers = new Map(types.map(({ name, patterns }) => [name, new PatternMatcher(patterns)]));
  const reached = new Set<number>();
  const missed = new Map<number, SeenAction>();
  for (const page of await site.pages({ status: 'kept' })) {
    const leading = (await seenActions(site, page.number)).filter(
      ({ source, target }) => target !== source && want.includes(typeOf(target) ?? ''),
    );
    const document = leading.length > 0 ? await readDocument(site, page.content) : null;
    if (!document) continue;
    // A crawl takes a page for what it looks like, also one that shows a wanted page once more.
    const matcher = matchers.get(typeOf(page.number) ?? page.content?.type ?? '');
    const found = matcher?.match(document) ?? [];
    for (const action of leading) {
      const isCovered = matcher?.patterns.some(
        ({ event }, at) => event === action.event && found[at]?.has(action.xpath),
      );
      if (isCovered) reached.add(action.target);
      else missed.set(action.target, missed.get(action.target) ?? action);
    }
  }
  const lost = [...missed].filter(([target]) => !reached.has(target));
  const byType = Map.groupBy(lost, ([target]) => typeOf(target) ?? '');
  return Promise.all([...byType].map(([type, pages]) => warning(site, type, pages)));
}

async function warning(
  site: SiteStore,
  type: string,
  pages: readonly (readonly [number, SeenAction])[],
): Promise<string> {
  const [[, { source, label, xpath }]] = pages as [readonly [number, SeenAction]];
  const on = (await site.page(source))?.content?.address ?? `page ${source}`;
  return (
    `${type}: no pattern reaches ${pages.length} of the pages that were seen, ` +
    `such as the one behind "${label.replace(/\s+/g, ' ').trim().slice(0, 60)}" at ${xpath} on ${on}: ` +
    'give a sample of the page that it stands on.'
  );
}
