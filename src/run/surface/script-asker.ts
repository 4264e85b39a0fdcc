import type { AskedPage } from '../../crawl/gather/index.ts';
import { formKey } from '../../derive/index.ts';
import {
  type AskedValues,
  filledTemplate,
  isSameRequest,
  offersIn,
  pageForms,
  type RequestTemplate,
  type ScriptRequest,
  templateOf,
} from '../../forms/index.ts';
import { ArgiopeError, type DocumentTree, type RequestRecord } from '../../model/index.ts';
import {
  AnswerPager,
  askData,
  type PagerMemory,
  type ScriptAnswer,
  type ScriptHands,
} from './answer-pager.ts';
import { AnswerPages, type AnswerPagesMemory, type HeardData } from './answer-pages.ts';
import { AnswerReader } from './answer-reader.ts';
import { type Driven, driveForm, type FormPlace } from './driving.ts';
import { mayPost } from './posting.ts';

/** How questions with one set of fields are put: driven until two drives have made the same request, then repeated. */
interface Way {
  template: RequestTemplate | null;
  /** Questions that were repeated since the form was driven last. */
  repeated: number;
  /** Times that a request came out otherwise than expected. */
  misses: number;
}

/**
 * Repeated requests after which the form is driven once more, to see whether it still asks the same. A drive takes as long
 * as ten of them: each 50th took a sixth of the time, each 100th takes less than a tenth.
 */
const sampleEach = 100;
/** Misses after which nothing is expected any more. */
const mostMisses = 2;
/** Records of an answer of which it is believed that they are some, and answers with fewer after which it is too. */
const [sureRecords, mostUnlike] = [5, 6];
/** Headers of a request that say only how it wants to be answered. */
const openHeaders: ReadonlySet<string> = new Set(['accept', 'x-requested-with']);

/** What was found out about asking a form, for another time. */
export interface AskerMemory {
  readonly ways: readonly (Way & { readonly fields: string; readonly sample: RequestTemplate | null })[];
  readonly posts: readonly string[];
  readonly reads: 'data' | 'page' | null;
  readonly pager: PagerMemory;
  readonly pages: AnswerPagesMemory;
}

/** What a form turned out to be when it was driven first. */
export type FormNature = 'script' | 'plain';

/**
 * Asks a form that only a script sends. It is driven as a person would; once the request behind it is known, and what
 * came is what the page showed, later questions repeat that request without the browser.
 */
export class ScriptAsker {
  readonly #place: FormPlace;
  readonly #isSearch: boolean;
  readonly #pages: AnswerPages;
  readonly #ways = new Map<string, Way>();
  /** What the last drive asked for. */
  readonly #samples = new Map<Way, RequestTemplate>();
  /** Addresses that the form was seen to post its questions to. */
  readonly #posts = new Set<string>();
  /** Reads what the page shows, to compare it with what came. */
  readonly #shown: AnswerReader;
  /** What answers are read from: what came, or what the page shows; `null`: no record was seen yet. */
  #reads: 'data' | 'page' | null = null;
  /** Asks for further pages of an answer. */
  readonly #pager: AnswerPager;
  /** Answers that showed a few things which no request has brought. */
  #unlike = 0;
  #withheld: string | null = null;
  /** What is repeated was found out at another time, and has brought nothing yet. */
  #isUnproven = false;
  /** Questions that were put by driving and by repeating. */
  readonly counts = { driven: 0, repeated: 0 };

  /** `isSearch`: the form says itself that it searches, or a person has allowed it. */
  constructor(place: FormPlace, page: DocumentTree, isSearch: boolean, known: AskerMemory | null = null) {
    this.#place = place;
    this.#isSearch = isSearch;
    this.#pages = new AnswerPages(place, page, known?.pages ?? null);
    this.#pager = new AnswerPager(this.#pages, known?.pager ?? null);
    this.#shown = new AnswerReader(page);
    if (known !== null) this.#remember(known);
  }

  #remember({ ways, posts, reads }: AskerMemory): void {
    for (const { fields, sample, ...way } of ways) {
      this.#ways.set(fields, way);
      if (sample !== null) this.#samples.set(way, sample);
    }
    for (const url of posts) this.#posts.add(url);
    this.#reads = reads;
    this.#isUnproven = true;
  }

  /** What was found out; requests that carry more than how they want to be answered are not kept: it may be a secret. */
  get memory(): AskerMemory {
    const plain = (template: RequestTemplate | null) =>
      template !== null && Object.keys(template.request.headers).every((name) => openHeaders.has(name))
        ? template
        : null;
    const ways = [...this.#ways].map(([fields, way]) => {
      const sample = plain(this.#samples.get(way) ?? null);
      return { ...way, fields, template: plain(way.template), sample };
    });
    const [pager, pages] = [this.#pager.memory, this.#pages.memory];
    return { ways, posts: [...this.#posts], reads: this.#reads, pager, pages };
  }

  /** Where the form would have posted to and was not let; `null`: nowhere. */
  get withheld(): string | null {
    return this.#withheld;
  }

  /** What answers are read from; `null`: none with records was seen yet. */
  get reads(): AskerMemory['reads'] {
    return this.#reads;
  }

  /** Drives the form once with what no record has: does a script answer, or does it send itself? */
  async nature(hands: ScriptHands, values: AskedValues): Promise<FormNature> {
    if (this.#place.form.method === 'script') return 'script';
    const { requests, blocked, leaves, before, capture } = await this.#drive(hands, values);
    if (leaves !== null) return 'plain';
    const asks = [...requests.map(requestOf), ...blocked.map(({ url }) => plainRequest(url))];
    if (asks.some((request) => templateOf(request, values) !== null) || blocked.length > 0) return 'script';
    return capture.document !== before && capture.change !== undefined && this.#place.form.method === 'get'
      ? 'script'
      : 'plain';
  }

  /** What a question is answered, as a page. */
  async put(hands: ScriptHands, values: AskedValues, isNonsense: boolean): Promise<AskedPage> {
    const way = this.#wayOf(values);
    const isSample = way.repeated >= sampleEach;
    if (way.template !== null && !isSample && !this.#pages.brings(values)) {
      const found = await this.#repeat(hands, way, filledTemplate(way.template, values), values);
      if (found !== null) return found;
    }
    const driven = await this.#drive(hands, values);
    if (driven.leaves !== null && driven.requests.length === 0) return hands.asker.page(driven.leaves);
    if (isNonsense) this.#shown.empty(driven.capture.document);
    return this.#heard(hands, way, driven, values, isNonsense);
  }

  /** The page as the form's script shows the answer; `null` where it leads elsewhere. */
  async shown(hands: ScriptHands, values: AskedValues): Promise<DocumentTree | null> {
    const { leaves, requests, capture } = await this.#drive(hands, values);
    return leaves !== null && requests.length === 0 ? null : capture.document;
  }

  #wayOf(values: AskedValues): Way {
    const names = Object.keys(values).sort().join('\n');
    const known = this.#ways.get(names) ?? { template: null, repeated: 0, misses: 0 };
    this.#ways.set(names, known);
    return known;
  }

  /** Drives the form; what it wants to post is judged before it may. */
  async #drive(hands: ScriptHands, values: AskedValues): Promise<Driven> {
    const { address } = this.#place;
    this.counts.driven++;
    for (;;) {
      await hands.asker.turn(address);
      const driven = await driveForm(await hands.tab(), this.#place, values, [...this.#posts]);
      const fresh = driven.blocked
        .filter((one) => mayPost(one, values, this.#place.address, this.#isSearch))
        .map(({ url }) => url.replace(/[?#].*/s, ''))
        .filter((url) => !this.#posts.has(url));
      if (fresh.length === 0) {
        this.#withheld = driven.blocked[0]?.url ?? this.#withheld;
        return driven;
      }
      for (const url of fresh) this.#posts.add(url);
    }
  }

  async #heard(
    hands: ScriptHands,
    way: Way,
    driven: Driven,
    values: AskedValues,
    isNonsense: boolean,
  ): Promise<AskedPage> {
    const { capture } = driven;
    const page: AskedPage = { kind: 'capture', capture };
    if (this.#reads === 'page') return page;
    const offers = this.#offers(capture.document, values);
    const asked = this.#behind(driven.requests, values);
    if (this.#reads === null) {
      const { records } = this.#shown.read([capture.document], values);
      if (records.length === 0 || isNonsense) {
        this.#learn(way, asked[0]?.request, values);
        return page;
      }
      const right = asked.find(({ data }) => this.#pages.shows(data, records, capture.document));
      // What pages say of an answer looks like a record or two.
      if (right === undefined) {
        const isSure = records.length >= sureRecords && (asked.length > 0 || driven.requests.length === 0);
        const isNothing = asked.length > 0 && asked.every(({ data }) => this.#pages.isEmpty(data));
        if (!isNothing && (isSure || ++this.#unlike >= mostUnlike)) this.#reads = 'page';
        return page;
      }
      this.#reads = 'data';
      asked.splice(0, asked.length, right);
    }
    const like = asked.filter(({ data }) => this.#pages.isLike(data));
    const sample = this.#samples.get(way);
    const best =
      like.find(({ request }) => sample && isSameRequest(filledTemplate(sample, values), request)) ?? like[0];
    // What shows no data now shows nothing at all.
    if (best === undefined) return page;
    this.#learn(way, best.request, values);
    return this.#all(hands, best, values, offers);
  }

  /** Requests that carry what was asked and came back with something, the last first. */
  #behind(records: readonly RequestRecord[], values: AskedValues): ScriptAnswer[] {
    return records
      .filter(({ answer, status }) => answer !== undefined && status >= 200 && status < 300)
      .map((record) => ({ request: requestOf(record), data: record.answer as HeardData }))
      .filter(({ request }) => templateOf(request, values) !== null)
      .reverse();
  }

  /** Two drives have to make the same request before it is repeated. */
  #learn(way: Way, request: ScriptRequest | undefined, values: AskedValues): void {
    way.repeated = 0;
    if (request === undefined || Object.keys(values).length === 0 || way.misses >= mostMisses) return;
    const known = this.#samples.get(way);
    const expected = known && filledTemplate(known, values);
    this.#samples.set(way, templateOf(request, values) as RequestTemplate);
    if (expected === undefined) return;
    if (isSameRequest(expected, request)) way.template = known as RequestTemplate;
    else {
      way.template = null;
      way.misses++;
    }
  }

  /** Repeats a request; `null` where it is not answered as the page's own was. */
  async #repeat(
    hands: ScriptHands,
    way: Way,
    request: ScriptRequest,
    values: AskedValues,
  ): Promise<AskedPage | null> {
    if (this.#reads !== 'data' || (await hands.refuses(request.url)) !== null) return null;
    try {
      const data = await askData(hands, request);
      if (!this.#pages.isLike(data)) return null;
      // A request of another time may be out of date: whether nothing is there, the form itself has to say.
      if (this.#isUnproven && this.#pages.isEmpty(data)) return null;
      this.#isUnproven = false;
      this.counts.repeated++;
      way.repeated++;
      return await this.#all(hands, { request, data }, values, {});
    } catch (error) {
      if (!(error instanceof ArgiopeError) || error.code !== 'HTTP_STATUS') throw error;
      way.template = null;
      way.misses++;
      return null;
    }
  }

  /** The whole answer, as a page. */
  async #all(
    hands: ScriptHands,
    first: ScriptAnswer,
    values: AskedValues,
    offers: Readonly<Record<string, readonly string[]>>,
  ): Promise<AskedPage> {
    return this.#pages.page(await this.#pager.all(hands, first, Object.values(values)), values, offers);
  }

  /** Options that the form itself does not have, of fields that were not asked for. */
  #offers(document: DocumentTree, values: AskedValues): Readonly<Record<string, readonly string[]>> {
    const { form } = this.#place;
    const now = pageForms(document).find((one) => formKey(one) === formKey(form) || one.xpath === form.xpath);
    const offers = now === undefined ? [] : Object.entries(offersIn(form, now, values));
    return Object.fromEntries(
      offers.filter(([, { isNew }]) => isNew).map(([name, offer]) => [name, offer.values]),
    );
  }
}

function requestOf({ url, question, headers = {} }: RequestRecord): ScriptRequest {
  return { url, question: question ?? null, headers };
}

function plainRequest(url: string): ScriptRequest {
  return { url, question: null, headers: {} };
}
