import type { Portion } from '../../memory/budget.ts';
import type { RequestRecord } from '../../model/capture.ts';
import { type IncomingBody, readBody, readPieces } from './body.ts';
import type { Exchange, Head } from './exchange.ts';
import type { HttpLimits } from './limits.ts';

/** The last answer on the way, its body still to come. */
export interface Answer {
  /** Address after redirects. */
  readonly url: string;
  readonly status: number;
  /** A header's value, `''` where there is none. */
  header(name: string): string;
  /** A header's values, one for each time it was sent. */
  lines(name: string): readonly string[];
  /** All headers, names in lower case. */
  headers(): readonly (readonly [name: string, value: string])[];
  /** Every request made on the way, this one last. */
  readonly requests: readonly RequestRecord[];
  /** Reads the decoded body. What is not read is not waited for. */
  body(): Promise<Buffer>;
  /** Reads the body piece by piece, also one that is a packed file, up to so many bytes. */
  pieces(most: number, take: (piece: Buffer) => void): Promise<void>;
}

/** What an answer is made of. */
interface AnswerParts {
  readonly url: string;
  readonly head: Head;
  readonly exchange: Exchange;
  readonly requests: readonly RequestRecord[];
  readonly portion: Portion;
}

/** An answer as it came over the wire. */
export function answerOf(
  { url, head, exchange, requests, portion }: AnswerParts,
  limits: HttpLimits,
  onWire: (bytes: number) => void,
): Answer {
  const header = (name: string): string => headerOf(head, name);
  const incoming = (): IncomingBody => {
    const length = header('content-length');
    const announced = /^\d{1,15}$/.test(length) ? Number(length) : null;
    return { url, exchange, encoding: header('content-encoding'), length: announced };
  };
  return {
    url,
    status: head.status,
    header,
    lines: (name) => [head.headers[name] ?? []].flat(),
    headers: () => Object.keys(head.headers).flatMap((name) => pairs(name, head.headers[name])),
    requests: [...requests],
    body: () => readBody(incoming(), limits, onWire, portion),
    pieces: (most, take) => readPieces(incoming(), { ...limits, body: most }, onWire, take),
  };
}

function pairs(name: string, value: string | readonly string[] | undefined): (readonly [string, string])[] {
  return [value ?? []].flat().map((line) => [name, line] as const);
}

/** A header's value, several of one name with commas between them, `''` where there is none. */
export function headerOf({ headers }: Head, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(', ') : value) ?? '';
}
