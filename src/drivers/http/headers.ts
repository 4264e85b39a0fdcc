import type { CrawlSettings } from '../../config/settings.ts';
import { defaultUserAgent } from './user-agent.ts';

type HeaderSettings = Pick<CrawlSettings, 'seeds' | 'userAgent' | 'headers' | 'auth'>;

/**
 * Headers of one request. What `--header` and `--auth` give is secret: it goes to the origins of the seeds
 * only, and not along with a redirect that has left the origin it started from.
 */
export function headersFor(
  url: string,
  firstOrigin: string,
  accept: string,
  settings: HeaderSettings,
): Record<string, string> {
  const { origin } = new URL(url);
  const plain = {
    'user-agent': settings.userAgent ?? defaultUserAgent,
    accept,
    'accept-encoding': 'gzip, deflate, br, zstd',
  };
  const trusted = settings.seeds.some((seed) => URL.parse(seed)?.origin === origin);
  return origin === firstOrigin && trusted ? { ...plain, ...secretHeaders(settings) } : plain;
}

function secretHeaders({ headers, auth }: HeaderSettings): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const basic = auth === null ? {} : { authorization: `Basic ${Buffer.from(auth).toString('base64')}` };
  return { ...basic, ...Object.fromEntries(given) };
}
