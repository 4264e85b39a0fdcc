import type { CrawlSettings } from '../../config/settings.ts';
import { visibleText } from '../../dom/text.ts';
import { type AskedValues, nonsense, toldTotal } from '../../forms/index.ts';
import { asksPassword } from '../../forms/signed-out.ts';
import { ArgiopeError, type DocumentTree } from '../../model/index.ts';
import {
  type AnswerRow,
  type AnswerSample,
  answerRows,
  answerSample,
  type BoundQuery,
  sampleSizes,
} from '../../query/index.ts';
import { type AnswerFrame, answerFrame, withoutFrame } from './frame.ts';
import type { KeptSample } from './home.ts';
import type { QuerySource } from './sources.ts';
import {
  type AnswerPage,
  type AskWay,
  preparedPage,
  type SourceHands,
  type SourceWay,
  sourceWay,
  type WholeAnswer,
} from './ways.ts';

/** What a source answered. */
export interface SourceAnswer {
  readonly rows: readonly AnswerRow[];
  /** What is kept of it: where records stand, and how it is asked; `null`: nothing new. */
  readonly sample: KeptSample | null;
  readonly notes: readonly string[];
}

/** What asking a source goes by. */
export interface AskParts extends SourceHands {
  readonly kept: KeptSample | null;
  /** Pages of an answer that are read. */
  readonly pages: number;
  readonly engine: CrawlSettings['engine'];
}

/** Pages of one answer that are read unless told otherwise. */
export const mostPages = 20;
/** Questions that are asked at most to see where records stand, and to see whether notice is taken of any. */
const [mostTries, mostNotices] = [5, 2];
/** Words that nearly every collection has records with. */
const frequent = ['the', 'a', '的', 'of', '中', '1'];

/**
 * Asks a source, and reads the records of its answer: in the way that was right before, else in the cheapest in which
 * an answer is understood. The browser is started where plain requests were not.
 */
export async function askSource(
  source: QuerySource,
  bound: BoundQuery,
  parts: AskParts,
): Promise<SourceAnswer> {
  const known = parts.kept?.way ?? null;
  const ways = new Set<AskWay>([...(known === null ? [] : [known]), 'request', 'shown', 'script']);
  const mayRun = parts.engine !== 'http';
  if (parts.engine === 'browser') ways.delete('request');
  let best: Reading | null = null;
  let trouble: ArgiopeError | null = null;
  for (const kind of ways) {
    if (kind !== 'request' && (!mayRun || (best !== null && !mayHelp(kind, best)))) continue;
    const way = sourceWay(kind, source, parts, parts.kept?.script ?? null);
    if (way === null || (kind !== 'script' && !sendsAll(source, bound))) continue;
    // What has failed once is not asked the same way again.
    if (kind === 'shown' && trouble !== null) continue;
    try {
      best = await new Asking(source, way, parts).read(bound, kind === known);
    } catch (error) {
      if (!(error instanceof ArgiopeError) || (best === null && !mayBeOtherwise.has(error.code))) throw error;
      trouble ??= error;
    }
    if (best?.isRead) break;
  }
  if (best !== null) return told(best, parts, best.isRead ? null : trouble);
  throw trouble ?? unaskable(source, mayRun);
}

/** Whether a form sends all that it is asked for: what has no name is read by a script alone. */
function sendsAll({ sent }: QuerySource, { values }: BoundQuery): boolean {
  return Object.keys(values).every((name) => sent?.fields.some((field) => field.name === name));
}

/** What a form says that only its script sends, when it is sent without. */
const mayBeOtherwise: ReadonlySet<string> = new Set(['HTTP_STATUS', 'LOST', 'NOT_A_PAGE']);

function unaskable({ name }: QuerySource, mayRun: boolean): ArgiopeError {
  const why = mayRun
    ? 'its form is reached by steps that cannot be repeated'
    : 'only a script sends its form';
  return new ArgiopeError('NOT_A_PAGE', `${name}: ${why}`, {
    advice: mayRun ? 'Give the address of the page that shows the form.' : 'Leave --engine http out.',
  });
}

/** Whether the browser could show more of an answer, or send the form otherwise. */
function mayHelp(kind: AskWay, { answer }: Reading): boolean {
  return kind === 'script' || answer.pages.some(({ isUnrun }) => isUnrun);
}

/** An answer as far as it was understood. */
interface Reading {
  readonly way: SourceWay;
  readonly answer: WholeAnswer;
  readonly rows: readonly AnswerRow[];
  readonly sample: FoundSample;
  /** Whether some answer was understood: one without records is empty then. */
  readonly isRead: boolean;
}

interface FoundSample {
  readonly sample: AnswerSample | null;
  /** It is another than the one that was known. */
  readonly isNew: boolean;
  readonly isRead: boolean;
}

class Asking {
  readonly #source: QuerySource;
  readonly #way: SourceWay;
  readonly #known: AnswerSample | null;
  readonly #most: number;
  /** What answers show whatever is asked, where that was found out. */
  #frame: AnswerFrame | null = null;

  constructor(source: QuerySource, way: SourceWay, { kept, pages }: AskParts) {
    this.#source = source;
    this.#way = way;
    this.#known = kept === null ? null : answerSample(preparedPage(kept.document, kept.url));
    this.#most = pages;
  }

  /** `isKnown`: this way was right before. */
  async read({ values: all }: BoundQuery, isKnown: boolean): Promise<Reading> {
    const values = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
    let answer = await this.#way.ask(values, this.#most);
    const isSilent = !isKnown && !(await this.#takesNotice(answer, values));
    const sample = isSilent ? unread : await this.#sampleFor(answer, values);
    // It was read from the page before it was known what answers are made of.
    const isFromPage = answer.pages.some(({ rows }) => rows === null);
    if (isFromPage && this.#way.readsData) answer = await this.#way.ask(values, this.#most);
    const found = isSilent ? [] : rowsIn(answer.pages, sample.sample, this.#source);
    return { way: this.#way, answer, rows: found, sample, isRead: sample.isRead };
  }

  /** Whether what is asked makes a difference: where scripts answer, what is sent without them mostly does not. */
  async #takesNotice({ pages }: WholeAnswer, values: AskedValues): Promise<boolean> {
    const [first] = pages;
    const nothing = nothingLike(this.#source, values);
    const hasScripts = this.#way.kind !== 'request' || first?.isUnrun || this.#source.script !== null;
    if (!hasScripts || nothing === null || first === undefined) return true;
    const [empty] = (await this.#way.ask(nothing, 1)).pages;
    if (empty !== undefined) this.#frame = answerFrame(empty.page.document);
    const isOther = (page: AnswerPage | undefined, asked: AskedValues) => {
      const words = [nothing, asked].flatMap((one) => Object.values(one));
      return saidBy(page, words) !== saidBy(empty, words);
    };
    if (isOther(first, values)) return true;
    for (const easy of easyValues(this.#source, values).slice(0, mostNotices))
      if (isOther((await this.#way.ask(easy, 1)).pages[0], easy)) return true;
    return false;
  }

  /**
   * What shows where the records of a source stand: what is known, as long as it fits; else the answer itself, if it has
   * many records; else the answer to an easy question, since few records look like anything else.
   */
  async #sampleFor({ pages }: WholeAnswer, values: AskedValues): Promise<FoundSample> {
    const known = { sample: this.#known, isNew: false, isRead: true };
    const fits = (all: readonly AnswerPage[]) =>
      all.some(({ rows }) => rows !== null) || rowsIn(all, this.#known, this.#source).length > 0;
    if (fits(pages)) return known;
    const found = pages.flatMap((page) => this.#sampleIn(page) ?? []);
    if (!isSure(found))
      for (const easy of easyValues(this.#source, values).slice(0, mostTries)) {
        const [page] = (await this.#way.ask(easy, 1)).pages;
        if (page === undefined) continue;
        if (fits([page])) return known;
        found.push(...[this.#sampleIn(page) ?? []].flat());
        if (isSure(found)) break;
      }
    const [best] = found.sort((one, other) => other.items.length - one.items.length);
    return { sample: best ?? null, isNew: best !== undefined, isRead: best !== undefined };
  }

  /** The records of a page as a sample: a list that stands beside every answer may be longer. */
  #sampleIn({ page }: AnswerPage): AnswerSample | null {
    if (this.#frame === null) return answerSample(page);
    const { document } = page;
    return answerSample(preparedPage(withoutFrame(document, this.#frame), document.url));
  }
}

const unread: FoundSample = { sample: null, isNew: false, isRead: false };

function rowsIn(
  pages: readonly AnswerPage[],
  sample: AnswerSample | null,
  { rules }: QuerySource,
): readonly AnswerRow[] {
  const made = pages.flatMap(({ rows }) => rows ?? []);
  const rest = pages.filter(({ rows }) => rows === null).map(({ page }) => page);
  const read = rest.length === 0 ? [] : answerRows(rest, sample, rules);
  // A page that adds to a list has what the one before it had.
  const all = new Map([...made, ...read].map((row) => [`${row.url}\n${row.text}`, row]));
  return [...all.values()].map((row, place) => ({ ...row, place }));
}

function isSure(found: readonly AnswerSample[]): boolean {
  return found.some(({ items }) => items.length >= sampleSizes.sure);
}

/** What a page says, but for some words and for figures. */
function saidBy(page: AnswerPage | undefined, words: readonly string[]): string {
  if (page === undefined) return '';
  let text = visibleText(page.page.document).toLowerCase();
  for (const word of words) text = text.replaceAll(word.toLowerCase(), ' ');
  return text.replace(/[\s\d]+/g, ' ').trim();
}

/** What is asked for in the same fields and no record has; `null` where nothing can be typed. */
function nothingLike({ form }: QuerySource, values: AskedValues): AskedValues | null {
  const typed = form.fields.filter(({ name, control }) => name in values && control === 'text');
  if (typed.length === 0) return null;
  return { ...values, ...Object.fromEntries(typed.map(({ name }, at) => [name, nonsense(at + 1)])) };
}

/** Questions with large answers: parts of what was asked, options, words that are everywhere. */
function easyValues({ form, meanings }: QuerySource, values: AskedValues): readonly AskedValues[] {
  const parts = Object.entries(values).map(([name, value]) => ({ [name]: value }));
  const isFree = (name: string) => meanings.some(({ field, means }) => field === name && means !== 'choice');
  const options = form.fields
    .filter(({ name, control, options: all }) => control === 'select' && all.length > 1 && isFree(name))
    .flatMap(({ name, options: all }) =>
      all
        .filter(({ value }) => value !== '')
        .slice(0, 2)
        .map(({ value }) => ({ [name]: value })),
    );
  const box =
    meanings.find(({ means }) => means === 'words') ?? meanings.find(({ means }) => means === 'title');
  const words = box === undefined ? [] : frequent.map((word) => ({ [box.field]: word }));
  return [...(parts.length > 1 ? parts : []), ...options.slice(0, 2), ...words];
}

/** What is said of an answer. */
function told(
  { way, answer, rows, sample, isRead }: Reading,
  { kept, pages: most }: AskParts,
  trouble: ArgiopeError | null,
): SourceAnswer {
  const { pages, isCut } = answer;
  const notes: string[] = trouble === null ? [] : [trouble.message];
  if (!isRead && rows.length === 0) notes.push('it answered, but no records could be read from its answers');
  if (!isRead && pages.some(({ page }) => asksPassword(page.document.root)))
    notes.push('it asks for a password: sign in with `argiope login` and give --profile default');
  if (way.withheld !== null && rows.length === 0)
    notes.push(`its form posts to ${way.withheld}, which does not say that it searches: that was not let`);
  if (sample.isNew && kept !== null)
    notes.push('its pages are made otherwise than before; they were read anew');
  const [first] = pages;
  const total = isCut || first === undefined ? null : toldTotal(visibleText(first.page.document));
  if (total !== null && total > rows.length && rows.length > 0)
    notes.push(`its answer speaks of ${total} records, and showed ${rows.length}`);
  if (isCut) notes.push(`only the first ${most} pages of its answer were read (--pages N reads more)`);
  return { rows, notes, sample: isRead ? sampleToKeep(way, sample, rows, first, kept) : null };
}

/** What is to be kept where something new was found out; `null` where nothing was. */
function sampleToKeep(
  way: SourceWay,
  { sample, isNew }: FoundSample,
  rows: readonly AnswerRow[],
  first: AnswerPage | undefined,
  kept: KeptSample | null,
): KeptSample | null {
  const isAsBefore = !isNew && kept !== null && kept.way === way.kind;
  if (isAsBefore && way.memory === null) return null;
  const how = { way: way.kind, ...(way.memory !== null && { script: way.memory }) };
  if (isNew && sample !== null) {
    const texts = answerRows([sample.page], sample).map(({ text }) => text.slice(0, 300));
    return { ...how, url: sample.page.url ?? '', document: sample.page.document, texts };
  }
  if (kept !== null) return { ...kept, ...how };
  if (first === undefined) return null;
  const { url, document }: { url: string | null; document: DocumentTree } = first.page;
  return { ...how, url: url ?? '', document, texts: rows.map(({ text }) => text.slice(0, 300)) };
}
