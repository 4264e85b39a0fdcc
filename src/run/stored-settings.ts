import { type CrawlSettings, defaultSettings } from '../config/index.ts';
import type { SiteInfo } from '../model/index.ts';

/** Settings that a crawl keeps because they decide what its pages are. */
type Kept = Partial<Record<keyof CrawlSettings, unknown>>;

/** The settings that a stored crawl was begun with; what it does not keep is as given, or by default. */
export function storedSettings(
  { seeds, settings }: Pick<SiteInfo, 'seeds' | 'settings'>,
  place: { readonly out: string; readonly store: string },
  given: Partial<CrawlSettings>,
): CrawlSettings {
  const { include = [], exclude = [], model: _, ...kept } = settings as Kept;
  const patterns = (sources: unknown) => (sources as string[]).map((source) => new RegExp(source, 'u'));
  const base = defaultSettings(seeds, { engine: (kept.engine as CrawlSettings['engine']) ?? 'auto' });
  return {
    ...base,
    ...(kept as Partial<CrawlSettings>),
    include: patterns(include),
    exclude: patterns(exclude),
    seeds,
    // What is presumed of actions was tested when the site was crawled.
    audit: 'none',
    ...given,
    ...place,
  };
}
