import type { RecrawlSettings } from '../config/recrawl.ts';
import type { CrawlSettings } from '../config/settings.ts';
import { ArgiopeError, type CrawlListener, originOf, protocolOf, protocolsOf } from '../model/index.ts';

/**
 * Options that say nothing about the protocols of the seeds are refused, not passed over. `isAgain`: the seeds are
 * those of a stored crawl, and cannot be written in another way.
 */
export function refuseForeign(settings: CrawlSettings, isAgain = false): void {
  const { seeds, auth } = settings;
  const protocols = protocolsOf(seeds);
  if (auth !== null && protocols.size > 1) throw ambiguousAuth(isAgain);
  const [flag] = protocols.has('web') ? [] : webOnly(settings);
  if (flag !== undefined)
    throw new ArgiopeError('CONFIG', `${flag} is for web sites, and ${none(seeds)}`, {
      advice: 'Leave it out, or add a web site to the seeds.',
    });
}

function ambiguousAuth(isAgain: boolean): ArgiopeError {
  const why = '--auth does not say which of the seeds it is for, and they are of several protocols';
  return new ArgiopeError('CONFIG', why, {
    advice: isAgain
      ? 'Give the addresses that need one again, as in: argiope recrawl ftp://user:password@example.org/'
      : 'Write each login into the address it is for, as in ftp://user:password@example.org/.',
  });
}

/** Addresses are given to a recrawl for the logins in them: each must be one that the crawl was begun with. */
export function refuseStrangers(
  { seeds = [], crawl: { logins = {} } }: Pick<RecrawlSettings, 'seeds' | 'crawl'>,
  known: readonly string[],
): void {
  const origins = new Set(known.map((seed) => originOf(new URL(seed))));
  const given = [...seeds.map((seed) => originOf(new URL(seed))), ...Object.keys(logins)];
  const stranger = given.find((origin) => !origins.has(origin));
  if (stranger === undefined) return;
  throw new ArgiopeError(
    'CONFIG',
    `the crawl was not begun at ${stranger}, but at ${known.slice(0, 5).join(', ')}`,
    {
      advice:
        'Addresses are given to a recrawl for the logins in them; to crawl others, use another --out folder.',
    },
  );
}

/** A proxy is for the web: that other servers see where the crawl comes from is said. */
export function tellDirect({ seeds, proxy }: CrawlSettings, listen: CrawlListener = () => {}): void {
  const direct = seeds.find((seed) => protocolOf(seed) !== 'web');
  if (proxy === null || direct === undefined) return;
  const text = `--proxy is for web pages: ${direct} and other seeds that are no web sites are asked directly`;
  listen({ kind: 'note', level: 'warning', text });
}

function none(seeds: readonly string[]): string {
  return seeds.length === 1 ? `${seeds[0]} is none` : `none of the ${seeds.length} seeds is one`;
}

function webOnly({ engine, proxy, proxyBypass, cookies, sitemap, forms }: CrawlSettings): readonly string[] {
  return [
    ...(engine === 'auto' ? [] : [`--engine ${engine}`]),
    ...(proxy === null ? [] : ['--proxy']),
    ...(proxyBypass.length === 0 ? [] : ['--proxy-bypass']),
    ...(cookies === null ? [] : ['--cookies']),
    ...(sitemap.length === 0 ? [] : ['--sitemap']),
    ...(forms === null ? [] : ['--forms']),
  ];
}
