import { formKey, shownForms } from '../../derive/index.ts';
import { visibleText } from '../../dom/text.ts';
import { elementsOf } from '../../dom/xpath.ts';
import { type AskedValues, type FormAnswer, offersAttribute, pageForms } from '../../forms/index.ts';
import { isPagerLabel } from '../../frontier/index.ts';
import { readDocument } from '../../html/stored.ts';
import { formInstruction } from '../../identity/index.ts';
import { type Action, type DocumentTree, formEvent, type Page, type SiteStore } from '../../model/index.ts';
import { nextPost } from './post-back.ts';
import { offersIn } from './script-asker.ts';
import { formIn, type PutQuestion, type SurfacedForm } from './source.ts';
import { shownPage } from './steps.ts';

/** Pages of one answer that are read: what has more is capped by nobody. */
const mostPages = 200;

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
    if (isEmpty && one.isOwn && target !== null) empty.push(target);
  }
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
  if (landing.number === source.page.number) {
    source.plan.heard(submission, { records: [], total: null });
    return false;
  }
  const { values, use } = submission;
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
    renewTokens(source, first);
  }
  const answer = {
    ...source.reader.read(pages, values),
    ...(first !== undefined && { offers: offersOf(source, first) }),
  };
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

/** Whether a link was followed by posting the form of its page again. */
function isPosted({ event, instruction }: Action): boolean {
  return event === 'click' && instruction.kind === 'form';
}

/** Has the next page of an answer asked for, where only a post of the form leads there; says whether it does. */
async function asksFurther(
  site: SiteStore,
  source: SurfacedForm,
  shown: readonly ShownAnswer[],
): Promise<boolean> {
  const last = shown.at(-1);
  if (source.form.method !== 'post' || last === undefined || shown.length >= mostPages) return false;
  const next = nextPost(last.document, shown.length, source.charset ?? 'utf-8');
  const question = next?.request.question ?? null;
  if (next === null || question === null || next.request.url !== source.row.action) return false;
  const steps = await site.transitions(last.page.number);
  const { xpath, text: label, call, request } = next;
  // It was followed before, and led nowhere that is new.
  if (steps.some(({ action }) => isPosted(action) && action.xpath === xpath)) return false;
  const { url } = request;
  const instruction = formInstruction(`${url} ${last.page.number}`, call);
  source.further.push({
    source: last.page,
    ord: Math.max(-1, ...steps.map(({ ord }) => ord)) + 1,
    action: { id: null, xpath, event: 'click', instruction, label },
    url,
    put: async ({ asker }) => ({ kind: 'raw', ...(await asker.answer(url, question)) }),
  });
  return true;
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

/** An answer mostly has the form again, with new tokens. */
function renewTokens(source: SurfacedForm, document: DocumentTree): void {
  if (source.hasTokens) source.renew(formIn(source, document));
}

/** Options that lists of the form have taken up with a choice, as the page of its answer says. */
function offersOf({ form, asker }: SurfacedForm, document: DocumentTree): NonNullable<FormAnswer['offers']> {
  if (asker === null) return {};
  const now = pageForms(document).find((one) => formKey(one) === formKey(form));
  const offers: Record<string, readonly string[]> = { ...offersIn(form, now) };
  for (const { node } of elementsOf(document)) {
    const name = node.tag === 'datalist' ? node.attrs?.[offersAttribute] : undefined;
    if (name === undefined) continue;
    const options = (node.kids ?? []).flatMap((kid) =>
      typeof kid === 'string' ? [] : [kid.attrs?.value ?? ''],
    );
    offers[name] = options.filter((value) => value !== '');
  }
  return offers;
}
