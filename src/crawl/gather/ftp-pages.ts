import type { Manners } from '../../frontier/index.ts';
import { ArgiopeError, type Capture, type Driver, type Resource } from '../../model/index.ts';

/** Reads pages and files of FTP servers, and tells manners how each server has answered. */
export class FtpPages {
  readonly #driver: Driver;
  readonly #manners: Pick<Manners, 'answered'>;

  constructor(driver: Driver, manners: Pick<Manners, 'answered'>) {
    this.#driver = driver;
    this.#manners = manners;
  }

  /** What a server shows at an address; that it wants a rest is told like a 503. */
  async page(url: string): Promise<Capture> {
    const { host } = new URL(url);
    const tab = await this.#driver.tab();
    const begun = performance.now();
    const answered = (status: number) => this.#manners.answered(host, performance.now() - begun, status);
    try {
      const capture = await tab.open(url);
      answered(capture.status);
      return capture;
    } catch (error) {
      answered(error instanceof ArgiopeError && error.consequence === 'rest' ? 503 : 200);
      throw error;
    } finally {
      await tab.close();
    }
  }

  /** One file that pages use; `null` where there is none. */
  file(url: string): Promise<Resource | null> {
    return this.#driver.fetch(url);
  }
}
