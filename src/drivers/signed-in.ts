import type { AnsweredPage } from '../forms/signed-out.ts';
import { decodeAs, pageCharset } from '../html/charset.ts';
import type { RawPage } from '../html/raw.ts';
import { maxNesting, parseDocument } from '../html/tree.ts';
import { ArgiopeError, type Capture, type Driver, type Outcome, type Tab } from '../model/index.ts';
import type { HttpDriver } from './http/index.ts';

/** Somebody who knows whether one is still signed in. */
export interface LoginWatch {
  /** Rises each time the login was renewed. */
  readonly renewals: number;
  /** A page that only somebody who is signed in gets to see. */
  readonly inside: string;
  /**
   * Looks at a page that was asked for after so many renewals. Gives whether the login was lost and renewed, so that
   * the page has to be asked for again; throws where it is lost for good. `ask` shows the page inside.
   */
  isLost(page: AnsweredPage, since: number, ask: () => Promise<AnsweredPage>): Promise<boolean>;
}

/** A driver whose pages are those of somebody who is signed in: no login page is taken for another. */
export function signedInDriver<D extends Driver>(driver: D, watch: LoginWatch): D {
  return { ...driver, tab: async () => new SignedInTab(driver, await driver.tab(), watch) };
}

/** The same for who reads pages as bytes. */
export function signedInReader(driver: HttpDriver, watch: LoginWatch): HttpDriver {
  const read: HttpDriver['read'] = async (url, permit, question, portion) => {
    const since = watch.renewals;
    const asked = await attempt(() => driver.read(url, permit, question, portion));
    const ask = async () => seenOf(watch.inside, await attempt(() => driver.read(watch.inside)), rawPage);
    if (await watch.isLost(seenOf(url, asked, rawPage), since, ask))
      return driver.read(url, permit, question, portion);
    if (asked.error !== null) throw asked.error;
    return asked.value;
  };
  return { ...driver, read };
}

type Attempt<T> =
  | { readonly value: T; readonly error: null }
  | { readonly value: null; readonly error: ArgiopeError };

/** What came, or why it was refused; other errors say nothing of a login. */
async function attempt<T>(ask: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await ask(), error: null };
  } catch (error) {
    if (error instanceof ArgiopeError && (error.status === 401 || error.status === 403))
      return { value: null, error };
    throw error;
  }
}

type Answered = Pick<AnsweredPage, 'address' | 'status' | 'document'>;

function seenOf<T>(asked: string, answer: Attempt<T>, read: (value: T) => Answered): AnsweredPage {
  if (answer.error === null) return { asked, ...read(answer.value) };
  return { asked, address: asked, status: answer.error.status ?? 0, document: () => null };
}

function rawPage({ raw }: { readonly raw: RawPage }): Answered {
  const { url, status, body, contentType } = raw;
  const document = () => {
    const text = decodeAs(body, pageCharset(body, contentType));
    return /password/i.test(text) ? parseDocument(text, url, maxNesting) : null;
  };
  return { address: url, status, document };
}

function capturedPage({ status, document }: Capture): Answered {
  return { address: document.url, status, document: () => document };
}

class SignedInTab implements Tab {
  readonly #driver: Driver;
  readonly #tab: Tab;
  readonly #watch: LoginWatch;
  /** Renewals when the document that is shown was opened. */
  #since = 0;

  constructor(driver: Driver, tab: Tab, watch: LoginWatch) {
    this.#driver = driver;
    this.#tab = tab;
    this.#watch = watch;
  }

  get historyGrew(): boolean {
    return this.#tab.historyGrew;
  }

  async open(url: string, ahead?: number, events?: boolean): Promise<Capture> {
    this.#since = this.#watch.renewals;
    const asked = await attempt(() => this.#tab.open(url, ahead, events));
    if (await this.#watch.isLost(seenOf(url, asked, capturedPage), this.#since, this.#inside)) {
      // The document that is shown belongs to nobody.
      await this.#tab.close();
      this.#since = this.#watch.renewals;
      return this.#tab.open(url, ahead, events);
    }
    if (asked.error !== null) throw asked.error;
    return asked.value;
  }

  fire(...given: Parameters<Tab['fire']>): Promise<Outcome> {
    return this.#judged(this.#tab.fire(...given));
  }

  back(known: ReadonlySet<string>): Promise<Outcome> {
    return this.#judged(this.#tab.back(known));
  }

  printsAt(paths: readonly string[]): ReturnType<Tab['printsAt']> {
    return this.#tab.printsAt(paths);
  }

  picture(paths: readonly string[]): ReturnType<Tab['picture']> {
    return this.#tab.picture(paths);
  }

  async glance(): Promise<Uint8Array | null> {
    return this.#tab.glance?.() ?? null;
  }

  close(): Promise<void> {
    return this.#tab.close();
  }

  /** An application may ask for the password in the middle of everything: what was fired is fired again then. */
  async #judged(event: Promise<Outcome>): Promise<Outcome> {
    const outcome = await event;
    if (outcome.kind !== 'captured') return outcome;
    const { capture } = outcome;
    const seen = { asked: capture.documentUrl, ...capturedPage(capture) };
    if (!(await this.#watch.isLost(seen, this.#since, this.#inside))) return outcome;
    await this.#tab.close();
    throw new ArgiopeError('LOGIN_RENEWED', `the login was lost at ${capture.documentUrl}, and renewed`, {
      url: capture.documentUrl,
    });
  }

  /** The page inside, in a tab of its own. */
  readonly #inside = async (): Promise<AnsweredPage> => {
    const { inside } = this.#watch;
    const tab = await this.#driver.tab();
    try {
      return seenOf(inside, await attempt(() => tab.open(inside)), capturedPage);
    } finally {
      await tab.close();
    }
  };
}
