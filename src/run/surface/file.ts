import type { AskedPage, FormQuestion } from '../../crawl/gather/index.ts';
import type { AskedValues, Submission } from '../../forms/index.ts';
import { normalizeUrl, type Scope, Sessions } from '../../frontier/index.ts';
import { decodeAs, pageCharset } from '../../html/charset.ts';
import { parseDocument } from '../../html/tree.ts';
import { urlInstruction } from '../../identity/index.ts';
import type { DocumentTree, Page, Question, SiteStore, Transition } from '../../model/index.ts';
import { copyOf } from './copies.ts';
import type { ScriptAsker } from './script-asker.ts';
import { formIn, type SurfacedForm } from './source.ts';

/** A question with the form that it is put to. */
export interface FormSubmission {
  readonly source: SurfacedForm;
  readonly submission: Submission;
}

/** How pages are read that answer questions which are addresses, one by one; `null`: with all else that waits. */
export type AddressReads = 'by request' | 'in the browser' | null;

/**
 * Puts questions where they are asked from: those that are addresses into the frontier, as steps from the page that has
 * the form, in one transaction; gives those that are asked one by one. What is out of scope is left, and told by the
 * number of them.
 */
export async function fileQuestions(
  site: SiteStore,
  scope: Scope,
  questions: readonly FormSubmission[],
  reads: AddressReads,
): Promise<readonly FormQuestion[]> {
  const sessions = new Sessions(await site.note('sessions'));
  let next = (await site.info()).nextNumber;
  const queued: Page[] = [];
  const transitions: Transition[] = [];
  const instructions: { fingerprint: string; number: number }[] = [];
  const posts: FormQuestion[] = [];
  const filed = new Map<string, number>();
  for (const { source, submission } of questions) {
    if (source.nature === 'script' && source.asker !== null) {
      posts.push(drivenQuestion(source, source.asker, submission));
      continue;
    }
    const request = source.request(submission.values);
    const url = request === null ? null : normalizeUrl(request.url);
    if (request === null || url === null || scope(url) !== 'in') {
      source.plan.heard(submission, { records: [], total: null, failed: true });
      continue;
    }
    const ord = source.takeOrd();
    const action = source.action(submission.values, request);
    source.asked++;
    if (request.question !== null) {
      const step = { source: source.page, ord, action, url };
      posts.push({ ...step, put: posted(source, submission, url, request.question) });
      source.waiting.push({ submission, ord, target: null, isOwn: true });
      continue;
    }
    const { fingerprint } = urlInstruction(sessions.without(url));
    const known = filed.get(fingerprint) ?? (await site.numbersOf([fingerprint])).get(fingerprint);
    const target = known ?? next++;
    filed.set(fingerprint, target);
    if (known === undefined) {
      const page = waitingPage(target, url, source.page);
      queued.push(page);
      if (reads !== null) posts.push({ source: source.page, ord, action, url, page, put: read(url, reads) });
      instructions.push({ fingerprint, number: target });
    }
    const reason = known === undefined ? 'queued' : 'known';
    transitions.push({ source: source.page.number, ord, action, target, reason });
    source.waiting.push({ submission, ord, target, isOwn: known === undefined });
  }
  if (transitions.length > 0)
    await site.commit({ queued, transitions, instructions, nextNumber: next, finishedAt: null });
  return posts;
}

/** Reads a page that answers. */
function read(url: string, reads: NonNullable<AddressReads>): FormQuestion['put'] {
  return async ({ asker, tab }) => {
    if (reads === 'by request') return asker.page(url);
    await asker.turn(url);
    return { kind: 'capture', capture: await (await tab()).open(url) };
  };
}

/** A question that is put by the form's own script. */
function drivenQuestion(source: SurfacedForm, asker: ScriptAsker, submission: Submission): FormQuestion {
  const ord = source.takeOrd();
  const { values, use } = submission;
  source.asked++;
  source.waiting.push({ submission, ord, target: null, isOwn: true });
  return {
    source: source.page,
    ord,
    action: source.drivenAction(values),
    url: source.row.address,
    put: (hands) => asker.put(hands, source.filled(values), use === 'nonsense'),
  };
}

/** Posts a form; where its hidden fields hold once, its page is asked for again before, or the answer that has its lists. */
function posted(
  source: SurfacedForm,
  { values }: Submission,
  url: string,
  question: Question,
): FormQuestion['put'] {
  const bringer = source.hasHidden ? source.copies.bringer(values) : null;
  const isLost = bringer !== null && source.copies.get(bringer) === null;
  const isStale = bringer === null && source.hasTokens && source.isStale;
  return async ({ asker }) => {
    if (isLost) await bringAgain(source, bringer, asker);
    if (isStale) source.renew(formIn(source, documentOf(await asker.page(source.row.address))));
    const sent = isStale || isLost ? source.request(values)?.question : null;
    return { kind: 'raw', ...(await asker.answer(url, sent ?? question)) };
  };
}

/** Asks once more for the answer whose lists hold what is chosen next: its copy of the form is not at hand any more. */
async function bringAgain(source: SurfacedForm, values: AskedValues, asker: FormAsker): Promise<void> {
  const bringer = source.copies.bringer(values);
  if (bringer !== null && source.copies.get(bringer) === null) await bringAgain(source, bringer, asker);
  const { url, question = null } = source.request(values) ?? {};
  if (url === undefined || question === null) return;
  const form = formIn(source, documentOf({ kind: 'raw', ...(await asker.answer(url, question)) }));
  if (form !== null) source.copies.keep(values, copyOf(source.form, form));
}

type FormAsker = Parameters<FormQuestion['put']>[0]['asker'];

function documentOf(page: AskedPage): DocumentTree {
  if (page.kind === 'capture') return page.capture.document;
  const { body, contentType, url, nesting } = page.raw;
  return parseDocument(decodeAs(body, pageCharset(body, contentType)), url, nesting);
}

function waitingPage(number: number, url: string, { number: foundOn, depth }: Page): Page {
  return {
    number,
    status: 'queued',
    entry: { kind: 'url', url },
    document: number,
    depth: depth + 1,
    attempts: 0,
    content: null,
    mergedInto: null,
    error: null,
    foundOn,
  };
}
