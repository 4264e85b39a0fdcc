import type { FormQuestion } from '../../crawl/gather/index.ts';
import type { Submission } from '../../forms/index.ts';
import { normalizeUrl, type Scope, Sessions } from '../../frontier/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import type { Page, SiteStore, Transition } from '../../model/index.ts';
import { formIn, type SurfacedForm } from './source.ts';

/** A question with the form that it is put to. */
export interface FormSubmission {
  readonly source: SurfacedForm;
  readonly submission: Submission;
}

/**
 * Puts questions where they are asked from: those that are addresses into the frontier, as steps from the page that has
 * the form, in one transaction; gives those that post. What is out of scope is left, and told by the number of them.
 */
export async function fileQuestions(
  site: SiteStore,
  scope: Scope,
  questions: readonly FormSubmission[],
): Promise<readonly FormQuestion[]> {
  const sessions = new Sessions(await site.note('sessions'));
  let next = (await site.info()).nextNumber;
  const queued: Page[] = [];
  const transitions: Transition[] = [];
  const instructions: { fingerprint: string; number: number }[] = [];
  const posts: FormQuestion[] = [];
  const filed = new Map<string, number>();
  for (const { source, submission } of questions) {
    const request = source.request(submission.values);
    const url = request === null ? null : normalizeUrl(request.url);
    if (request === null || url === null || scope(url) !== 'in') {
      source.plan.heard(submission, { records: [], total: null, failed: true });
      continue;
    }
    const ord = source.nextOrd++;
    const action = source.action(submission.values, request);
    source.asked++;
    if (request.question !== null) {
      const step = { source: source.page, ord, action, url, sent: request.question };
      posts.push(
        source.hasTokens && source.isStale ? { ...step, fresh: freshQuestion(source, submission) } : step,
      );
      source.waiting.push({ submission, ord, target: null, isOwn: true });
      continue;
    }
    const { fingerprint } = urlInstruction(sessions.without(url));
    const known = filed.get(fingerprint) ?? (await site.numbersOf([fingerprint])).get(fingerprint);
    const target = known ?? next++;
    filed.set(fingerprint, target);
    if (known === undefined) {
      queued.push(waitingPage(target, url, source.page));
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

/** What a form sends that has to be asked for again before: its hidden fields hold once. */
function freshQuestion(source: SurfacedForm, { values }: Submission): NonNullable<FormQuestion['fresh']> {
  return {
    address: source.row.address,
    make: (document) => {
      source.renew(formIn(source, document));
      return source.request(values)?.question ?? null;
    },
  };
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
