import type { WireExchange, WireSink } from '../../model/wire.ts';

/** Headers that say who somebody is. */
const telling = /^(?:cookie|set-cookie|authorization|proxy-authorization|x-(?:csrf|xsrf|auth)[\w-]*)$/i;
/** Shorter values are no secrets, and stand everywhere. */
const shortest = 8;
const removed = '(removed)';

/** What is not to be written down: values as they are now, and names of headers. */
export interface Secrets {
  secrets(): readonly string[];
  readonly headers: readonly string[];
}

/** A sink that gets what went over the wire without what somebody was signed in by. */
export function withoutSecrets(sink: WireSink, of: Secrets): WireSink {
  const named = new Set(of.headers.map((name) => name.toLowerCase()));
  return (exchange) => {
    const known = of.secrets().filter(({ length }) => length >= shortest);
    const isSecret = (name: string, line: string) =>
      telling.test(name) || named.has(name.toLowerCase()) || known.some((secret) => line.includes(secret));
    return sink(redacted(exchange, isSecret));
  };
}

type IsSecret = (name: string, line: string) => boolean;

function redacted(exchange: WireExchange, isSecret: IsSecret): WireExchange {
  const requestHead = headLength(exchange.request);
  const request = joined(
    cleanHead(exchange.request.subarray(0, requestHead), isSecret),
    exchange.request.subarray(requestHead),
  );
  const head = cleanHead(exchange.response.subarray(0, exchange.responseHead), isSecret);
  const response = joined(head, exchange.response.subarray(exchange.responseHead));
  return { ...exchange, request, response, responseHead: head.length };
}

function headLength(bytes: Uint8Array): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('\r\n\r\n');
  return at < 0 ? bytes.length : at + 4;
}

function cleanHead(bytes: Uint8Array, isSecret: IsSecret): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const lines = text.split('\r\n').map((line, at) => {
    const colon = at === 0 ? -1 : line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    return colon > 0 && isSecret(name, line) ? `${name}: ${removed}` : line;
  });
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

function joined(head: Uint8Array, body: Uint8Array): Buffer {
  return Buffer.concat([head, body]);
}
