import type { AskedPage } from '../../crawl/gather/index.ts';
import { visibleText } from '../../dom/text.ts';
import { type PreparedPage, preparePage } from '../../extract/index.ts';
import {
  type AskedValues,
  dataOnPage,
  type FormRequest,
  hiddenValues,
  knownForm,
  pageForms,
  requestOf,
} from '../../forms/index.ts';
import { capturePage } from '../../html/capture.ts';
import { ArgiopeError, type DocumentTree } from '../../model/index.ts';
import { type AnswerRow, rowsOfData } from '../../query/index.ts';
import { hasScript } from '../surface/may-ask.ts';
import { nextPost } from '../surface/post-back.ts';
import { type AskerMemory, ScriptAsker } from '../surface/script-asker.ts';
import { unmarked } from '../surface/unmarked.ts';
import type { SourceBrowser } from './browser.ts';
import { leadsOn, nextPage, nextShown } from './onward.ts';
import type { SourcePage, SourceReader } from './reader.ts';
import type { QuerySource } from './sources.ts';

/**
 * How a source is asked. `request`: its form is sent, and the answer read, without a script; `shown`: the same, and the
 * browser shows the answer; `script`: its form is driven in the browser, or the request behind it repeated.
 */
export type AskWay = 'request' | 'shown' | 'script';

/** One page of an answer. */
export interface AnswerPage {
  readonly page: PreparedPage;
  /** Its records, where it was made of data: nothing has to be found on it. */
  readonly rows: readonly AnswerRow[] | null;
  /** Scripts of it were not run, and may show more. */
  readonly isUnrun: boolean;
}

/** All pages of an answer, as far as they are read. */
export interface WholeAnswer {
  readonly pages: readonly AnswerPage[];
  readonly isCut: boolean;
}

/** Asks a source in one way. */
export interface SourceWay {
  readonly kind: AskWay;
  ask(values: AskedValues, most: number): Promise<WholeAnswer>;
  /** Answers are read from the data that they are made of. */
  readonly readsData: boolean;
  /** Why something may be missing in its answers. */
  readonly withheld: string | null;
  /** What is worth keeping for another time. */
  readonly memory: AskerMemory | null;
}

/** By whom a source is asked. */
export interface SourceHands {
  readonly reader: SourceReader;
  readonly browser: SourceBrowser;
}

/** The way of a kind to ask a source, `null` where it has none. */
export function sourceWay(
  kind: AskWay,
  source: QuerySource,
  hands: SourceHands,
  known: AskerMemory | null,
): SourceWay | null {
  if (kind === 'script') return source.script === null ? null : new ScriptWay(source, hands, known);
  return source.sent === null ? null : new RequestWay(kind, source, hands);
}

/** Sends a form as a browser would; the answer is read as it came, or shown by the browser. */
class RequestWay implements SourceWay {
  readonly kind: 'request' | 'shown';
  readonly readsData = false;
  readonly withheld = null;
  readonly memory = null;
  readonly #source: QuerySource;
  readonly #hands: SourceHands;

  constructor(kind: 'request' | 'shown', source: QuerySource, hands: SourceHands) {
    this.kind = kind;
    this.#source = source;
    this.#hands = hands;
  }

  async ask(values: AskedValues, most: number): Promise<WholeAnswer> {
    const { reader, browser } = this.#hands;
    const request = await this.#request(values);
    const first = await reader.read(request);
    if (this.kind === 'shown') {
      const { document } = await browser.show(first.raw);
      return shownPages(this.#hands, document, { values, most, asked: request.url });
    }
    const pages = [answerPage(first.document)];
    const seen = new Set([request.url, first.document.url]);
    let last: SourcePage = first;
    for (;;) {
      const url = nextPage(last.document, seen);
      const next: FormRequest | null =
        url === null
          ? (nextPost(last.document, pages.length, last.charset)?.request ?? null)
          : { method: 'GET', url, question: null };
      if (next === null || pages.length >= most) return { pages, isCut: next !== null };
      if (url !== null) seen.add(url);
      const before = visibleText(last.document);
      last = await reader.read(next);
      if (visibleText(last.document) === before) return { pages, isCut: false };
      seen.add(last.document.url);
      pages.push(answerPage(last.document));
    }
  }

  /** The request for some values; tokens of the form are fetched anew, since they may hold once. */
  async #request(values: AskedValues): Promise<FormRequest> {
    const { sent: form, page, charset } = this.#source;
    if (form === null) throw new ArgiopeError('INTERNAL', 'a form was sent that only a script sends');
    const hasToken = form.fields.some(({ control, name }) => control === 'hidden' && token.test(name));
    const fresh = hasToken ? await this.#freshValues(page) : undefined;
    const request = requestOf(form, values, { charset, fresh });
    if (request === null) throw new ArgiopeError('INTERNAL', 'a form was sent that only a script sends');
    return request;
  }

  async #freshValues(page: string): Promise<ReadonlyMap<string, string> | undefined> {
    const { document } = await this.#hands.reader.read({ method: 'GET', url: page, question: null });
    const now = pageForms(document).find(
      ({ xpath, action }) => xpath === this.#source.sent?.xpath || action === this.#source.sent?.action,
    );
    return now && hiddenValues(knownForm(now));
  }
}

const token = /token|csrf|nonce|authenticity|viewstate|session|sid\b/i;

/** Has a form sent by its own script, or repeats what that asks for. */
class ScriptWay implements SourceWay {
  readonly kind = 'script';
  readonly #hands: SourceHands;
  readonly #asker: ScriptAsker;

  constructor({ script }: QuerySource, hands: SourceHands, known: AskerMemory | null) {
    if (script === null) throw new ArgiopeError('INTERNAL', 'a form is driven that no browser can go to');
    this.#hands = hands;
    this.#asker = new ScriptAsker(script.place, script.document, script.isSearch, known);
  }

  get readsData(): boolean {
    return this.#asker.reads === 'data';
  }

  get withheld(): string | null {
    return this.#asker.withheld;
  }

  get memory(): AskerMemory {
    return this.#asker.memory;
  }

  async ask(values: AskedValues, most: number): Promise<WholeAnswer> {
    const { reader, browser } = this.#hands;
    const asker = {
      turn: (url: string) => reader.turn(url),
      // What a form leads to may need scripts as its own page does.
      page: async (url: string): Promise<AskedPage> => {
        const { raw } = await reader.read({ method: 'GET', url, question: null });
        return { kind: 'capture', capture: await browser.show(raw) };
      },
      data: async (request: Parameters<SourceReader['data']>[0]) => {
        await browser.pullCookies();
        return reader.data(request);
      },
    };
    const refuses = async (url: string) => ((await reader.isAllowed(url)) ? null : 'robots');
    const hands = { asker, refuses, tab: browser.tab, most };
    const shown = (document: DocumentTree) =>
      shownPages(this.#hands, document, { values, most, asked: null });
    const answer = await this.#asker.put(hands, values, false);
    if (answer.kind === 'capture') return shown(answer.capture.document);
    const { document } = capturePage(answer.raw);
    // Markup that came has buttons of which only its page knows what they do.
    if (most > 1 && dataOnPage(document.root) === null && leadsOn(document, new Set([document.url]))) {
      const whole = await this.#asker.shown(hands, values);
      if (whole !== null) return shown(whole);
    }
    return { pages: [answerPage(document, true)], isCut: false };
  }
}

/** The pages of an answer that a tab shows, from the first on. */
async function shownPages(
  { reader, browser }: SourceHands,
  first: DocumentTree,
  {
    values,
    most,
    asked,
  }: { readonly values: AskedValues; readonly most: number; readonly asked: string | null },
): Promise<WholeAnswer> {
  const shown = (document: DocumentTree): AnswerPage => ({
    ...answerPage(unmarked(document, values)),
    isUnrun: false,
  });
  const pages = [shown(first)];
  const seen = new Set([first.url, ...(asked === null ? [] : [asked])]);
  const parts = { seen, turn: (url: string) => reader.turn(url) };
  let last = first;
  while (pages.length < most) {
    const next = await nextShown(await browser.tab(), last, parts);
    if (next === null) return { pages, isCut: false };
    seen.add(next.url);
    pages.push(shown(next));
    last = next;
  }
  return { pages, isCut: leadsOn(last, seen) };
}

function answerPage(document: DocumentTree, isData = false): AnswerPage {
  const { url } = document;
  const records = isData ? dataOnPage(document.root) : null;
  return {
    page: preparedPage(document, url),
    rows: records && rowsOfData(records, url),
    isUnrun: !isData && hasScript(document),
  };
}

export function preparedPage(document: DocumentTree, url: string): PreparedPage {
  return preparePage({ name: url, url, document });
}
