import { addressHost } from '../../model/address.ts';
import type { Page } from '../../model/page.ts';
import type { Change } from '../../model/store.ts';
import { kindCode, reasonCode, scopeCode, statusCode } from '../codes.ts';
import { contradiction } from '../contradiction.ts';
import { putBlobs } from './blobs.ts';
import type { Queries } from './connection.ts';
import { fileVersions, markGone, moveStates, writeInputs, writeVisits } from './history.ts';
import { writeMerges } from './merges.ts';
import { type Plan, plansOf } from './plan.ts';

/**
 * Writes steps of the crawl, in their order; the caller holds the transaction. Each plan is one statement for each
 * kind of thing in it, whatever their number: the way to the server and back is what costs.
 *
 * Invariant, as in SQLite: `merged_into` always names a page that is not merged itself.
 */
export async function writeSteps(queries: Queries, site: number, changes: readonly Change[]): Promise<void> {
  for (const plan of plansOf(changes)) await writePlan(queries, site, plan);
  await addInstructions(queries, site, changes);
  await closeSite(queries, site, changes);
}

/** Writes one plan, list by list. */
export async function writePlan(queries: Queries, site: number, plan: Plan): Promise<void> {
  await queue(queries, site, plan.queued);
  await requeue(queries, site, plan.requeued);
  if (plan.withdrawn.length > 0)
    await queries.run(
      `DELETE FROM transitions t USING unnest($2::int[], $3::int[]) AS n (source, ord)
       WHERE t.site = $1 AND t.source = n.source AND t.ord = n.ord`,
      ...[site, plan.withdrawn.map(({ source }) => source), plan.withdrawn.map(({ ord }) => ord)],
    );
  await keep(queries, site, plan.kept);
  await writeMerges(queries, site, plan.merged);
  await fail(queries, site, plan.failed);
  await markUnchanged(queries, site, plan.unchanged);
  await countAttempts(queries, site, plan.attempts);
  await addTransitions(queries, site, plan.transitions);
  await updateTransitions(queries, site, plan.updated);
  await print(queries, site, plan.printed);
  await writeInputs(queries, site, plan.inputs);
  await writeVisits(queries, site, plan.visited);
  await markGone(queries, site, plan.gone, true);
  await markGone(queries, site, plan.back, false);
  await moveStates(queries, site, plan.moved);
}

/** A number may be queued anew, unless it names a page by now. */
async function queue(queries: Queries, site: number, queued: readonly Page[]): Promise<void> {
  if (queued.length === 0) return;
  const pages = [...new Map(queued.map((page) => [page.number, page])).values()];
  const urlOf = ({ entry }: Page) => (entry.kind === 'url' ? entry.url : null);
  const stepOf = ({ entry }: Page) => (entry.kind === 'action' ? entry : null);
  const written = await queries.all<{ number: number }>(
    `INSERT INTO pages (site, number, status, url, source, ord, document, depth, attempts,
       merged_into, error_code, error_message, host, priority, found_on)
     SELECT $1, * FROM unnest($2::int[], $3::smallint[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[],
       $9::int[], $10::int[], $11::text[], $12::text[], $13::text[], $14::int[], $15::int[])
     ON CONFLICT (site, number) DO UPDATE SET status = excluded.status, url = excluded.url,
       source = excluded.source, ord = excluded.ord, document = excluded.document, depth = excluded.depth,
       attempts = excluded.attempts, merged_into = excluded.merged_into,
       error_code = excluded.error_code, error_message = excluded.error_message,
       host = excluded.host, priority = excluded.priority, found_on = excluded.found_on
     WHERE pages.status NOT IN (${statusCode.number('kept')}, ${statusCode.number('merged')})
     RETURNING number`,
    site,
    pages.map(({ number }) => number),
    pages.map(({ status }) => statusCode.number(status)),
    pages.map(urlOf),
    pages.map((page) => stepOf(page)?.source ?? null),
    pages.map((page) => stepOf(page)?.ord ?? null),
    pages.map(({ document }) => document),
    pages.map(({ depth }) => depth),
    pages.map(({ attempts }) => attempts),
    pages.map(({ mergedInto }) => mergedInto),
    pages.map(({ error }) => error?.code ?? null),
    pages.map(({ error }) => error?.message ?? null),
    pages.map((page) => {
      const url = urlOf(page);
      return url === null ? null : addressHost(url);
    }),
    pages.map(({ priority = 0 }) => priority),
    pages.map(({ foundOn }) => foundOn ?? null),
  );
  if (written.length === pages.length) return;
  const done = new Set(written.map(({ number }) => number));
  const refused = pages.find(({ number }) => !done.has(number))?.number;
  throw contradiction(`number ${refused} is queued, but it names a page already`);
}

/** Other numbers that were merged into it stay so: they lead to it, or to what it turns out to be. */
async function requeue(queries: Queries, site: number, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await queries.run(
    `DELETE FROM contents c USING pages p WHERE c.site = $1 AND p.site = $1 AND p.number = ANY ($2::int[])
       AND c.fingerprint = p.fingerprint AND c.number = p.number`,
    ...[site, numbers],
  );
  await queries.run('DELETE FROM transitions WHERE site = $1 AND source = ANY ($2::int[])', site, numbers);
  await onPages(
    numbers,
    queries.all(
      `UPDATE pages SET status = ${statusCode.number('queued')}, attempts = 0, merged_into = NULL,
         error_code = NULL, error_message = NULL, fingerprint = NULL, blob = NULL
       WHERE site = $1 AND number = ANY ($2::int[]) RETURNING number`,
      ...[site, numbers],
    ),
  );
}

/** The blob's name is the store's to give; what the caller wrote there is not used. */
async function keep(queries: Queries, site: number, kept: Plan['kept']): Promise<void> {
  if (kept.length === 0) return;
  const numbers = kept.map(({ number }) => number);
  const column = (value: (content: (typeof kept)[number]['content']) => unknown) =>
    kept.map(({ content }) => value(content));
  await fileVersions(queries, site, kept);
  const blobs = await putBlobs(
    queries,
    site,
    kept.map(({ document }) => document),
  );
  await onPages(
    numbers,
    queries.all(
      `UPDATE pages p SET status = ${statusCode.number('kept')}, merged_into = NULL,
         error_code = NULL, error_message = NULL, fingerprint = n.fingerprint, address = n.address,
         title = n.title, lang = n.lang, http_status = n.http_status, content_type = n.content_type,
         last_modified = n.last_modified, captured_at = n.captured_at, blob = n.blob, type = n.type,
         etag = n.etag, fresh_until = n.fresh_until, body_print = n.body_print, charset = n.charset,
         dated = n.dated, dated_by = n.dated_by, tags = n.tags, relevance = n.relevance,
         source = coalesce(n.source, p.source), ord = coalesce(n.ord, p.ord)
       FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::text[],
         $10::text[], $11::bytea[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[],
         $18::text[], $19::text[], $20::float8[], $21::int[], $22::int[])
         AS n (number, fingerprint, address, title, lang, http_status, content_type, last_modified, captured_at,
           blob, type, etag, fresh_until, body_print, charset, dated, dated_by, tags, relevance, source, ord)
       WHERE p.site = $1 AND p.number = n.number RETURNING p.number`,
      site,
      numbers,
      column(({ fingerprint }) => fingerprint),
      column(({ address }) => address),
      column(({ title }) => title),
      column(({ lang }) => lang),
      column(({ status }) => status),
      column(({ contentType }) => contentType),
      column(({ lastModified }) => lastModified),
      column(({ capturedAt }) => capturedAt),
      blobs,
      column(({ type }) => type),
      column(({ etag }) => etag),
      column(({ freshUntil }) => freshUntil),
      column(({ bodyPrint }) => bodyPrint),
      column(({ charset }) => charset ?? null),
      column(({ dated }) => dated?.moment ?? null),
      column(({ dated }) => dated?.source ?? null),
      column(({ tags }) => (tags === undefined ? null : JSON.stringify(tags))),
      column(({ relevance }) => relevance ?? null),
      kept.map(({ entry }) => entry?.source ?? null),
      kept.map(({ entry }) => entry?.ord ?? null),
    ),
  );
  const prints = kept.map(({ number, content }) => ({ number, fingerprint: content.fingerprint }));
  await fileContents(queries, site, prints);
}

/** Without deduplication several pages share a content; the oldest stays its owner. */
async function fileContents(
  queries: Queries,
  site: number,
  prints: readonly { readonly number: number; readonly fingerprint: string }[],
): Promise<void> {
  await queries.run(
    `INSERT INTO contents (site, fingerprint, number)
     SELECT $1, fingerprint, number FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS n (fingerprint, number, nth)
     ORDER BY fingerprint, nth ON CONFLICT DO NOTHING`,
    ...[site, prints.map(({ fingerprint }) => fingerprint), prints.map(({ number }) => number)],
  );
}

/** The old fingerprint keeps naming the page: nothing else had it. */
async function print(queries: Queries, site: number, printed: Plan['printed']): Promise<void> {
  if (printed.length === 0) return;
  const numbers = printed.map(({ number }) => number);
  await onPages(
    numbers,
    queries.all(
      `UPDATE pages p SET fingerprint = n.fingerprint FROM unnest($2::int[], $3::text[]) AS n (number, fingerprint)
       WHERE p.site = $1 AND p.number = n.number RETURNING p.number`,
      ...[site, numbers, printed.map(({ fingerprint }) => fingerprint)],
    ),
  );
  await fileContents(queries, site, printed);
}

async function fail(queries: Queries, site: number, failed: Plan['failed']): Promise<void> {
  if (failed.length === 0) return;
  const numbers = failed.map(({ number }) => number);
  await onPages(
    numbers,
    queries.all(
      `UPDATE pages p SET status = ${statusCode.number('failed')}, error_code = n.code, error_message = n.message,
         content_type = coalesce(n.content_type, p.content_type)
       FROM unnest($2::int[], $3::text[], $4::text[], $5::text[]) AS n (number, code, message, content_type)
       WHERE p.site = $1 AND p.number = n.number RETURNING p.number`,
      site,
      numbers,
      failed.map(({ code }) => code),
      failed.map(({ message }) => message),
      failed.map(({ contentType }) => contentType ?? null),
    ),
  );
}

async function markUnchanged(queries: Queries, site: number, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await onPages(
    numbers,
    queries.all(
      `UPDATE pages SET status = ${statusCode.number('unchanged')}
       WHERE site = $1 AND number = ANY ($2::int[]) RETURNING number`,
      ...[site, numbers],
    ),
  );
}

async function countAttempts(queries: Queries, site: number, counted: Plan['attempts']): Promise<void> {
  if (counted.length === 0) return;
  const numbers = counted.map(({ number }) => number);
  await onPages(
    numbers,
    queries.all(
      `UPDATE pages p SET attempts = n.attempts FROM unnest($2::int[], $3::int[]) AS n (number, attempts)
       WHERE p.site = $1 AND p.number = n.number RETURNING p.number`,
      ...[site, numbers, counted.map(({ attempts }) => attempts)],
    ),
  );
}

async function addTransitions(queries: Queries, site: number, given: Plan['transitions']): Promise<void> {
  if (given.length === 0) return;
  const steps = [...new Map(given.map((step) => [`${step.source}/${step.ord}`, step])).values()];
  const column = (value: (step: (typeof steps)[number]) => unknown) => steps.map(value);
  await queries.run(
    `INSERT INTO transitions (site, source, ord, target, reason, element_id, xpath, event, value, label, kind,
       scope, text, fingerprint, meta)
     SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int[], $5::smallint[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::text[], $11::smallint[], $12::smallint[], $13::text[], $14::text[], $15::text[])
     ON CONFLICT (site, source, ord) DO UPDATE SET target = excluded.target, reason = excluded.reason,
       element_id = excluded.element_id, xpath = excluded.xpath, event = excluded.event, value = excluded.value,
       label = excluded.label, kind = excluded.kind, scope = excluded.scope, text = excluded.text,
       fingerprint = excluded.fingerprint, meta = excluded.meta`,
    site,
    column(({ source }) => source),
    column(({ ord }) => ord),
    column(({ target }) => target),
    column(({ reason }) => reasonCode.number(reason)),
    column(({ action }) => action.id),
    column(({ action }) => action.xpath),
    column(({ action }) => action.event),
    column(({ action }) => action.value ?? null),
    column(({ action }) => action.label),
    column(({ action }) => kindCode.number(action.instruction.kind)),
    column(({ action }) => scopeCode.number(action.instruction.scope)),
    column(({ action }) => action.instruction.text),
    column(({ action }) => action.instruction.fingerprint),
    column(({ action }) => (action.meta === undefined ? null : JSON.stringify(action.meta))),
  );
}

async function updateTransitions(queries: Queries, site: number, updated: Plan['updated']): Promise<void> {
  if (updated.length === 0) return;
  const changed = await queries.run(
    `UPDATE transitions t SET target = n.target, reason = n.reason
     FROM unnest($2::int[], $3::int[], $4::int[], $5::smallint[]) AS n (source, ord, target, reason)
     WHERE t.site = $1 AND t.source = n.source AND t.ord = n.ord`,
    site,
    updated.map(({ source }) => source),
    updated.map(({ ord }) => ord),
    updated.map(({ target }) => target),
    updated.map(({ reason }) => reasonCode.number(reason)),
  );
  const steps = new Set(updated.map(({ source, ord }) => `${ord} of page ${source}`));
  if (changed < steps.size)
    throw contradiction(`one of the transitions ${[...steps].join(', ')} is updated, but unknown`);
}

/** In the order of the index, and the last word on each. */
async function addInstructions(queries: Queries, site: number, changes: readonly Change[]): Promise<void> {
  const added = new Map<string, number>();
  for (const { instructions = [] } of changes)
    for (const { fingerprint, number } of instructions) added.set(fingerprint, number);
  if (added.size === 0) return;
  const prints = [...added.keys()].sort();
  await queries.run(
    `INSERT INTO instructions (site, fingerprint, number) SELECT $1, * FROM unnest($2::text[], $3::int[])
     ON CONFLICT (site, fingerprint) DO UPDATE SET number = excluded.number`,
    ...[site, prints, prints.map((each) => added.get(each))],
  );
}

/** Numbers only grow, whatever the caller says: a number once given out is never given out again. */
async function closeSite(queries: Queries, site: number, changes: readonly Change[]): Promise<void> {
  let next = 0;
  for (const { nextNumber = 0, queued = [] } of changes)
    next = queued.reduce((most, { number }) => Math.max(most, number + 1), Math.max(next, nextNumber));
  const totals = changes.findLast((change) => change.totals !== undefined)?.totals;
  if (next > 0 || totals)
    await queries.run(
      `UPDATE sites SET next_number = greatest(next_number, $2::int), totals = coalesce($3::text, totals) WHERE site = $1
         AND (next_number < $2::int OR $3::text IS NOT NULL)`,
      ...[site, next, totals ? JSON.stringify(totals) : null],
    );
  const finishedAt = changes.findLast((change) => change.finishedAt !== undefined)?.finishedAt;
  if (finishedAt !== undefined)
    await queries.run('UPDATE sites SET finished_at = $2 WHERE site = $1', site, finishedAt);
}

/** Throws where one of the pages is not there. */
async function onPages(
  numbers: readonly number[],
  changed: Promise<readonly { readonly number: number }[]>,
): Promise<void> {
  const done = new Set((await changed).map(({ number }) => number));
  const missing = numbers.find((number) => !done.has(number));
  if (missing !== undefined) throw contradiction(`number ${missing} names no page`);
}
