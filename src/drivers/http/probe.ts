import { fingerprintBytes } from '../../fingerprint/rabin.ts';
import type { Answer } from './client.ts';
import { refuseStatus } from './refusal.ts';
import { etagOf, isoMoment, type Validators } from './validators.ts';

/** What tells whether the answer of an address has changed. */
export interface Probed {
  /** 304: it is as it was. */
  readonly status: number;
  readonly etag: string | null;
  /** ISO 8601. */
  readonly lastModified: string | null;
  /** Rabin fingerprint of the decoded body; `null` where none came, or none that was asked for. */
  readonly print: string | null;
}

/** Reads what tells whether an answer has changed. Temporary errors are thrown; lasting ones (404, 410) are an answer. */
export async function probed(answer: Answer, known: Validators): Promise<Probed> {
  const { status, header } = answer;
  if (status === 429 || status >= 500) refuseStatus(answer);
  const etag = etagOf(header('etag'));
  const lastModified = isoMoment(Date.parse(header('last-modified')));
  if (status === 304) {
    const kept = { etag: etag ?? known.etag, lastModified: lastModified ?? known.lastModified };
    return { status, ...kept, print: null };
  }
  const isThere = status >= 200 && status < 300;
  return { status, etag, lastModified, print: isThere ? fingerprintBytes(await answer.body()) : null };
}
