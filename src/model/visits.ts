/** What is kept of a page over time: visits, versions, and what it was made from. */
import type { Question } from './capture.ts';
import type { PageContent } from './page.ts';

/** What the visits of a page have shown so far. Lengths of time are days. */
export interface PageVisits {
  readonly page: number;
  /** ISO 8601. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Visits after the first. */
  readonly checks: number;
  /** Those of them that found another content. */
  readonly changes: number;
  /** When it was last found changed, or was changed as the server says; `null`: never since it was first seen. */
  readonly changedAt: string | null;
  /** Time in which it is known not to have changed. */
  readonly quiet: number;
  /** Changes of which the moment is known. */
  readonly dated: number;
  /** Lengths of the intervals in which it changed at least once, at a moment that is not known. */
  readonly stirs: readonly number[];
  /** Since when it is not there any more; `null` while it is. */
  readonly goneAt: string | null;
}

/** One content that a page has had. */
export interface PageVersion
  extends Pick<
    PageContent,
    | 'fingerprint'
    | 'title'
    | 'address'
    | 'status'
    | 'lastModified'
    | 'capturedAt'
    | 'contentType'
    | 'charset'
    | 'blob'
  > {
  /** 1 is the oldest. */
  readonly version: number;
}

/** An answer of the site that a page was made from. */
export interface PageInput {
  readonly method: string;
  /** Address that was asked. */
  readonly url: string;
  readonly kind: 'document' | 'data' | 'script';
  /** Address that answered, where that is another one. */
  readonly answered: string | null;
  /** What was sent along, where the same may be asked again. */
  readonly question?: Question;
  /** Rabin fingerprint of the body, `null` where it was not read. */
  readonly print: string | null;
  readonly etag: string | null;
  /** ISO 8601. */
  readonly lastModified: string | null;
}
