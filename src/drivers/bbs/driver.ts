import type { CrawlSettings } from '../../config/settings.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { printAt } from '../../dom/print-at.ts';
import { type VolatileMask, volatileMask } from '../../dom/volatile.ts';
import { allowedAddress, forbiddenAddress } from '../../frontier/addresses.ts';
import type { Candidate, Capture } from '../../model/capture.ts';
import type { Driver, FireOrder, Outcome, Tab } from '../../model/driver.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { loginFor } from '../login.ts';
import { screenPage } from './document.ts';
import { type BbsLimits, bbsLimits } from './limits.ts';
import { type Offers, offersOf } from './offers.ts';
import { promptOf, type View } from './prompts.ts';
import { type Board, Terminal } from './terminal.ts';

/** What the driver needs besides the settings. */
export interface BbsSeams {
  /** Judges an address before it is connected to. Default: everything may be asked. */
  readonly permit?: (url: string) => Promise<void>;
  readonly limits?: Partial<BbsLimits>;
}

type Needed = Pick<CrawlSettings, 'seeds' | 'auth' | 'charset'> & Partial<Pick<CrawlSettings, 'logins'>>;

/** Makes a driver that sees the screens of a BBS as pages, and the keys they offer as actions. */
export function bbsDriver(settings: Needed, seams: BbsSeams = {}): Driver {
  const { seeds, charset } = settings;
  const limits = { ...bbsLimits, ...seams.limits };
  const counts = { requests: 0, bytes: 0 };
  const boards = new Map<string, Board>();
  const boardAt = (url: string): Board => {
    const { host } = new URL(url);
    const board = boards.get(host) ?? { seeds, auth: loginFor(url, settings), limits, charset, counts };
    boards.set(host, board);
    return board;
  };
  const tabs = new Set<BbsTab>();
  let mask: VolatileMask | null = null;
  return {
    kind: 'bbs',
    fires: () => true,
    tab: async () => {
      const tab = new BbsTab(boardAt, seeds, seams, () => mask);
      tabs.add(tab);
      return tab;
    },
    counts: () => ({ ...counts, requestsFromCache: 0 }),
    ignore: (spots) => {
      mask = volatileMask(spots);
    },
    fetch: async () => null,
    close: async () => {
      for (const tab of tabs) await tab.close();
    },
  };
}

/** What stands on the screen, and what was made of it. */
interface Shown {
  readonly view: View;
  readonly offers: Offers;
  readonly capture: Capture;
}

const languages: Readonly<Record<string, string>> = { gb18030: 'zh-Hans', gbk: 'zh-Hans', big5: 'zh-Hant' };

/** One terminal; its pages are screens. */
class BbsTab implements Tab {
  readonly historyGrew = false;
  readonly #boardAt: (url: string) => Board;
  readonly #seeds: readonly string[];
  readonly #seams: BbsSeams;
  readonly #mask: () => VolatileMask | null;
  #terminal: Terminal | null = null;
  #url = '';
  #shown: Shown | null = null;
  /** Kind of the first screen. */
  #entry = '';
  /** What was fired since the address was opened: the way back where the line is cut. */
  #trail: FireOrder[] = [];
  #returning = false;

  constructor(
    boardAt: (url: string) => Board,
    seeds: readonly string[],
    seams: BbsSeams,
    mask: () => VolatileMask | null,
  ) {
    this.#boardAt = boardAt;
    this.#seeds = seeds;
    this.#seams = seams;
    this.#mask = mask;
  }

  async open(url: string, ahead = 0): Promise<Capture> {
    if (!allowedAddress(url, this.#seeds)) throw forbiddenAddress(url);
    await this.#seams.permit?.(url);
    await this.close();
    this.#url = url;
    const terminal = new Terminal(url, this.#boardAt(url));
    this.#terminal = terminal;
    await terminal.enter();
    if (terminal.closed) throw this.#hungUp();
    const view = terminal.view();
    this.#entry = offersOf(view).kind;
    return this.#see(ahead > 0).capture;
  }

  async fire(order: FireOrder, known: ReadonlySet<string>): Promise<Outcome> {
    const before = this.#shown;
    if (!before || !this.#terminal) return { kind: 'lost' };
    if (this.#terminal.closed && !(await this.#comeBack(before))) throw this.#hungUp();
    const candidate = before.capture.candidates.find(
      ({ xpath, value }) => xpath === order.xpath && value === order.value,
    );
    if (order.event !== 'key' || !candidate) return { kind: 'lost' };
    if (!(await this.#pressed(before, candidate))) return { kind: 'lost' };
    if (this.#terminal.closed) {
      // The key has ended the session: it leads nowhere, and the way goes on from where it was pressed.
      if (!(await this.#comeBack(before))) throw this.#hungUp();
      return { kind: 'captured', capture: before.capture };
    }
    const { capture } = this.#see(false);
    const { fingerprint } = capture;
    if (fingerprint !== before.capture.fingerprint) this.#trail.push(order);
    if (known.has(fingerprint)) return { kind: 'known', fingerprint, wanted: [] };
    return { kind: 'captured', capture };
  }

  /** Presses a key, once more where the line was cut on the way to it. */
  async #pressed(before: Shown, candidate: Candidate): Promise<boolean> {
    if (await this.#press(this.#terminal as Terminal, before, candidate)) return true;
    if (!this.#terminal?.closed || !(await this.#comeBack(before))) return false;
    return this.#press(this.#terminal, before, candidate);
  }

  /** Boards keep no history: what leads back is a key. */
  async back(): Promise<Outcome> {
    return { kind: 'lost' };
  }

  async picture(): Promise<null> {
    return null;
  }

  async printsAt(paths: readonly string[]): Promise<(string | null)[]> {
    const document = this.#shown?.capture.document ?? null;
    return paths.map((path) => document && printAt(document, path, this.#mask()));
  }

  async close(): Promise<void> {
    this.#terminal?.close();
    this.#terminal = null;
    this.#shown = null;
    this.#trail = [];
  }

  /** Presses a key, or opens an entry; whether that could be done. */
  async #press(terminal: Terminal, { offers, view }: Shown, candidate: Candidate): Promise<boolean> {
    const entry = offers.entries.find(({ row }) => candidate.xpath.endsWith(`/PRE[${row + 1}]`));
    if (!entry) return this.#pressLetter(terminal, view, offers, candidate);
    if (offers.pointer === null) await terminal.press(Buffer.from(`${entry.number}\r`));
    else {
      if (!(await this.#pointAt(terminal, entry.row))) return false;
      await terminal.pressKey('Enter');
    }
    return true;
  }

  /** Moves the mark to a row: all at once, and step by step where keys were lost. */
  async #pointAt(terminal: Terminal, row: number): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) {
      const at = offersOf(terminal.view()).pointer?.row;
      if (at === row) return true;
      if (at === undefined || terminal.closed) return false;
      const key = at < row ? '\x1b[B' : '\x1b[A';
      await terminal.press(Buffer.from(key.repeat(tries === 0 ? Math.abs(row - at) : 1)));
    }
    return offersOf(terminal.view()).pointer?.row === row;
  }

  async #pressLetter(
    terminal: Terminal,
    before: View,
    { pointer, kind }: Offers,
    { value = '', xpath }: Candidate,
  ): Promise<boolean> {
    await terminal.pressKey(value);
    if (terminal.closed || !/^[A-Za-z0-9]$/.test(value)) return true;
    const view = terminal.view();
    const echoed = view.row === before.row && view.column === before.column + 1;
    // A letter may only be written at a prompt, or only move the mark to its line: Enter does the rest.
    const isWritten = promptOf(before) === 'text' && echoed;
    const now = offersOf(view);
    const isMarked =
      pointer !== null && now.kind === kind && xpath.includes(`/PRE[${(now.pointer?.row ?? -1) + 1}]/`);
    if (isWritten || isMarked) await terminal.pressKey('Enter');
    return true;
  }

  #see(ahead: boolean): Shown {
    const terminal = this.#terminal as Terminal;
    const view = terminal.view();
    const offers = offersOf(view);
    const lang = languages[this.#boardAt(this.#url).charset ?? ''] ?? '';
    const isEntry = offers.kind === this.#entry;
    const { document, candidates } = screenPage(view.lines, offers, { url: this.#url, lang, isEntry, ahead });
    const { exact, form } = documentPrints(document, this.#mask());
    const capture: Capture = {
      fingerprint: exact,
      form,
      document,
      documentUrl: this.#url,
      status: 200,
      contentType: 'text/html',
      lastModified: null,
      etag: null,
      freshUntil: null,
      bodyPrint: null,
      candidates,
      wanted: [],
      requests: [{ method: 'GET', url: this.#url, status: 200, kind: 'document' }],
      settled: terminal.settled,
    };
    const shown = { view, offers, capture };
    // What is shown ahead of its time is not what stands on the screen.
    this.#shown = shown;
    return shown;
  }

  /** Connects again and presses the keys that led to where the line was cut. */
  async #comeBack(to: Shown): Promise<boolean> {
    const trail = this.#trail;
    if (this.#returning || trail.length > this.#boardAt(this.#url).limits.replay) return false;
    this.#returning = true;
    try {
      await this.open(this.#url);
      for (const order of trail) {
        if ((await this.fire(order, new Set())).kind === 'lost') return false;
      }
    } finally {
      this.#returning = false;
    }
    return this.#shown?.capture.fingerprint === to.capture.fingerprint;
  }

  #hungUp(): ArgiopeError {
    return new ArgiopeError('PAGE_CRASHED', `${this.#url} has hung up`, {
      url: this.#url,
      advice: 'Boards that limit guests may need a longer --delay.',
    });
  }
}
