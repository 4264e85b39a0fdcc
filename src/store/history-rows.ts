import type { PageInput, PageVersion, PageVisits } from '../model/visits.ts';

/** Row of `visits`. */
export interface VisitsRow {
  readonly page: number;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly checks: number;
  readonly changes: number;
  readonly changed_at: string | null;
  readonly quiet: number;
  readonly dated: number;
  readonly stirs: string;
  readonly gone_at: string | null;
}

/** Reads a row of `visits`. */
export function visitsInRow(row: VisitsRow): PageVisits {
  return {
    page: row.page,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    checks: row.checks,
    changes: row.changes,
    changedAt: row.changed_at,
    quiet: row.quiet,
    dated: row.dated,
    stirs: JSON.parse(row.stirs) as number[],
    goneAt: row.gone_at,
  };
}

/** Row of `versions`. */
export interface VersionRow {
  readonly version: number;
  readonly fingerprint: string;
  readonly title: string;
  readonly address: string;
  readonly http_status: number;
  readonly content_type: string;
  readonly charset: string | null;
  readonly last_modified: string | null;
  readonly captured_at: string;
  readonly blob: Uint8Array;
}

/** Reads a row of `versions`. */
export function versionOf(row: VersionRow): PageVersion {
  return {
    version: row.version,
    fingerprint: row.fingerprint,
    title: row.title,
    address: row.address,
    contentType: row.content_type,
    ...(row.charset !== null && { charset: row.charset }),
    status: row.http_status,
    lastModified: row.last_modified,
    capturedAt: row.captured_at,
    blob: Buffer.from(row.blob).toString('hex'),
  };
}

/** Row of `inputs`. */
export interface InputRow {
  readonly page: number;
  readonly method: string;
  readonly url: string;
  readonly kind: PageInput['kind'];
  readonly answered: string | null;
  readonly print: string | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
}

/** Reads a row of `inputs`. */
export function inputOf({ method, last_modified: lastModified, ...row }: InputRow): PageInput {
  const { url, kind, answered, print, etag } = row;
  return { ...askedBy(method), url, kind, answered, print, etag, lastModified };
}

/** A question is part of the method: `POST {"contentType":…}`. Pages may put several to one address. */
export function methodText({ method, question }: Pick<PageInput, 'method' | 'question'>): string {
  return question === undefined ? method : `${method} ${JSON.stringify(question)}`;
}

function askedBy(text: string): Pick<PageInput, 'method' | 'question'> {
  const at = text.indexOf(' ');
  return at < 0 ? { method: text } : { method: text.slice(0, at), question: JSON.parse(text.slice(at + 1)) };
}
