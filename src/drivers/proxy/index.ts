import { randomBytes } from 'node:crypto';
import type { CrawlSettings } from '../../config/settings.ts';
import type { ArgiopeError, CrawlEvent } from '../../model/index.ts';
import type { WireSink } from '../../model/wire.ts';
import type { ConnectionSettings } from '../http/dispatcher.ts';
import { httpLimits } from '../http/limits.ts';
import type { OwnCertificate } from './certificate.ts';
import { Interception } from './interception.ts';
import { Refusals } from './refusals.ts';
import { listen } from './server.ts';
import { listenInThread } from './threaded.ts';

/** A proxy that one run alone can use. */
export interface PinningProxy {
  /** Its address, without the credential. */
  readonly server: string;
  /** `user:password`, drawn for the run. */
  readonly credential: string;
  /** The certificate that it shows to whoever speaks TLS, where it reads what is said; else `null`. */
  readonly certificate: OwnCertificate | null;
  /** Why the server of an address could not be reached when it was last tried. */
  why(url: string): ArgiopeError | null;
  /** What a person should know of refused requests. Told once. */
  takeNotes(): CrawlEvent[];
  close(): Promise<void>;
}

/**
 * Starts the proxy that all traffic of browsers goes through, on loopback, in a thread of its own: it resolves names,
 * judges addresses as the HTTP engine does, and connects to what it judged. With a `sink` it reads along, TLS
 * included, in the thread of the caller, where the archive is written.
 */
export async function pinningProxy(
  settings: ConnectionSettings & Pick<CrawlSettings, 'maxSize'>,
  sink: WireSink | null = null,
): Promise<PinningProxy> {
  const record = sink && new Interception(settings, sink);
  const credential = `argiope:${randomBytes(24).toString('base64url')}`;
  const refusals = new Refusals();
  const order = { settings: forThread(settings), credential, patience: httpLimits.connect };
  const proxy = record
    ? { ...(await listen(order, refusals, record)), catchUp: () => {} }
    : await listenInThread(order, refusals);
  return {
    server: `http://127.0.0.1:${proxy.port}`,
    credential,
    certificate: record?.certificate ?? null,
    why: (url) => {
      proxy.catchUp();
      return refusals.of(url);
    },
    takeNotes: () => {
      proxy.catchUp();
      return refusals.takeNotes();
    },
    close: proxy.close,
  };
}

/** What of the settings says how servers are reached: the rest may hold what no thread can be given. */
function forThread(settings: ConnectionSettings): ConnectionSettings {
  const { seeds, proxy, workers } = settings;
  const { proxyBypass = [], allowPrivate = [], ca = null, insecure = false } = settings;
  return { seeds, proxy, workers, proxyBypass, allowPrivate, ca, insecure };
}
