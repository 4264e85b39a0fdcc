import type { Manners } from '../frontier/index.ts';
import type { Capture, Driver, Resource, Tab } from '../model/index.ts';
import { ArgiopeError } from '../model/index.ts';

/**
 * Reads pages and files of FTP servers for workers of all hosts. A session that has shown a page is kept for the
 * next one of its server; of those that nobody uses no more than there are workers.
 */
export class FtpPages {
  readonly #driver: Driver;
  readonly #manners: Pick<Manners, 'answered'>;
  readonly #most: number;
  /** Sessions that nobody uses, the one that was used last at the end. */
  #idle: { readonly server: string; readonly tab: Tab }[] = [];

  constructor(driver: Driver, manners: Pick<Manners, 'answered'>, most: number) {
    this.#driver = driver;
    this.#manners = manners;
    this.#most = most;
  }

  /** What a server shows at an address; how long it took, or that it wants a rest, is told. */
  async page(url: string): Promise<Capture> {
    const { host, protocol } = new URL(url);
    const server = `${protocol}//${host}`;
    const tab = await this.#take(server);
    const begun = performance.now();
    try {
      const capture = await tab.open(url);
      this.#manners.answered(host, performance.now() - begun, capture.status);
      return capture;
    } catch (error) {
      const isBusy = error instanceof ArgiopeError && error.consequence === 'rest';
      this.#manners.answered(host, performance.now() - begun, isBusy ? 503 : 200);
      throw error;
    } finally {
      await this.#giveBack(server, tab);
    }
  }

  file(url: string): Promise<Resource | null> {
    return this.#driver.fetch(url);
  }

  async #take(server: string): Promise<Tab> {
    const at = this.#idle.findLastIndex((idle) => idle.server === server);
    const [kept] = at < 0 ? [] : this.#idle.splice(at, 1);
    return kept?.tab ?? this.#driver.tab();
  }

  async #giveBack(server: string, tab: Tab): Promise<void> {
    this.#idle.push({ server, tab });
    const spare = this.#idle.splice(0, Math.max(0, this.#idle.length - this.#most));
    for (const each of spare) await each.tab.close();
  }
}
