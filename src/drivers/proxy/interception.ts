import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, TLSSocket } from 'node:tls';
import type { CrawlSettings } from '../../config/settings.ts';
import type { WireSink } from '../../model/wire.ts';
import type { ConnectionSettings } from '../http/dispatcher.ts';
import { httpLimits } from '../http/limits.ts';
import { tlsOptions } from '../http/tls.ts';
import { ownCertificate } from './certificate.ts';
import { type ServerLine, whenOpen } from './dial.ts';
import type { RequestHead } from './head.ts';
import { Room } from './holdings.ts';
import { couple, type Tap } from './visitor.ts';
import { WireTap } from './wire.ts';

/** What of a body is archived, by `--max-size`: words between its chunks come on top. What is read together is more. */
const [ofOne, ofAll] = [5 / 4, 3] as const;
/** First byte of a greeting in TLS. */
const handshake = 0x16;

/**
 * Reads what goes through tunnels, for an archive: the browser speaks TLS with this process, whose key only that
 * browser trusts, and this process with the server, whose certificate is verified as the HTTP engine does.
 */
export class Interception {
  readonly certificate = ownCertificate();
  readonly #settings: ConnectionSettings;
  readonly #sink: WireSink;
  readonly #most: number;
  readonly #room: Room;
  readonly #context = createSecureContext({
    key: this.certificate.key,
    cert: this.certificate.certificate,
  });

  constructor(settings: ConnectionSettings & Pick<CrawlSettings, 'maxSize'>, sink: WireSink) {
    this.#settings = settings;
    this.#sink = sink;
    this.#most = Math.ceil(ofOne * settings.maxSize);
    this.#room = new Room(ofAll * settings.maxSize);
  }

  tap({ host, port }: RequestHead, { ip }: ServerLine, scheme: 'http' | 'https'): Tap {
    const usual = scheme === 'http' ? 80 : 443;
    const origin = `${scheme}://${host}${port === usual ? '' : `:${port}`}`;
    return new WireTap({ origin, ip, most: this.#most, room: this.#room, sink: this.#sink });
  }

  /** Passes a tunnel on, read along; throws where the server cannot be trusted. */
  async intercept(head: RequestHead, client: Socket, line: ServerLine): Promise<void> {
    try {
      client.on('error', () => client.destroy());
      const [first] = (await once(client, 'data')) as [Buffer];
      client.pause();
      client.unshift(first);
      if (first[0] !== handshake) return couple(client, line.socket, this.tap(head, line, 'http'));
      const host = head.host.replace(/^\[|\]$/g, '');
      const secure = {
        socket: line.socket,
        host,
        ALPNProtocols: ['http/1.1'],
        ...tlsOptions(this.#settings),
        ...(isIP(host) === 0 && { servername: host }),
      };
      const server = await whenOpen(connect(secure), 'secureConnect', httpLimits.connect);
      const inner = new TLSSocket(client, {
        isServer: true,
        secureContext: this.#context,
        ALPNProtocols: ['http/1.1'],
      });
      couple(inner, server, this.tap(head, line, 'https'));
    } catch (error) {
      client.destroy();
      line.socket.destroy();
      throw error;
    }
  }
}
