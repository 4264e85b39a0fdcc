import type { AskedPage } from '../../crawl/gather/index.ts';
import { visibleText } from '../../dom/text.ts';
import { elementsOf } from '../../dom/xpath.ts';
import { textIn } from '../../forms/flow.ts';
import {
  type AnswerData,
  type AskedValues,
  answerData,
  type DataPath,
  dataPage,
  fragmentPage,
  inputName,
  markupIn,
  onwardRequests,
  type RecordLink,
  recordLink,
  type ScriptRequest,
  type SeenRecord,
} from '../../forms/index.ts';
import { maxNesting, parseDocument } from '../../html/tree.ts';
import type { DocumentTree, ElementNode } from '../../model/index.ts';
import type { FormPlace } from './driving.ts';

/** What a script was answered. */
export interface HeardData {
  readonly contentType: string;
  readonly body: string;
}

/** An answer as records in JSON, or as markup. */
type Understood =
  | { readonly kind: 'data'; readonly data: AnswerData }
  | { readonly kind: 'markup'; readonly markup: string };

/** How answers are read: as what, and where their records lead. */
export interface AnswerPagesMemory {
  readonly kind: Understood['kind'] | null;
  readonly link: RecordLink | null;
  readonly path: DataPath | null;
  readonly head: readonly string[];
}

/** The share of what a page shows that has to be in what came. */
const enough = 0.8;
/** Letters of a value that is no word of the page by chance, and records of which that is believed. */
const [leastTelling, leastShown] = [6, 3];

/** Makes pages of what scripts are answered, so that they are read and kept like any other. */
export class AnswerPages {
  readonly #place: FormPlace;
  readonly #links: ReadonlySet<string>;
  /** What the page of the form says. */
  readonly #text: string;
  #kind: Understood['kind'] | null = null;
  #link: RecordLink | null = null;
  /** Where answers have their records. */
  #path: DataPath | null = null;
  /** What the page calls the columns of its answers. */
  #head: readonly string[] = [];

  /** `page`: the one that has the form; `known`: how answers were read at another time. */
  constructor(place: FormPlace, page: DocumentTree, known: AnswerPagesMemory | null = null) {
    this.#kind = known?.kind ?? null;
    this.#link = known?.link ?? null;
    this.#path = known?.path ?? null;
    this.#head = known?.head ?? [];
    this.#place = place;
    this.#links = new Set(linksOf(page));
    this.#text = folded(visibleText(page));
  }

  /** How answers are read, for another time. */
  get memory(): AnswerPagesMemory {
    return { kind: this.#kind, link: this.#link, path: this.#path, head: this.#head };
  }

  /** Whether an answer holds what a page shows, its links included; from then on answers are read as this one is. */
  shows(heard: HeardData, records: readonly SeenRecord[], document: DocumentTree): boolean {
    const answer = this.#understood(heard);
    if (answer === null) return false;
    const texts = records.map(({ texts: all }) => folded(all.join(' ')));
    if (answer.kind === 'markup') {
      const said = folded(visibleText(this.#parsed(answer.markup)));
      if (texts.filter((text) => said.includes(text)).length < enough * texts.length) return false;
      this.#kind = 'markup';
      this.#head = headOver(document, texts);
      return true;
    }
    const { records: found } = answer.data;
    const isShown = (text: string) =>
      found.some((record) => record.some(({ value }) => value.length >= 3 && text.includes(folded(value))));
    // What stands beside the answer may look more like records than the answer: then it is found on the page.
    const isAnswer =
      texts.filter(isShown).length >= enough * texts.length || standsOn(document, found, this.#text);
    if (!isAnswer) return false;
    const fresh = linksOf(document).filter((url) => !this.#links.has(url));
    const own = found.filter((record) =>
      record.some(({ value }) => fresh.some((url) => url.endsWith(value))),
    ).length;
    this.#link = recordLink(found, fresh);
    // Links that nobody could follow would be lost without a word: then the page is read as it is.
    if (this.#link === null && own === 0 && fresh.length >= found.length / 2) return false;
    this.#kind = 'data';
    this.#path = answer.data.path;
    this.#head = headOver(document, texts);
    return true;
  }

  /** Whether an answer can be read as the first one was. */
  isLike(heard: HeardData): boolean {
    return this.#understood(heard)?.kind === this.#kind;
  }

  /** Whether a question leaves a list open whose options come with the choice: then the page has to be seen. */
  brings(values: AskedValues): boolean {
    return this.#place.form.fields.some(
      (field) =>
        field.control === 'select' &&
        !field.unseen &&
        field.options.every(({ value }) => value === '') &&
        !(inputName(field, this.#place.form) in values),
    );
  }

  /** Whether an answer in JSON holds no record at all. */
  isEmpty(heard: HeardData): boolean {
    const answer = this.#understood(heard);
    return answer?.kind === 'data' && answer.data.records.length === 0;
  }

  /** What an answer in JSON gives to ask for more with. */
  onward(request: ScriptRequest, heard: HeardData): readonly ScriptRequest[] {
    const answer = this.#understood(heard);
    return answer?.kind === 'data' ? onwardRequests(request, answer.data) : [];
  }

  count(heard: HeardData): number {
    const answer = this.#understood(heard);
    return answer?.kind === 'data' ? answer.data.records.length : 0;
  }

  /** Whether there is more than has come so far. */
  hasMore(pieces: readonly HeardData[]): boolean {
    const all = pieces.map((one) => this.#understood(one));
    const [first, last] = [all[0], all.at(-1)];
    if (first?.kind !== 'data' || last?.kind !== 'data' || last.data.records.length === 0) return false;
    const shown = all.reduce((sum, one) => sum + (one?.kind === 'data' ? one.data.records.length : 0), 0);
    const { onward, records } = last.data;
    return first.data.total === null ? onward.length > 0 || records.length >= 5 : shown < first.data.total;
  }

  /** Whether a further page holds something that those before it do not. */
  isNew(heard: HeardData, pieces: readonly HeardData[]): boolean {
    const answer = this.#understood(heard);
    if (answer?.kind !== 'data' || answer.data.records.length === 0) return false;
    const known = new Set(pieces.flatMap((one) => keysOf(this.#understood(one))));
    return keysOf(answer).some((key) => !known.has(key));
  }

  /** Whether it holds several records, and none that the pages before it have. */
  isApart(heard: HeardData, pieces: readonly HeardData[]): boolean {
    const known = new Set(pieces.flatMap((one) => keysOf(this.#understood(one))));
    const keys = keysOf(this.#understood(heard));
    return keys.length > 0 && keys.every((key) => !known.has(key));
  }

  page(
    pieces: readonly HeardData[],
    values: AskedValues,
    offers: Readonly<Record<string, readonly string[]>>,
  ): AskedPage {
    const { address } = this.#place;
    const title = Object.values(values).join(', ') || 'Search';
    const all = pieces.flatMap((one) => this.#understood(one) ?? []);
    const [first] = all;
    const text =
      first?.kind === 'markup'
        ? fragmentPage(title, first.markup, offers, this.#head)
        : dataPage({ title, data: joined(all, this.#head), link: this.#link, base: address, offers });
    const body = new TextEncoder().encode(text);
    const raw = {
      url: address,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      lastModified: '',
      body,
    };
    return { kind: 'raw', raw: { ...raw, requests: [], nesting: maxNesting }, robotsTag: '' };
  }

  /** An answer, its records where the first one had them. */
  #understood({ contentType, body }: HeardData): Understood | null {
    const json = jsonOf(body);
    if (json !== undefined) {
      const markup = this.#kind === 'data' ? null : markupIn(json);
      if (markup !== null) return { kind: 'markup', markup };
      const data = answerData(json, this.#path);
      return data === null ? null : { kind: 'data', data };
    }
    return /html|xml|^$|plain/i.test(contentType) && /</.test(body) ? { kind: 'markup', markup: body } : null;
  }

  #parsed(markup: string): DocumentTree {
    return parseDocument(fragmentPage('', markup, {}), this.#place.address, maxNesting);
  }
}

/** Whether a page shows the records of an answer, by something of each that it did not say `before`. */
function standsOn(document: DocumentTree, records: AnswerData['records'], before: string): boolean {
  const text = folded(visibleText(document));
  const shown = records.filter((record) =>
    record.some(({ value }) => {
      const said = folded(value);
      return said.length >= leastTelling && text.includes(said) && !before.includes(said);
    }),
  );
  return records.length >= leastShown && shown.length >= enough * records.length;
}

function jsonOf(body: string): unknown {
  // JSONP wraps it into a call.
  const text = /^\s*(?:\/\*\*\/)?\s*[\w$.]+\(\s*([[{].*[\]}])\s*\)\s*;?\s*$/s.exec(body)?.[1] ?? body;
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All pieces as one; values without names are called as the columns are that show them. */
function joined(all: readonly Understood[], head: readonly string[]): Pick<AnswerData, 'records' | 'total'> {
  const data = all.flatMap((one) => (one.kind === 'data' ? [one.data] : []));
  const records = data.flatMap((one) => one.records);
  const isNameless = (record: AnswerData['records'][number]) =>
    record.length === head.length && record.every(({ name }) => name === '');
  return {
    records: records.map((record) =>
      isNameless(record) ? record.map((one, at) => ({ ...one, name: head[at] ?? '' })) : record,
    ),
    total: data[0]?.total ?? null,
  };
}

/** The heads of the columns of the table that shows some records. */
function headOver(document: DocumentTree, records: readonly string[]): readonly string[] {
  for (const { node } of elementsOf(document)) {
    if (node.tag !== 'table') continue;
    const rows = [...rowsOf(node)];
    const heads = rows.find((cells) => cells.length > 1 && cells.every(({ tag }) => tag === 'th'));
    const said = rows.map((cells) => folded(cells.map(textIn).join(' ')));
    const isShown = records.some(
      (text) => text.length >= leastTelling && said.some((row) => row.includes(text)),
    );
    if (heads !== undefined && isShown) return heads.map((cell) => textIn(cell));
  }
  return [];
}

function* rowsOf(node: ElementNode): Generator<readonly ElementNode[]> {
  const kids = (node.kids ?? []).filter((kid) => typeof kid !== 'string');
  if (node.tag === 'tr') yield kids;
  else for (const kid of kids) yield* rowsOf(kid);
}

function keysOf(answer: Understood | null): readonly string[] {
  return answer?.kind === 'data' ? answer.data.records.map((record) => JSON.stringify(record)) : [];
}

function linksOf(document: DocumentTree): readonly string[] {
  const links: string[] = [];
  for (const { node } of elementsOf(document)) {
    const url = node.tag === 'a' && node.attrs?.href ? URL.parse(node.attrs.href, document.base) : null;
    if (url !== null && /^https?:$/.test(url.protocol)) links.push(url.href);
  }
  return links;
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
