import { lookup } from 'node:dns';
import { Client } from 'basic-ftp';
import type { CrawlSettings } from '../../config/settings.ts';
import { namedBySeed, publicLookup } from '../../frontier/addresses.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { type TlsSettings, tlsOptions } from '../http/tls.ts';
import { type Logins, loginFor } from '../login.ts';
import type { FtpAddress } from './address.ts';
import { loginError } from './errors.ts';
import type { FtpLimits } from './limits.ts';

/** What a connection needs to know of the crawl. */
export type FtpConnectionSettings = Pick<CrawlSettings, 'seeds'> & Logins & TlsSettings;

/** Connects and logs in: with what the seeds or `--auth` say on their own servers, else as anonymous. */
export async function connect(
  at: FtpAddress,
  settings: FtpConnectionSettings,
  limits: FtpLimits,
): Promise<Client> {
  const own = namedBySeed(new URL(at.url), settings.seeds);
  const login = loginFor(at.url, settings);
  const [user, password] = login === null ? ['anonymous', 'anonymous@'] : split(login);
  const client = new Client(limits.idle);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    client.close();
  }, limits.connect);
  // One character per byte, so that names of any encoding come and go unchanged.
  client.ftp.encoding = 'latin1';
  try {
    const host = own ? at.host : await publicHost(at.host);
    const tls = { host, servername: at.host, ...tlsOptions(settings) };
    await (at.secure === 'implicit'
      ? client.connectImplicitTLS(host, at.port, tls)
      : client.connect(host, at.port));
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of that name, and no hook
    if (at.secure === true) await client.useTLS(tls);
    await client.login(bytesOf(user), bytesOf(password)).catch((error) => {
      throw loginError(error, at.url, user);
    });
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of that name, and no hook
    await client.useDefaultSettings();
    return client;
  } catch (error) {
    client.close();
    if (!late) throw error;
    throw new ArgiopeError('TIMEOUT', `${at.url} did not accept a connection in time`, {
      url: at.url,
      advice: 'Check the address and the network.',
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function split(auth: string): [string, string] {
  const colon = auth.indexOf(':');
  return [auth.slice(0, colon), auth.slice(colon + 1)];
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** What a name resolves to is what is connected to: it cannot become something else in between. */
function publicHost(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    publicLookup(lookup)(host, {}, (error, address) => (error ? reject(error) : resolve(String(address))));
  });
}
