import { visibleText } from '../../dom/text.ts';
import { type PreparedPage, preparePage } from '../../extract/index.ts';
import {
  type BoundValues,
  type FormRequest,
  hiddenValues,
  knownForm,
  pageForms,
  requestOf,
  toldTotal,
} from '../../forms/index.ts';
import type { DocumentTree, ElementNode } from '../../model/index.ts';
import {
  type AnswerSample,
  answerRows,
  answerSample,
  type BoundQuery,
  sampleSizes,
} from '../../query/index.ts';
import type { KeptSample } from './home.ts';
import type { SourceReader } from './reader.ts';
import type { QuerySource } from './sources.ts';

/** What a source answered. */
export interface SourceAnswer {
  readonly rows: ReturnType<typeof answerRows>;
  /** A sample that shows where records stand, where there is a new one. */
  readonly sample: KeptSample | null;
  readonly notes: readonly string[];
}

/** Pages of one answer that are read unless told otherwise. */
export const mostPages = 20;
/** Questions that are asked at most to see where records stand. */
const mostTries = 5;
/** Words that nearly every collection has records with. */
const frequent = ['the', 'a', '的', 'of', '中', '1'];

/** Asks a source, and reads the records of its answer. */
export async function askSource(
  source: QuerySource,
  bound: BoundQuery,
  { reader, kept, pages: most }: { reader: SourceReader; kept: KeptSample | null; pages: number },
): Promise<SourceAnswer> {
  const asking = new Asking(source, reader, most);
  const { pages, isCut } = await asking.pages(bound.values);
  const known = kept === null ? null : answerSample(preparedPage(kept.document, kept.url));
  const { sample, isNew, isRead } = await sampleFor(asking, pages, bound.values, known);
  const rows = answerRows(pages, sample, source.rules);
  const notes: string[] = [];
  if (!isRead && rows.length === 0) notes.push('it answered, but no records could be read from its answers');
  if (isNew && kept !== null) notes.push('its pages are made otherwise than before; they were read anew');
  const [first] = pages;
  const told = isCut || first === undefined ? null : toldTotal(visibleText(first.document));
  if (told !== null && told > rows.length && rows.length > 0)
    notes.push(`its answer speaks of ${told} records, and showed ${rows.length}`);
  if (isCut) notes.push(`only the first ${most} pages of its answer were read (--pages N reads more)`);
  return { rows, notes, sample: isNew && sample !== null ? sampleToKeep(sample) : null };
}

interface FoundSample {
  readonly sample: AnswerSample | null;
  /** It is another than the one that was known. */
  readonly isNew: boolean;
  /** Whether some answer was understood: one without records is empty then. */
  readonly isRead: boolean;
}

/**
 * What shows where the records of a source stand: what is known, as long as it fits; else the answer itself, if it has
 * many records; else the answer to an easy question, since few records look like anything else.
 */
async function sampleFor(
  asking: Asking,
  pages: readonly PreparedPage[],
  values: BoundValues,
  known: AnswerSample | null,
): Promise<FoundSample> {
  if (answerRows(pages, known).length > 0) return { sample: known, isNew: false, isRead: true };
  const found = pages.flatMap((page) => answerSample(page) ?? []);
  if (!isSure(found))
    for await (const page of asking.easy(values)) {
      if (answerRows([page], known).length > 0) return { sample: known, isNew: false, isRead: true };
      found.push(...[answerSample(page) ?? []].flat());
      if (isSure(found)) break;
    }
  const [best] = found.sort((one, other) => other.items.length - one.items.length);
  return { sample: best ?? null, isNew: best !== undefined, isRead: best !== undefined };
}

function isSure(found: readonly AnswerSample[]): boolean {
  return found.some(({ items }) => items.length >= sampleSizes.sure);
}

function sampleToKeep(sample: AnswerSample): KeptSample {
  const { page } = sample;
  const texts = answerRows([page], sample).map(({ text }) => text.slice(0, 300));
  return { url: page.url ?? '', document: page.document, texts };
}

function preparedPage(document: DocumentTree, url: string): PreparedPage {
  return preparePage({ name: url, url, document });
}

class Asking {
  readonly #source: QuerySource;
  readonly #reader: SourceReader;
  readonly #most: number;

  constructor(source: QuerySource, reader: SourceReader, most: number) {
    this.#source = source;
    this.#reader = reader;
    this.#most = most;
  }

  /** All pages of an answer, as far as they are read. */
  async pages(
    values: BoundValues,
  ): Promise<{ readonly pages: readonly PreparedPage[]; readonly isCut: boolean }> {
    const pages: PreparedPage[] = [];
    const seen = new Set<string>();
    let next: FormRequest | null = await this.#request(values);
    while (next !== null && pages.length < this.#most) {
      seen.add(next.url);
      const { document } = await this.#reader.read(next);
      pages.push(preparedPage(document, document.url));
      seen.add(document.url);
      const url = nextPage(document, seen);
      next = url === null ? null : { method: 'GET', url, question: null };
    }
    return { pages, isCut: next !== null };
  }

  /** Answers to what most collections have much of, one after the other, as long as they are wanted. */
  async *easy(values: BoundValues): AsyncGenerator<PreparedPage> {
    for (const easy of easyValues(this.#source, values).slice(0, mostTries)) {
      const request = await this.#request(easy);
      if (request === null) return;
      const { document } = await this.#reader.read(request);
      yield preparedPage(document, document.url);
    }
  }

  /** The request for some values; tokens of the form are fetched anew, since they may hold once. */
  async #request(values: BoundValues): Promise<FormRequest | null> {
    const { form, page, charset } = this.#source;
    const tokens = form.fields.some(({ control, name }) => control === 'hidden' && token.test(name));
    if (!tokens) return requestOf(form, values, { charset });
    const { document } = await this.#reader.read({ method: 'GET', url: page, question: null });
    const now = pageForms(document).find(
      ({ xpath, action }) => xpath === form.xpath || action === form.action,
    );
    const fresh = now === undefined ? undefined : hiddenValues(knownForm(now));
    return requestOf(form, values, { charset, fresh });
  }
}

const token = /token|csrf|nonce|authenticity|viewstate|session|sid\b/i;

/** Questions with large answers: parts of what was asked, options, words that are everywhere. */
function easyValues({ form, meanings }: QuerySource, values: BoundValues): readonly BoundValues[] {
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

const forward =
  /^(?:next(?: page)?|more results|下一页|下一頁|下页|后页|后一页|次へ|weiter|suivant|siguiente|[›»→>]{1,2})\s*[›»→>]*$/iu;

/** The address of the next page of an answer, `null` on the last. */
function nextPage(document: DocumentTree, seen: ReadonlySet<string>): string | null {
  const links: { readonly url: string; readonly text: string; readonly rel: string }[] = [];
  collect(document.root, document.base, links);
  const free = links.filter(({ url }) => !seen.has(url) && sameSite(url, document.url));
  const named = free.find(({ rel, text }) => /\bnext\b/i.test(rel) || forward.test(text));
  if (named !== undefined) return named.url;
  // A pager of numbers alone: the one after the page that is shown.
  const numbers = free.filter(({ text, url }) => /^\d{1,4}$/.test(text) && sameQuestion(url, document.url));
  const [first] = numbers.sort((one, other) => Number(one.text) - Number(other.text));
  return first?.url ?? null;
}

function sameSite(url: string, page: string): boolean {
  return URL.parse(url)?.origin === URL.parse(page)?.origin;
}

function sameQuestion(url: string, page: string): boolean {
  return URL.parse(url)?.pathname === URL.parse(page)?.pathname;
}

function collect(
  { tag, attrs = {}, kids = [] }: ElementNode,
  base: string,
  links: { url: string; text: string; rel: string }[],
): void {
  const url =
    (tag === 'a' || tag === 'link') && attrs.href !== undefined ? URL.parse(attrs.href, base) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) {
    url.hash = '';
    links.push({
      url: url.href,
      text: wordsOf(kids).trim() || (attrs['aria-label'] ?? attrs.title ?? ''),
      rel: attrs.rel ?? '',
    });
  }
  for (const kid of kids) if (typeof kid !== 'string') collect(kid, base, links);
}

function wordsOf(kids: NonNullable<ElementNode['kids']>): string {
  return kids
    .map((kid) => (typeof kid === 'string' ? kid : wordsOf(kid.kids ?? [])))
    .join(' ')
    .replace(/\s+/g, ' ');
}
