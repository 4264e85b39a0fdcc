import { addressHost } from '../../model/address.ts';
import type { Page, Transition } from '../../model/page.ts';
import type { Change } from '../../model/store.ts';
import { kindCode, reasonCode, scopeCode, statusCode } from '../codes.ts';
import { contradiction } from '../contradiction.ts';
import { putBlob } from './blobs.ts';
import type { SqliteConnection } from './connection.ts';
import { archive, bringBack, move, putInputs, putVisits, removePage, withdraw } from './history.ts';

/**
 * Writes one step of the crawl; the caller holds the transaction.
 *
 * Invariant: `merged_into` always names a page that is not merged itself. Readers follow it once (see
 * schema.ts), so that whatever names a merged page, written before or after, leads to the final one.
 */
export function writeChange(connection: SqliteConnection, site: number, change: Change): void {
  const writer = new ChangeWriter(connection, site);
  writeStep(writer, change);
  for (const { fingerprint, number } of change.instructions ?? []) writer.addInstruction(fingerprint, number);
  writer.closeSite(change);
}

/**
 * Writes several steps as one. Additions to the instruction index come last and in the order of that index:
 * of a batch that adds thousands, each piece of the index is then touched once.
 */
export function writeChanges(connection: SqliteConnection, site: number, changes: readonly RowStep[]): void {
  const writer = new ChangeWriter(connection, site);
  for (const change of changes) writeStep(writer, change);
  const added = new Map<string, number>();
  for (const { instructions = [] } of changes)
    for (const { fingerprint, number } of instructions) added.set(fingerprint, number);
  for (const print of [...added.keys()].sort()) writer.addInstruction(print, added.get(print) as number);
  const last = <K extends 'totals' | 'finishedAt'>(key: K) =>
    changes.findLast((change) => change[key] !== undefined)?.[key];
  const [totals, finishedAt] = [last('totals'), last('finishedAt')];
  writer.closeSite({
    nextNumber: Math.max(0, ...changes.map(({ nextNumber = 0 }) => nextNumber)),
    ...(totals !== undefined && { totals }),
    ...(finishedAt !== undefined && { finishedAt }),
  });
}

/** A step whose transitions may be rows already, their values one after the other. */
export interface RowStep extends Change {
  readonly rows?: readonly (string | number | null)[];
}

/** Values of a transition in the order of `addRow`. */
export function transitionRow({
  source,
  ord,
  action,
  target,
  reason,
}: Transition): (string | number | null)[] {
  const { id, xpath, event, value = null, label, instruction, meta } = action;
  return [
    source,
    ord,
    target,
    reasonCode.number(reason),
    id,
    xpath,
    event,
    value,
    label,
    kindCode.number(instruction.kind),
    scopeCode.number(instruction.scope),
    instruction.text,
    instruction.fingerprint,
    meta === undefined ? null : JSON.stringify(meta),
  ];
}

const rowLength = 14;

function writeStep(writer: ChangeWriter, change: RowStep): void {
  for (const page of change.queued ?? []) writer.queue(page);
  for (const number of change.requeued ?? []) writer.requeue(number);
  for (const step of change.withdrawn ?? []) writer.history(withdraw, step);
  if (change.kept) writer.keep(change.kept);
  for (const { number, into } of change.merged ?? []) writer.merge(number, into);
  if (change.failed) writer.fail(change.failed);
  for (const number of change.unchanged ?? []) writer.markUnchanged(number);
  if (change.attempts) writer.countAttempts(change.attempts);
  for (const transition of change.transitions ?? []) writer.addRow(transitionRow(transition));
  const { rows = [] } = change;
  for (let at = 0; at < rows.length; at += rowLength) writer.addRow(rows.slice(at, at + rowLength));
  for (const transition of change.updated ?? []) writer.updateTransition(transition);
  for (const { number, fingerprint } of change.printed ?? []) writer.print(number, fingerprint);
  for (const made of change.inputs ?? []) writer.history(putInputs, made);
  for (const visits of change.visited ?? []) writer.history(putVisits, visits);
  for (const number of change.gone ?? []) writer.history(removePage, number);
  for (const number of change.back ?? []) writer.history(bringBack, number);
  for (const step of change.moved ?? []) writer.history(move, step);
}

class ChangeWriter {
  readonly #connection: SqliteConnection;
  readonly #site: number;
  #highest = -1;

  constructor(connection: SqliteConnection, site: number) {
    this.#connection = connection;
    this.#site = site;
  }

  /** A number may be queued anew, unless it names a page by now. */
  queue(page: Page): void {
    const { entry } = page;
    const action = entry.kind === 'action' ? entry : null;
    const changed = this.#run(
      `INSERT INTO pages (site, number, status, url, source, ord, document, depth, attempts,
         merged_into, error_code, error_message, host, priority, found_on)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET status = excluded.status, url = excluded.url, source = excluded.source,
         ord = excluded.ord, document = excluded.document, depth = excluded.depth,
         attempts = excluded.attempts, merged_into = excluded.merged_into,
         error_code = excluded.error_code, error_message = excluded.error_message,
         host = excluded.host, priority = excluded.priority, found_on = excluded.found_on
       WHERE pages.status NOT IN (${statusCode.number('kept')}, ${statusCode.number('merged')})`,
      page.number,
      statusCode.number(page.status),
      entry.kind === 'url' ? entry.url : null,
      action?.source ?? null,
      action?.ord ?? null,
      page.document,
      page.depth,
      page.attempts,
      page.mergedInto,
      page.error?.code ?? null,
      page.error?.message ?? null,
      entry.kind === 'url' ? addressHost(entry.url) : null,
      page.priority ?? 0,
      page.foundOn ?? null,
    );
    if (changed === 0) throw contradiction(`number ${page.number} is queued, but it names a page already`);
    this.#highest = Math.max(this.#highest, page.number);
  }

  /** Other numbers that were merged into it stay so: they lead to it, or to what it turns out to be. */
  requeue(number: number): void {
    this.#run(
      `DELETE FROM contents WHERE site = ?1 AND number = ?2
         AND fingerprint = (SELECT fingerprint FROM pages WHERE site = ?1 AND number = ?2)`,
      number,
    );
    this.#run('DELETE FROM transitions WHERE site = ? AND source = ?', number);
    this.#runOnPage(
      number,
      `UPDATE pages SET status = ${statusCode.number('queued')}, attempts = 0, merged_into = NULL,
         error_code = NULL, error_message = NULL, fingerprint = NULL, blob = NULL
       WHERE site = ?1 AND number = ?2`,
    );
  }

  /** Writes a part of a page's history. */
  history<T>(write: (connection: SqliteConnection, site: number, what: T) => void, what: T): void {
    write(this.#connection, this.#site, what);
  }

  /** The blob's name is the store's to give; what the caller wrote there is not used. */
  keep({ number, content, document, entry }: NonNullable<Change['kept']>): void {
    archive(this.#connection, this.#site, { number, fingerprint: content.fingerprint });
    const blob = putBlob(this.#connection, this.#site, document);
    this.#runOnPage(
      number,
      `UPDATE pages SET status = ${statusCode.number('kept')}, merged_into = NULL,
         error_code = NULL, error_message = NULL, fingerprint = ?3, address = ?4, title = ?5, lang = ?6,
         http_status = ?7, content_type = ?8, last_modified = ?9, captured_at = ?10, blob = ?11, type = ?12,
         etag = ?13, fresh_until = ?14, body_print = ?15, charset = ?16, dated = ?17, dated_by = ?18,
         tags = ?19, relevance = ?20
       WHERE site = ?1 AND number = ?2`,
      content.fingerprint,
      content.address,
      content.title,
      content.lang,
      content.status,
      content.contentType,
      content.lastModified,
      content.capturedAt,
      blob,
      content.type,
      content.etag,
      content.freshUntil,
      content.bodyPrint,
      content.charset ?? null,
      content.dated?.moment ?? null,
      content.dated?.source ?? null,
      content.tags === undefined ? null : JSON.stringify(content.tags),
      content.relevance ?? null,
    );
    this.#fileContent(content.fingerprint, number);
    if (!entry) return;
    const { source, ord } = entry;
    this.#runOnPage(
      number,
      'UPDATE pages SET source = ?3, ord = ?4 WHERE site = ?1 AND number = ?2',
      source,
      ord,
    );
  }

  /** Without deduplication several pages share a content; the oldest stays its owner. */
  #fileContent(fingerprint: string, number: number): void {
    this.#run(
      'INSERT INTO contents (site, fingerprint, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      fingerprint,
      number,
    );
  }

  /** The old fingerprint keeps naming the page: nothing else had it. */
  print(number: number, fingerprint: string): void {
    this.#runOnPage(number, 'UPDATE pages SET fingerprint = ?3 WHERE site = ?1 AND number = ?2', fingerprint);
    this.#fileContent(fingerprint, number);
  }

  /** A page that was merged before stays where it is, with all that was merged into it. */
  merge(number: number, into: number): void {
    const target = this.#lastOf(into);
    if (this.#lastOf(number) !== number || target === number) return;
    this.#runOnPage(
      number,
      `UPDATE pages SET status = ${statusCode.number('merged')}, merged_into = ?3
       WHERE site = ?1 AND number = ?2`,
      target,
    );
    this.#run(
      'UPDATE pages INDEXED BY pages_by_merge SET merged_into = ?3 WHERE site = ?1 AND merged_into = ?2',
      number,
      target,
    );
  }

  fail({ number, code, message, contentType }: NonNullable<Change['failed']>): void {
    this.#runOnPage(
      number,
      `UPDATE pages SET status = ${statusCode.number('failed')}, error_code = ?3, error_message = ?4,
         content_type = coalesce(?5, content_type)
       WHERE site = ?1 AND number = ?2`,
      code,
      message,
      contentType ?? null,
    );
  }

  markUnchanged(number: number): void {
    this.#runOnPage(
      number,
      `UPDATE pages SET status = ${statusCode.number('unchanged')} WHERE site = ?1 AND number = ?2`,
    );
  }

  countAttempts({ number, attempts }: NonNullable<Change['attempts']>): void {
    this.#runOnPage(number, 'UPDATE pages SET attempts = ?3 WHERE site = ?1 AND number = ?2', attempts);
  }

  addRow(values: readonly (string | number | null)[]): void {
    this.#run(
      `INSERT OR REPLACE INTO transitions (site, source, ord, target, reason, element_id, xpath, event,
         value, label, kind, scope, text, fingerprint, meta)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...values,
    );
  }

  updateTransition({ source, ord, target, reason }: NonNullable<Change['updated']>[number]): void {
    const changed = this.#run(
      'UPDATE transitions SET target = ?4, reason = ?5 WHERE site = ?1 AND source = ?2 AND ord = ?3',
      source,
      ord,
      target,
      reasonCode.number(reason),
    );
    if (changed === 0) throw contradiction(`transition ${ord} of page ${source} is updated, but unknown`);
  }

  addInstruction(fingerprint: string, number: number): void {
    this.#run(
      'INSERT OR REPLACE INTO instructions (site, fingerprint, number) VALUES (?, ?, ?)',
      fingerprint,
      number,
    );
  }

  /** Numbers only grow, whatever the caller says: a number once given out is never given out again. */
  closeSite({ nextNumber, totals, finishedAt }: Change): void {
    const next = Math.max(nextNumber ?? 0, this.#highest + 1);
    if (next > 0 || totals) {
      this.#run(
        'UPDATE sites SET next_number = max(next_number, ?2), totals = coalesce(?3, totals) WHERE site = ?1',
        next,
        totals ? JSON.stringify(totals) : null,
      );
    }
    if (finishedAt !== undefined) this.#run('UPDATE sites SET finished_at = ?2 WHERE site = ?1', finishedAt);
  }

  /** The page that a page was merged into, or itself. */
  #lastOf(number: number): number {
    const row = this.#connection.get<{ merged_into: number | null }>(
      'SELECT merged_into FROM pages WHERE site = ? AND number = ?',
      this.#site,
      number,
    );
    if (!row) throw contradiction(`number ${number} is merged or merged into, but names no page`);
    return row.merged_into ?? number;
  }

  #run(sql: string, ...values: (string | number | Uint8Array | null)[]): number {
    return this.#connection.run(sql, this.#site, ...values);
  }

  #runOnPage(number: number, sql: string, ...values: (string | number | Uint8Array | null)[]): void {
    if (this.#run(sql, number, ...values) === 0) throw contradiction(`number ${number} names no page`);
  }
}
