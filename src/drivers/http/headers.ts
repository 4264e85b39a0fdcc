import type { CrawlSettings } from '../../config/settings.ts';
import { defaultUserAgent } from './user-agent.ts';

/** Settings that say what requests carry. */
export type HeaderSettings = Pick<CrawlSettings, 'seeds' | 'userAgent' | 'headers' | 'auth'> &
  Partial<Pick<CrawlSettings, 'logins'>>;

type Headers = Readonly<Record<string, string>>;

/**
 * Headers of requests. What `--header`, `--auth` and the logins of seeds give is secret: it goes to the origins
 * of the seeds only, and not along with a redirect that has left the origin it started from.
 */
export class HeaderRules {
  readonly #plain: Headers;
  /** Secrets by origin; those of no seed have none. */
  readonly #secrets: ReadonlyMap<string, Headers>;

  constructor({ seeds, userAgent, headers, auth, logins = {} }: HeaderSettings) {
    this.#plain = {
      'user-agent': userAgent ?? defaultUserAgent,
      'accept-encoding': 'gzip, deflate, br, zstd',
    };
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const origins = new Set(seeds.flatMap((seed) => URL.parse(seed)?.origin ?? []));
    const secretsOf = (origin: string): Headers => ({ ...basic(logins[origin] ?? auth), ...given });
    this.#secrets = new Map([...origins].map((origin) => [origin, secretsOf(origin)]));
  }

  /** Headers for an address that is asked on the way from a first one. */
  for({ origin }: URL, firstOrigin: string, accept: string): Headers {
    const secrets = origin === firstOrigin ? this.#secrets.get(origin) : undefined;
    return { ...this.#plain, accept, ...secrets };
  }
}

function basic(login: string | null): Headers {
  return login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}
