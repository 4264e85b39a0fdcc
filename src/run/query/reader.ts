import type { CrawlSettings } from '../../config/settings.ts';
import { aboutPage } from '../../crawl/index.ts';
import {
  CookieJar,
  type DataRequest,
  type HttpDriver,
  httpDriver,
  type PlainCookie,
} from '../../drivers/http/index.ts';
import type { FormRequest } from '../../forms/index.ts';
import { Manners, RobotsGate } from '../../frontier/index.ts';
import { capturePage } from '../../html/capture.ts';
import { pageCharset } from '../../html/charset.ts';
import type { RawPage } from '../../html/raw.ts';
import { ArgiopeError, type DocumentTree, type Resource } from '../../model/index.ts';

/** A page that a source gave. */
export interface SourcePage {
  readonly document: DocumentTree;
  readonly charset: string;
  /** As it came. */
  readonly raw: RawPage;
}

/** Asks one server, with manners and cookies of its own. */
export class SourceReader {
  readonly cookies = new CookieJar();
  readonly #driver: HttpDriver;
  readonly #manners: Manners;
  readonly #robots: RobotsGate | null;

  constructor(settings: CrawlSettings, own: readonly PlainCookie[]) {
    this.cookies.add(own);
    this.#manners = new Manners(settings.delay);
    this.#driver = httpDriver(settings, { manners: this.#manners, cookies: this.cookies });
    this.#robots = settings.robots === 'obey' ? new RobotsGate((url) => this.#driver.robots(url)) : null;
  }

  /** The page that a request gives. */
  async read({ url, question }: FormRequest): Promise<SourcePage> {
    const { raw } = await this.#driver.read(url, this.permit, question ?? undefined);
    return { document: capturePage(raw).document, charset: pageCharset(raw.body, raw.contentType), raw };
  }

  /** What a script's request gives. */
  data(request: DataRequest): Promise<Resource> {
    return this.#driver.data(request, this.permit);
  }

  /** Waits until the server may be asked once more, by whatever hands. */
  turn(url: string): Promise<void> {
    return this.#manners.waitTurn(new URL(url).host);
  }

  readonly fetch = (url: string): Promise<Resource | null> => this.#driver.fetch(url);

  async isAllowed(url: string): Promise<boolean> {
    return this.#robots === null || this.#robots.allows(url);
  }

  /** Throws where robots.txt forbids an address. */
  readonly permit = async (url: string): Promise<void> => {
    if (await this.isAllowed(url)) return;
    const problem = this.#robots?.problem(url);
    if (problem) throw aboutPage(problem, url);
    throw new ArgiopeError('ROBOTS', `robots.txt forbids ${url}`, {
      url,
      advice: 'Ask the site owner, or use --robots ignore on a site of your own.',
    });
  };

  /** Ends everything that is under way. */
  close(): Promise<void> {
    return this.#driver.close();
  }
}
