import type { QuestionHands } from '../../crawl/gather/index.ts';
import { nextRequest, type Pager, pagersOf, type ScriptRequest } from '../../forms/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import type { AnswerPages, HeardData } from './answer-pages.ts';

/** What asking by a script needs: plain requests, leave to make them, and a tab. */
export interface ScriptHands {
  readonly asker: Pick<QuestionHands['asker'], 'turn' | 'page' | 'data'>;
  /** Why an address is not asked for, `null` where it is. */
  readonly refuses: (url: string) => Promise<string | null>;
  readonly tab: QuestionHands['tab'];
  /** Pages of one answer that are asked for; absent: as many as a crawl asks for. */
  readonly most?: number;
}

/** What a script asked for, and what came. */
export interface ScriptAnswer {
  readonly request: ScriptRequest;
  readonly data: HeardData;
}

/** How further pages are asked for, for another time. */
export interface PagerMemory {
  readonly pager: Pager | null;
  readonly leads: boolean | null;
  readonly leadsBy: number | null;
}

/** Values that are tried for further pages, and answers for which they are. */
const [mostPagers, mostPagerTrials] = [6, 3];
/** Pages of one answer that are asked for. */
const mostPages = 50;

/** An answer as far as it came. */
interface PageSoFar {
  readonly at: ScriptRequest;
  readonly last: HeardData;
  readonly pieces: readonly HeardData[];
  readonly asked: readonly string[];
}

/** Asks for the further pages of what scripts are answered, by the requests that would ask for them. */
export class AnswerPager {
  readonly #pages: AnswerPages;
  /** The value that was found to lead to further pages. */
  #pager: Pager | null;
  #pagerTrials = 0;
  /** Whether what answers give to ask for more with leads on, and which way of asking does; `null`: not known yet. */
  #leads: boolean | null;
  #leadsBy: number | null;
  #leadTrials = 0;

  constructor(pages: AnswerPages, known: PagerMemory | null) {
    this.#pages = pages;
    this.#pager = known?.pager ?? null;
    this.#leads = known?.leads ?? null;
    this.#leadsBy = known?.leadsBy ?? null;
  }

  get memory(): PagerMemory {
    return { pager: this.#pager, leads: this.#leads, leadsBy: this.#leadsBy };
  }

  /** All pieces of an answer: its further pages are asked for where the request names a page. */
  async all(
    hands: ScriptHands,
    { request, data }: ScriptAnswer,
    asked: readonly string[],
  ): Promise<readonly HeardData[]> {
    const pieces = [data];
    let [last, at] = [data, request];
    while (pieces.length < (hands.most ?? mostPages) && this.#pages.hasMore(pieces)) {
      const next = await this.#next(hands, { at, last, pieces, asked });
      if (next === null) break;
      [at, last] = [next.request, next.data];
      pieces.push(last);
    }
    return pieces;
  }

  /**
   * The next page of an answer. Where no value of the request is called as pages or offsets are, those that begin to
   * count are tried: the one leads on that brings records of which the first page has none.
   */
  async #next(hands: ScriptHands, { at, last, pieces, asked }: PageSoFar): Promise<ScriptAnswer | null> {
    const led = await this.#onward(hands, { at, last, pieces, asked });
    if (led !== 'none') return led;
    const found = pagersOf(at, asked);
    const pagers =
      this.#pager !== null ? [this.#pager] : found.named ? found.pagers.slice(0, 1) : found.pagers;
    const isTrial = this.#pager === null && !found.named;
    if (isTrial && (pagers.length === 0 || this.#pagerTrials++ >= mostPagerTrials)) return null;
    for (const pager of pagers.slice(0, mostPagers)) {
      const request = nextRequest(at, pager, this.#pages.count(last));
      if (request === null || (await hands.refuses(request.url)) !== null) continue;
      const data = await this.#further(hands, request, isTrial);
      if (data === null || !this.#pages.isLike(data)) continue;
      const isNext = isTrial ? this.#pages.isApart(data, pieces) : this.#pages.isNew(data, pieces);
      if (!isNext) continue;
      this.#pager = pager;
      return { request, data };
    }
    return null;
  }

  /** The next page by what the answer gives to ask for it with; `none` where answers give nothing that leads on. */
  async #onward(hands: ScriptHands, { at, last, pieces }: PageSoFar): Promise<ScriptAnswer | null | 'none'> {
    const ways = this.#pages.onward(at, last);
    // An answer that gives nothing is the last one, where others have.
    if (ways.length === 0) return this.#leads === true ? null : 'none';
    if (this.#leads === false) return 'none';
    const tries = this.#leadsBy === null ? ways : ways.slice(this.#leadsBy, this.#leadsBy + 1);
    for (const [place, request] of tries.entries()) {
      if ((await hands.refuses(request.url)) !== null) continue;
      const data = await this.#further(hands, request, true);
      if (data === null || !this.#pages.isLike(data)) continue;
      if (!(this.#leads ? this.#pages.isNew(data, pieces) : this.#pages.isApart(data, pieces))) continue;
      this.#leadsBy ??= place;
      this.#leads = true;
      return { request, data };
    }
    if (this.#leads === true) return null;
    if (++this.#leadTrials >= mostPagerTrials) this.#leads = false;
    return 'none';
  }

  /** What a further page holds; what is only tried may be refused. */
  async #further(hands: ScriptHands, request: ScriptRequest, isTrial: boolean): Promise<HeardData | null> {
    try {
      return await askData(hands, request);
    } catch (error) {
      if (!isTrial || !(error instanceof ArgiopeError) || error.code !== 'HTTP_STATUS') throw error;
      return null;
    }
  }
}

/** What a request of a script is answered. */
export async function askData(
  { asker }: ScriptHands,
  { url, question, headers }: ScriptRequest,
): Promise<HeardData> {
  const { body, contentType } = await asker.data({ url, headers, ...(question && { question }) });
  return { contentType, body: new TextDecoder().decode(body) };
}
