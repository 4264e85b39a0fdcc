/** Server-sent events: a stream of named JSON texts that a browser takes up again by itself. */
import type { ServerResponse } from 'node:http';

/** Milliseconds after which a stream with nothing to say says that it is there. */
const stillMs = 15_000;
/** Bytes that may wait for a slow reader; beyond that it is cut off, and asks anew. */
const mostWaiting = 4 << 20;

/** A stream to one reader. */
export interface EventStream {
  send(event: string, data: unknown): void;
}

/** Begins a stream; `left` is called when the reader is gone. */
export function beginStream(response: ServerResponse, left: () => void): EventStream {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write('retry: 1000\n\n');
  const still = setInterval(() => response.write(': still here\n\n'), stillMs).unref();
  const end = () => {
    clearInterval(still);
    left();
  };
  response.once('close', end);
  return {
    send: (event, data) => {
      if (response.destroyed) return;
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (response.writableLength > mostWaiting) response.destroy();
    },
  };
}
