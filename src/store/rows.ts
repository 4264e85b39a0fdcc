import type { PageDate } from '../model/date.ts';
import type { LinkMeta } from '../model/link.ts';
import type { Entry, Lead, Page, PageContent, Transition } from '../model/page.ts';
import type { SiteInfo, StoredRules } from '../model/store.ts';
import { kindCode, reasonCode, scopeCode, statusCode } from './codes.ts';

/** Row of `sites`. */
export interface SiteRow {
  readonly site: number;
  readonly name: string;
  readonly seeds: string;
  readonly settings: string;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly next_number: number;
  readonly totals: string;
}

/** Row of `pages`. */
export interface PageRow {
  readonly number: number;
  readonly status: number;
  readonly url: string | null;
  readonly source: number | null;
  readonly ord: number | null;
  readonly document: number;
  readonly depth: number;
  readonly attempts: number;
  readonly priority: number;
  readonly found_on: number | null;
  readonly merged_into: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly fingerprint: string | null;
  readonly address: string;
  readonly title: string;
  readonly lang: string;
  readonly http_status: number;
  readonly content_type: string | null;
  readonly last_modified: string | null;
  readonly etag: string | null;
  readonly fresh_until: string | null;
  readonly body_print: string | null;
  readonly tags: string | null;
  readonly type: string | null;
  readonly captured_at: string;
  readonly charset: string | null;
  readonly dated: string | null;
  readonly dated_by: string | null;
  readonly relevance: number | null;
  readonly blob: Uint8Array;
}

/** Row of `transitions`. */
export interface TransitionRow {
  readonly source: number;
  readonly ord: number;
  readonly target: number | null;
  readonly reason: number;
  readonly element_id: string | null;
  readonly xpath: string;
  readonly event: string;
  readonly value: string | null;
  readonly label: string;
  readonly kind: number;
  readonly scope: number;
  readonly text: string;
  readonly fingerprint: string;
  readonly meta: string | null;
}

/** Reads a row of `sites`. */
export function siteOf(row: SiteRow): SiteInfo {
  return {
    site: row.site,
    name: row.name,
    seeds: JSON.parse(row.seeds),
    settings: JSON.parse(row.settings),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    nextNumber: row.next_number,
    totals: JSON.parse(row.totals),
  };
}

/** Reads a row of `pages`. */
export function pageOf(row: PageRow): Page {
  return {
    number: row.number,
    status: statusCode.word(row.status),
    entry: entryOf(row),
    document: row.document,
    depth: row.depth,
    content: row.fingerprint === null ? null : contentOf(row, row.fingerprint),
    mergedInto: row.merged_into,
    error: errorOf(row),
    attempts: row.attempts,
    ...(row.priority !== 0 && { priority: row.priority }),
    ...(row.found_on !== null && { foundOn: row.found_on }),
  };
}

/** Reads a row of `transitions`. */
export function transitionOf(row: TransitionRow): Transition {
  return {
    source: row.source,
    ord: row.ord,
    action: {
      id: row.element_id,
      xpath: row.xpath,
      event: row.event,
      ...(row.value !== null && { value: row.value }),
      instruction: {
        kind: kindCode.word(row.kind),
        scope: scopeCode.word(row.scope),
        text: row.text,
        fingerprint: row.fingerprint,
      },
      label: row.label,
      ...(row.meta !== null && { meta: JSON.parse(row.meta) as LinkMeta }),
    },
    target: row.target,
    reason: reasonCode.word(row.reason),
  };
}

/** Columns of `LeadRow`. */
export const leadColumns =
  'source, ord, target, element_id, xpath, event, value, label, kind, scope, text, fingerprint';

/** Row of `transitions`, as far as it says where one leads. */
export type LeadRow = readonly [
  ...[source: number, ord: number, target: number | null],
  ...[id: string | null, xpath: string, event: string, value: string | null, label: string],
  ...[kind: number, scope: number, text: string, fingerprint: string],
];

/** Reads a row of `transitions`, as far as it says where one leads. */
export function leadOf(row: LeadRow): Lead {
  const [source, ord, target, id, xpath, event, value, label, kind, scope, text, fingerprint] = row;
  const instruction = { kind: kindCode.word(kind), scope: scopeCode.word(scope), text, fingerprint };
  const action = { id, xpath, event, instruction, label };
  return { source, ord, target, action: value === null ? action : { ...action, value } };
}

function datedOf(moment: string, source: string | null): PageDate {
  return { moment, source: (source ?? 'header') as PageDate['source'] };
}

function errorOf({ error_code, error_message, content_type }: PageRow): Page['error'] {
  if (error_code === null) return null;
  const error = { code: error_code, message: error_message ?? '' };
  return error_code === 'FILE' ? { ...error, contentType: content_type ?? '' } : error;
}

function entryOf({ url, source, ord }: PageRow): Entry {
  return source === null || ord === null ? { kind: 'url', url: url ?? '' } : { kind: 'action', source, ord };
}

function contentOf(row: PageRow, fingerprint: string): PageContent {
  return {
    fingerprint,
    address: row.address,
    title: row.title,
    lang: row.lang,
    status: row.http_status,
    contentType: row.content_type ?? '',
    lastModified: row.last_modified,
    etag: row.etag,
    freshUntil: row.fresh_until,
    bodyPrint: row.body_print,
    ...(row.tags !== null && { tags: JSON.parse(row.tags) }),
    type: row.type,
    capturedAt: row.captured_at,
    ...(row.charset !== null && { charset: row.charset }),
    ...(row.relevance !== null && { relevance: row.relevance }),
    ...(row.dated !== null && { dated: datedOf(row.dated, row.dated_by) }),
    blob: Buffer.from(row.blob).toString('hex'),
  };
}

/** A row of the table of rules. */
export interface RulesRow {
  readonly domain: string;
  readonly template: string;
  readonly version: number;
  readonly saved_at: string;
  readonly text: string;
}

/** Rules as they are stored. */
export function rulesFromRow({ saved_at: savedAt, domain, template, version, text }: RulesRow): StoredRules {
  return { domain, template, version, savedAt, text };
}
