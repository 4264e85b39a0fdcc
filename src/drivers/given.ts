/** A document that was fetched already, as the server sent it, so that another driver need not ask for it again. */
export interface GivenDocument {
  /** Address after redirects, with the fragment that was asked for. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; a header that was sent twice is there twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded of what it was packed in, in its own charset. */
  readonly body: Uint8Array;
}
