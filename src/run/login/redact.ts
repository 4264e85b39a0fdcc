import type { WireExchange, WireSink } from '../../model/wire.ts';

/** Headers that say who somebody is. */
const telling = /^(?:cookie|set-cookie|authorization|proxy-authorization|x-(?:csrf|xsrf|auth)[\w-]*)$/i;
/** Shorter values are no secrets, and stand everywhere. */
const shortest = 8;
const removed = '(removed)';

/** A sink that gets what went over the wire without what somebody was signed in by. */
export function withoutSecrets(sink: WireSink, of: { readonly secrets: readonly string[] }): WireSink {
  return (exchange) => sink(redacted(exchange, of.secrets));
}

function redacted(exchange: WireExchange, secrets: readonly string[]): WireExchange {
  const known = secrets.filter(({ length }) => length >= shortest);
  const requestHead = headLength(exchange.request);
  const request = joined(
    cleanHead(exchange.request.subarray(0, requestHead), known),
    exchange.request.subarray(requestHead),
  );
  const head = cleanHead(exchange.response.subarray(0, exchange.responseHead), known);
  const response = joined(head, exchange.response.subarray(exchange.responseHead));
  return { ...exchange, request, response, responseHead: head.length };
}

function headLength(bytes: Uint8Array): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('\r\n\r\n');
  return at < 0 ? bytes.length : at + 4;
}

function cleanHead(bytes: Uint8Array, secrets: readonly string[]): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const lines = text.split('\r\n').map((line, at) => {
    const colon = at === 0 ? -1 : line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    const isTelling = telling.test(name) || secrets.some((secret) => line.includes(secret));
    return colon > 0 && isTelling ? `${name}: ${removed}` : line;
  });
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

function joined(head: Uint8Array, body: Uint8Array): Buffer {
  return Buffer.concat([head, body]);
}
