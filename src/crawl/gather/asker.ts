import type { DataRequest, HttpDriver } from '../../drivers/http/index.ts';
import { type Manners, normalizeUrl, type RobotsGate } from '../../frontier/index.ts';
import type { RawPage } from '../../html/raw.ts';
import type { Portion } from '../../memory/budget.ts';
import type { Permit } from '../../model/driver.ts';
import { ArgiopeError, type Capture, protocolOf, type Question, type Resource } from '../../model/index.ts';
import { aboutPage, untilCut } from '../index.ts';
import type { FtpPages } from './ftp-pages.ts';
import type { HostSlots } from './slots.ts';

/** What is needed to ask servers politely. */
export interface AskerParts {
  readonly driver: HttpDriver;
  readonly ftp: FtpPages;
  readonly slots: HostSlots;
  readonly manners: Manners;
  /** Aborted: whoever waits for a turn gives up; what is under way goes on. */
  readonly signal: AbortSignal;
  /** Aborted: nobody waits for what is under way any longer. */
  readonly cut: AbortSignal;
}

/** A page as its server gave it: bytes with what the header `X-Robots-Tag` says, or what FTP shows. */
export type AskedPage =
  | { readonly kind: 'raw'; readonly raw: RawPage; readonly robotsTag: string }
  | { readonly kind: 'capture'; readonly capture: Capture };

/** Says whether an address belongs to the crawl. */
export type ScopeJudge = (url: string) => 'in' | 'offsite' | 'excluded';

/**
 * Asks servers for pages and files. Each request has its place among those of its host and its turn before
 * it leaves, and gives the place up when its answer has been read; a redirect is a request to the host that
 * it leads to, judged like a link.
 */
export class Asker {
  readonly #parts: AskerParts;
  #robots: RobotsGate | null = null;
  #scope: ScopeJudge = () => 'in';

  constructor(parts: AskerParts) {
    this.#parts = parts;
  }

  /** Has pages judged from now on; asking for the rules needs the asker itself. */
  judgeBy(scope: ScopeJudge, robots: RobotsGate | null): void {
    this.#scope = scope;
    this.#robots = robots;
  }

  /** Asks for what a form answers that posts. */
  answer(url: string, question: Question): Promise<{ readonly raw: RawPage; readonly robotsTag: string }> {
    return this.#placed((permit) => this.#parts.driver.read(url, permit, question), true);
  }

  /** Asks for data as a script of a page would. */
  data(request: DataRequest): Promise<Resource> {
    return this.#placed((permit) => this.#parts.driver.data(request, permit), true);
  }

  /** Waits until a host may be asked once more, for whoever asks it by other hands. */
  turn(url: string): Promise<void> {
    return this.#parts.manners.waitTurn(new URL(url).host, this.#parts.signal);
  }

  /** `portion` is what the answer has of the budget, where whoever asks holds it for longer. */
  page(url: string, portion?: Portion): Promise<AskedPage> {
    const { driver, ftp } = this.#parts;
    return this.#placed(async (permit): Promise<AskedPage> => {
      const byFtp = async (address: string): Promise<AskedPage> => {
        await permit(address);
        return { kind: 'capture', capture: await ftp.page(address) };
      };
      if (protocolOf(url) === 'ftp') return byFtp(url);
      try {
        return { kind: 'raw', ...(await driver.read(url, permit, undefined, portion)) };
      } catch (error) {
        if (!(error instanceof ArgiopeError) || error.leadsTo === null) throw error;
        return byFtp(error.leadsTo);
      }
    }, true);
  }

  readonly file = (url: string): Promise<Resource | null> =>
    this.#placed(async (permit) => {
      const { driver, ftp } = this.#parts;
      if (protocolOf(url) !== 'ftp') return driver.fetch(url, permit);
      await permit(url);
      return ftp.file(url);
    }, false);

  readonly robots: HttpDriver['robots'] = (url) =>
    this.#placed((permit) => this.#parts.driver.robots(url, permit), false);

  readonly stream: HttpDriver['stream'] = (url, most, take) =>
    this.#placed((permit) => this.#parts.driver.stream(url, most, take, permit), false);

  /** Has the rules of a host at hand; where they are not to be had, whoever asks for a page is told. */
  async learnRules(url: string): Promise<void> {
    await this.#robots?.rules(url).catch(() => {});
  }

  async #placed<T>(ask: (permit: Permit) => Promise<T>, judged: boolean): Promise<T> {
    const { slots, manners, signal, cut } = this.#parts;
    let held: string | null = null;
    const leave = () => {
      if (held !== null) slots.free(held);
      held = null;
    };
    let isFirst = true;
    const permit = async (url: string) => {
      leave();
      if (judged) await this.#judge(url, isFirst);
      isFirst = false;
      const { host } = new URL(url);
      await slots.take(host, signal);
      held = host;
      await manners.waitTurn(host, signal);
    };
    try {
      return await untilCut(cut, ask(permit));
    } finally {
      leave();
    }
  }

  async #judge(address: string, isFirst: boolean): Promise<void> {
    const url = normalizeUrl(address) ?? address;
    if (this.#scope(url) !== 'in') {
      throw new ArgiopeError('REDIRECT', `the address redirects to ${url}, which is outside of the crawl`, {
        url,
        advice: 'Start from that address, or widen --scope.',
      });
    }
    const rules = await this.#robots?.rules(url);
    if (rules === undefined) return;
    if (rules.crawlDelay !== null) this.#parts.manners.crawlDelay(new URL(url).host, rules.crawlDelay);
    if (rules.allows(url)) return;
    const problem = this.#robots?.problem(url);
    if (problem) throw aboutPage(problem, url);
    throw new ArgiopeError('ROBOTS', `robots.txt forbids ${url}`, {
      url,
      ...(isFirst && { advice: 'Ask the site owner, or use --robots ignore on a site of your own.' }),
    });
  }
}
