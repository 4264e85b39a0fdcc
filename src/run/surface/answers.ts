import { formKey, shownForms } from '../../derive/index.ts';
import { visibleText } from '../../dom/text.ts';
import { elementsOf } from '../../dom/xpath.ts';
import { fingerprint } from '../../fingerprint/rabin.ts';
import {
  type AskedValues,
  type ListOffers,
  lostChoices,
  offersAttribute,
  offersIn,
  offersKept,
  type PageForm,
} from '../../forms/index.ts';
import { isPagerLabel } from '../../frontier/index.ts';
import { readDocument } from '../../html/stored.ts';
import { type Action, type DocumentTree, formEvent, type Page, type SiteStore } from '../../model/index.ts';
import { copyOf } from './copies.ts';
import { keepOffers, keptOffers } from './offers-kept.ts';
import { nextPost } from './post-back.ts';
import { furtherQuestion, isPosted } from './posted-lists.ts';
import { formIn, type PutQuestion, type SurfacedForm } from './source.ts';
import { shownPage } from './steps.ts';

/** Pages of one answer that are read: what has more is capped by nobody. */
const mostPages = 200;

/** The share of answers that say the same, more than say anything else, from which on it is that there is nothing. */
const oftenSaid = 0.2;

/** Told the address and the text of a page that answers. */
export type AnswerWatch = (url: string, text: string) => void;

/** A page of an answer. */
interface ShownAnswer {
  readonly page: Page;
  readonly document: DocumentTree;
}

/** Reads what came of the questions of a form that wait for their answers, and tells its plan. */
export async function hearAnswers(
  site: SiteStore,
  source: SurfacedForm,
  watch: AnswerWatch = () => {},
): Promise<void> {
  const asked = source.waiting;
  source.waiting = [];
  const isAddress = source.form.method === 'get' && source.nature === 'plain';
  const targets = isAddress ? null : await targetsOf(site, source);
  const empty: number[] = [];
  for (const one of asked) {
    const target = targets === null ? one.target : (targets.get(one.ord) ?? null);
    const isEmpty = await hear(site, source, { ...one, target }, watch);
    if (!isEmpty || target === null) continue;
    if (!source.reader.isSure && one.submission.use === 'choice') source.unsure.push({ ...one, target });
    else if (one.isOwn) empty.push(target);
  }
  if (source.reader.isSure) empty.push(...(await readAgain(site, source)));
  await discard(site, source, empty);
}

/**
 * Decides about the answers of a form that has shown no list: each that says something of its own is a record. What most
 * of them say alike, but for what was asked, is that there is nothing. Says whether there were any.
 */
export async function settleAnswers(site: SiteStore, source: SurfacedForm): Promise<boolean> {
  const unsure = source.unsure.splice(0);
  if (unsure.length === 0) return false;
  const own = await readDocument(site, source.page.content);
  const said = new Map<string, (PutQuestion & { readonly target: number })[]>();
  for (const { target, ...one } of unsure) {
    const page = target === null ? null : await shownPage(site, target);
    const document = page === null ? null : await readDocument(site, page.content);
    if (document === null || target === null) continue;
    const says = saidOn(document, one.submission.values);
    said.set(says, [...(said.get(says) ?? []), { ...one, target }]);
  }
  const ownSaid = own === null ? null : saidOn(own, {});
  const [often = 0, next = 0] = [...said.values()]
    .map(({ length }) => length)
    .sort((one, other) => other - one);
  const most = often > Math.max(next, 1) && often >= oftenSaid * unsure.length ? often : null;
  const empty: number[] = [];
  for (const [says, all] of said)
    for (const { target, isOwn, submission } of all)
      if (says !== ownSaid && all.length !== most)
        source.plan.heardLate(submission, { records: [{ key: `page ${target}`, texts: [] }], total: null });
      else if (isOwn) empty.push(target);
  await discard(site, source, empty);
  return true;
}

/** Print of what a page says beside what can be chosen, and what was asked. */
function saidOn(document: DocumentTree, values: AskedValues): string {
  const lists = [...elementsOf(document)].filter(({ node }) => chosen.has(node.tag)).map(({ node }) => node);
  const asked = Object.values(values).filter((value) => value !== '');
  const text = visibleText(document, new Set(lists));
  return fingerprint(asked.reduce((rest, value) => rest.replaceAll(value, ''), text));
}

const chosen: ReadonlySet<string> = new Set(['select', 'datalist']);

/** Reads answers again that came before it was known where records stand; gives the pages of those without any. */
async function readAgain(site: SiteStore, source: SurfacedForm): Promise<readonly number[]> {
  const empty: number[] = [];
  for (const { target, submission, isOwn } of source.unsure.splice(0)) {
    const landing = target === null ? null : await shownPage(site, target);
    if (landing === null || target === null) continue;
    const pages = await pagesOfAnswer(site, source, landing, submission.values);
    const answer = source.reader.read(
      pages.map(({ document }) => document),
      submission.values,
    );
    if (answer.records.length > 0) source.plan.heardLate(submission, answer);
    else if (isOwn && landing.number === target) empty.push(target);
  }
  return empty;
}

async function discard(site: SiteStore, source: SurfacedForm, empty: readonly number[]): Promise<void> {
  // An answer without records shows nothing that the form's page does not.
  const into = source.page.number;
  if (empty.length > 0) await site.commit({ merged: empty.map((number) => ({ number, into })) });
}

/** Where the questions of a form that posts have led, by their places on its page. */
async function targetsOf(site: SiteStore, source: SurfacedForm): Promise<ReadonlyMap<number, number | null>> {
  const steps = await site.transitions(source.page.number);
  return new Map(steps.map(({ ord, target }) => [ord, target]));
}

/** Says whether the answer stands on a page of its own and holds no record. */
async function hear(
  site: SiteStore,
  source: SurfacedForm,
  one: PutQuestion,
  watch: AnswerWatch,
): Promise<boolean> {
  const { submission, target } = one;
  const landing = target === null ? null : await shownPage(site, target);
  if (landing === null) {
    source.plan.heard(submission, { records: [], total: null, failed: true });
    return false;
  }
  const { values, use } = submission;
  if (landing.number === source.page.number) {
    const offers = await keptOffers(site, source, values);
    source.copies.brings(values, newIn(offers), null);
    source.plan.heard(submission, { records: [], total: null, offers });
    return false;
  }
  const whole = await pagesOfAnswer(site, source, landing, values);
  if (await asksFurther(site, source, whole)) {
    source.waiting.push(one);
    return false;
  }
  const pages = whole.map(({ document }) => document);
  const [first] = pages;
  for (const page of pages) watch(page.url, visibleText(page));
  if (first !== undefined) {
    if (use === 'nonsense') source.reader.empty(first);
  }
  const now = first === undefined ? null : formIn(source, first);
  const offers = first === undefined ? {} : offersOf(source, first, now, values);
  if (first !== undefined) renew(source, values, now, offers);
  const read = source.reader.read(pages, values);
  const isUnread = first !== undefined && read.records.length === 0 && !source.reader.isSure;
  const answer = { ...read, offers, ...(isUnread && { said: saidOn(first, values) }) };
  if (answer.records.length === 0) await keepOffers(site, source, values, offers);
  source.plan.heard(submission, answer);
  if (first !== undefined && leadsFurther(source, first)) return false;
  return answer.records.length === 0 && !answer.failed && landing.number === target;
}

/** Whether an answer is another form to fill in: the next step of this one. */
function leadsFurther({ beside }: SurfacedForm, document: DocumentTree): boolean {
  return shownForms(document).some((form) => form.searchable && !beside.has(formKey(form)));
}

/** The documents of an answer, from its first page on: links that lead on to the same question are followed. */
async function pagesOfAnswer(
  site: SiteStore,
  source: SurfacedForm,
  landing: Page,
  values: AskedValues,
): Promise<readonly ShownAnswer[]> {
  const [tried, seen] = [new Set<number>(), new Set([landing.number])];
  const shown: ShownAnswer[] = [];
  const queue = [landing];
  for (let page = queue.shift(); page !== undefined && shown.length < mostPages; page = queue.shift()) {
    const document = await readDocument(site, page.content);
    if (document === null) continue;
    shown.push({ page, document });
    for (const { target, action } of await site.transitions(page.number)) {
      if (target === null || tried.has(target) || action.event === formEvent) continue;
      tried.add(target);
      if (!isPosted(action) && !leadsOn(source, landing, values, action)) continue;
      const next = await shownPage(site, target);
      if (next === null || seen.has(next.number)) continue;
      seen.add(next.number);
      queue.push(next);
    }
  }
  return shown;
}

/** Has the next page of an answer asked for, where only a post of the form leads there; says whether it does. */
async function asksFurther(
  site: SiteStore,
  source: SurfacedForm,
  shown: readonly ShownAnswer[],
): Promise<boolean> {
  const last = shown.at(-1);
  if (source.form.method !== 'post' || last === undefined || shown.length >= mostPages) return false;
  const next = nextPost(last.document, shown.length, source.charset ?? 'utf-8', source.allow);
  if (next === null || next.request.url !== source.row.action) return false;
  const question = await furtherQuestion(site, last.page, next);
  if (question !== null) source.further.push(question);
  return question !== null;
}

/** Whether a link leads to another page of the same answer: it asks the same, or is called as such links are. */
function leadsOn(
  { form, row, nature }: SurfacedForm,
  landing: Page,
  values: AskedValues,
  { label, instruction }: Action,
): boolean {
  const url = URL.parse(instruction.text);
  if (url === null || url.origin !== URL.parse(row.action ?? row.address)?.origin) return false;
  const isPager = isPagerLabel(label);
  if (form.method !== 'get' || nature === 'script' || Object.keys(values).length === 0) return isPager;
  const asked = landing.entry.kind === 'url' ? URL.parse(landing.entry.url) : null;
  const same = (name: string) =>
    url.searchParams.get(name) === asked?.searchParams.get(name) ||
    rawValue(url, name) === rawValue(asked, name);
  if (!Object.keys(values).every(same)) return false;
  return (
    isPager ||
    form.fields
      .filter(({ name, control }) => name !== '' && control !== 'hidden')
      .every(({ name }) => same(name))
  );
}

/** A value as it is written: pages of other encodings cannot be read by the usual rules. */
function rawValue(url: URL | null, name: string): string | undefined {
  return url?.search
    .slice(1)
    .split('&')
    .find((pair) => pair.startsWith(`${name}=`));
}

/** An answer mostly has the form again, with new tokens, and with lists that only its copy may choose from. */
function renew(source: SurfacedForm, values: AskedValues, now: PageForm | null, offers: ListOffers): void {
  if (source.hasTokens) source.renew(now);
  if (source.nature === 'script') return;
  const copy = now === null || !source.hasHidden ? null : copyOf(source.form, now);
  source.copies.brings(values, newIn(offers), copy);
  if (now === null || copy === null) return;
  const bringer = source.copies.bringer(values);
  if (bringer !== null && lostChoices(now, values).length === 0) source.copies.keep(bringer, copy);
}

/** Fields whose lists depend on what was asked. */
function newIn(offers: ListOffers): readonly string[] {
  return Object.entries(offers).flatMap(([name, { isNew }]) => (isNew ? [name] : []));
}

/** Lists that a copy of the form has taken up with a choice, also as the page of its answer says. */
function offersOf(
  { form, asker, nature }: SurfacedForm,
  document: DocumentTree,
  now: PageForm | null,
  values: AskedValues,
): ListOffers {
  if (nature !== 'script' || asker === null) return now === null ? {} : offersKept(form, now, values);
  const offers: Record<string, ListOffers[string]> = now === null ? {} : { ...offersIn(form, now, values) };
  for (const { node } of elementsOf(document)) {
    const name = node.tag === 'datalist' ? node.attrs?.[offersAttribute] : undefined;
    if (name === undefined) continue;
    const options = (node.kids ?? []).flatMap((kid) =>
      typeof kid === 'string' ? [] : [kid.attrs?.value ?? ''],
    );
    offers[name] = { values: options.filter((value) => value !== ''), required: false, isNew: true };
  }
  return offers;
}
