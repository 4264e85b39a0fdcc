/** One request and its answer as they went over the wire. */
export interface WireExchange {
  /** Address that was asked for. */
  readonly url: string;
  /** When the request was sent, ISO 8601. */
  readonly time: string;
  /** Address by number of the server; `null` behind a proxy. */
  readonly ip: string | null;
  /** Heads and bodies, byte for byte. */
  readonly request: Uint8Array;
  readonly response: Uint8Array;
  /** Bytes of the head of the answer, its empty line included. */
  readonly responseHead: number;
  /** Why the answer is not whole: too long, or broken off. */
  readonly truncated?: 'length' | 'disconnect';
  /** Whether the request is not whole: too long. */
  readonly cutRequest?: true;
}

/** Takes what went over the wire; what it gives is settled when that need not be in memory any more. */
export type WireSink = (exchange: WireExchange) => unknown;
