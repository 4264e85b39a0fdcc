import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { CrawlSettings } from '../../config/settings.ts';
import { namedBySeed, publicLookup } from '../../frontier/addresses.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { HttpLimits } from './limits.ts';

type ConnectionSettings = Pick<CrawlSettings, 'seeds' | 'proxy' | 'workers'>;

/**
 * Makes the keeper of connections: one per worker and origin, kept alive. Names are resolved under guard,
 * except for origins that a seed names; behind a proxy it is the proxy that resolves.
 */
export function makeDispatcher(settings: ConnectionSettings, limits: HttpLimits): Dispatcher {
  const shared = {
    connections: settings.workers,
    headersTimeout: limits.idle,
    bodyTimeout: limits.idle,
    connect: { timeout: limits.connect },
  };
  if (settings.proxy !== null) {
    // Many proxies tunnel to port 443 only, so plain HTTP is asked of the proxy itself.
    const { connect: proxyTls, ...rest } = shared;
    return new ProxyAgent({ ...rest, uri: proxyAddress(settings.proxy), proxyTunnel: false, proxyTls });
  }
  return new Agent({
    ...shared,
    factory: (origin, options) => {
      const trusted = namedBySeed(new URL(origin), settings.seeds);
      const connect = trusted ? shared.connect : { ...shared.connect, lookup: publicLookup() };
      return new Pool(origin, { ...(options as Pool.Options), connect });
    },
  });
}

function proxyAddress(given: string): string {
  const url = URL.parse(given);
  if (url !== null && /^(?:https?|socks5?):$/.test(url.protocol)) return url.href;
  throw new ArgiopeError(
    'CONFIG',
    `Expected the proxy as http://host:port or socks5://host:port, got ${given}.`,
    {
      advice: 'Correct --proxy.',
    },
  );
}
