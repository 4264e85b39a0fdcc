import type { CrawlSettings } from '../../config/settings.ts';
import { CookieJar, type HttpDriver, httpDriver, type PlainCookie } from '../../drivers/http/index.ts';
import type { FormRequest } from '../../forms/index.ts';
import { Manners, RobotsGate } from '../../frontier/index.ts';
import { capturePage } from '../../html/capture.ts';
import { pageCharset } from '../../html/charset.ts';
import { ArgiopeError, type DocumentTree } from '../../model/index.ts';

/** A page that a source gave. */
export interface SourcePage {
  readonly document: DocumentTree;
  readonly charset: string;
}

/** Asks one server, with manners and cookies of its own. */
export class SourceReader {
  readonly #driver: HttpDriver;
  readonly #robots: RobotsGate | null;

  constructor(settings: CrawlSettings, own: readonly PlainCookie[]) {
    const cookies = new CookieJar();
    cookies.add(own);
    const manners = new Manners(settings.delay);
    this.#driver = httpDriver(settings, { manners, cookies });
    this.#robots = settings.robots === 'obey' ? new RobotsGate((url) => this.#driver.robots(url)) : null;
  }

  /** The page that a request gives. */
  async read({ url, question }: FormRequest): Promise<SourcePage> {
    const permit = async (address: string) => {
      if (this.#robots === null || (await this.#robots.allows(address))) return;
      throw new ArgiopeError('ROBOTS', `robots.txt forbids ${address}`, {
        url: address,
        advice: 'Ask the site owner, or use --robots ignore on a site of your own.',
      });
    };
    const { raw } = await this.#driver.read(url, permit, question ?? undefined);
    return { document: capturePage(raw).document, charset: pageCharset(raw.body, raw.contentType) };
  }

  /** Ends everything that is under way. */
  close(): Promise<void> {
    return this.#driver.close();
  }
}
