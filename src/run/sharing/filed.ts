import { type CrawlSettings, defaultSettings } from '../../config/index.ts';
import { ArgiopeError, protocolOf } from '../../model/index.ts';

/** Settings of a crawl that its workers take from the store: none of them is a secret, or of one machine. */
const shared = [
  ...(['seeds', 'engine', 'dedupe', 'strategy', 'order', 'thorough', 'unsafe', 'chain', 'scope'] as const),
  ...(['links', 'depth', 'perHost', 'delay', 'robots', 'userAgent', 'allowPrivate', 'insecure'] as const),
  ...(['types', 'keepFiles', 'maxSize', 'timeout', 'charset', 'focus', 'focusThreshold'] as const),
  ...(['events', 'tags', 'states', 'methods', 'audit', 'viewport', 'settle'] as const),
] satisfies readonly (keyof CrawlSettings)[];

/** What a worker brings of its own. */
export type OwnSettings = Pick<
  CrawlSettings,
  | 'auth'
  | 'headers'
  | 'cookies'
  | 'proxy'
  | 'proxyBypass'
  | 'ca'
  | 'maxTime'
  | 'batch'
  | 'batchAge'
  | 'threads'
  | 'browser'
  | 'recycle'
  | 'sandbox'
> & {
  /** As many as are usual for the engine where nothing is said. */
  readonly workers: number | null;
};

/** Settings of a crawl as they are filed for its workers. */
export function filedSettings(settings: CrawlSettings): string {
  const kept = Object.fromEntries(shared.map((key) => [key, settings[key]]));
  const sources = (patterns: readonly RegExp[]) => patterns.map(({ source, flags }) => [source, flags]);
  return JSON.stringify({
    ...kept,
    include: sources(settings.include),
    exclude: sources(settings.exclude),
  });
}

/** Settings of a filed crawl for one of its workers. */
export function workerCrawl(filed: string, { workers, ...own }: OwnSettings): CrawlSettings {
  const { include, exclude, ...kept } = JSON.parse(filed) as CrawlSettings &
    Record<'include' | 'exclude', unknown>;
  const patterns = (pairs: unknown) =>
    (pairs as [string, string][]).map(([source, flags]) => new RegExp(source, flags));
  const base = defaultSettings(kept.seeds, { engine: kept.engine });
  const given = { include: patterns(include), exclude: patterns(exclude), workers: workers ?? base.workers };
  return { ...base, ...kept, ...given, ...own };
}

/** Refuses what workers cannot share, each with what to do instead. */
export function refuseUnshared(settings: CrawlSettings): void {
  const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  const refuse = (what: string, advice: string) => {
    throw new ArgiopeError('CONFIG', `--detach cannot be used ${what}`, { advice });
  };
  if (settings.seeds.some((seed) => protocolOf(seed) !== 'web'))
    refuse('with seeds that are no web pages', 'crawl them in one process: leave --detach out');
  if (settings.model !== null || settings.samples.length > 0 || settings.dedupe === 'none')
    refuse('with --model, --sample or --dedupe none', 'crawl in one process: leave --detach out');
  if (settings.audit === 'all' || settings.want.length > 0)
    refuse('with --audit all or --want', 'crawl in one process: leave --detach out');
  const { auth, cookies, proxy, ca, profile, login } = settings;
  if (profile !== null || login !== null)
    refuse(
      'with --profile or --login',
      'crawl in one process (without --detach), or give --cookies to the workers',
    );
  const given = { auth, cookies, proxy, ca };
  for (const [name, value] of Object.entries(given))
    if (value !== null) refuse(`with --${name}`, `give --${name} to each worker instead: it is not stored`);
  if (Object.keys(settings.headers).length > 0 || Object.keys(settings.logins).length > 0)
    refuse('with --header, or a password in an address', 'give --header or --auth to each worker instead');
  if (settings.maxPages !== null)
    refuse('with --max-pages', 'bound the crawl by --depth, --include or --scope, or end the workers');
  if (settings.maxTime !== null) refuse('with --max-time', 'give --max-time to the workers instead');
  const unshared = {
    sitemap: settings.sitemap,
    hooks: settings.hooks,
    extract: settings.extract,
    warc: settings.warc || null,
    wacz: settings.wacz || null,
    screenshots: settings.screenshots || null,
    pdf: settings.pdf || null,
  };
  for (const [name, value] of Object.entries(unshared))
    if (isGiven(value)) refuse(`with --${name}`, `leave it out, or crawl in one process (without --detach)`);
}
