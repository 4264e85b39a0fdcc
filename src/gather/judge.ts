import type { CrawlSettings } from '../config/settings.ts';
import { normalizeUrl, type RobotsGate, type Scope, type Sessions, unsafeWord } from '../frontier/index.ts';
import { urlInstruction } from '../identity/index.ts';
import type { Instruction, Reason } from '../model/index.ts';
import { hostOf } from './waiting.ts';

/** A link as a page has it. */
export interface FoundLink {
  /** Absolute, as written. */
  readonly url: string;
  readonly xpath: string;
  readonly id: string | null;
  readonly text: string;
  readonly hints: string;
}

/** Where a link leads, and why it is not followed if it is not. */
export interface JudgedLink {
  readonly instruction: Instruction;
  /** Normalised; `null` for what is no address to crawl. */
  readonly url: string | null;
  readonly host: string;
  readonly refused: Extract<Reason, 'offsite' | 'unsafe' | 'robots' | 'excluded' | 'depth'> | null;
}

/** What is the same for an address wherever it stands. */
interface Address {
  readonly url: string | null;
  readonly host: string;
  readonly instruction: Instruction;
  readonly outside: 'offsite' | 'excluded' | null;
}

/** What the page that a link stands on has to do with whether it is followed. */
export interface LinkBounds {
  readonly tooDeep: boolean;
  /** Whether the page lets its links be followed. */
  readonly follow: boolean;
}

/** Addresses and texts of which the judgement is remembered: most stand on many pages. */
const remembered = 20_000;

/**
 * Decides before anything is asked whether a link is followed. Rules of hosts that were not asked for them
 * yet do not count here: they are asked when the first address there has its turn, and judged then.
 */
export class LinkJudge {
  readonly #scope: Scope;
  readonly #robots: RobotsGate | null;
  readonly #sessions: Sessions;
  readonly #allowsUnsafe: boolean;
  #addresses = new Map<string, Address>();
  #unsafe = new Map<string, boolean>();

  constructor(
    settings: Pick<CrawlSettings, 'unsafe'>,
    parts: { scope: Scope; robots: RobotsGate | null; sessions: Sessions },
  ) {
    this.#allowsUnsafe = settings.unsafe;
    this.#scope = parts.scope;
    this.#robots = parts.robots;
    this.#sessions = parts.sessions;
  }

  judge(link: FoundLink, bounds: LinkBounds): JudgedLink {
    const address = this.#address(link.url);
    const { url, host, instruction } = address;
    return { url, host, instruction, refused: this.#refusal(link, address, bounds) };
  }

  /** Sessions were learned: addresses mean something else from now on. */
  forget(): void {
    this.#addresses.clear();
  }

  #address(href: string): Address {
    const known = this.#addresses.get(href);
    if (known) return known;
    const url = normalizeUrl(href);
    const verdict = url === null ? 'excluded' : this.#scope(url);
    const address: Address = {
      url,
      host: url === null ? '' : hostOf(url),
      instruction: urlInstruction(this.#sessions.without(url ?? href.slice(0, 2048))),
      outside: verdict === 'in' ? null : verdict,
    };
    if (this.#addresses.size >= remembered) this.#addresses = new Map();
    this.#addresses.set(href, address);
    return address;
  }

  #refusal(link: FoundLink, { url, outside }: Address, bounds: LinkBounds): JudgedLink['refused'] {
    if (url === null) return 'excluded';
    if (outside !== null) return outside;
    if (!this.#allowsUnsafe && this.#changesSite(link, url)) return 'unsafe';
    if (!bounds.follow) return 'robots';
    if (this.#robots?.known(url)?.allows(url) === false) return 'robots';
    return bounds.tooDeep ? 'depth' : null;
  }

  #changesSite({ text, hints }: FoundLink, href: string): boolean {
    const key = `${text}\0${hints}\0${href}`;
    let unsafe = this.#unsafe.get(key);
    if (unsafe === undefined) {
      unsafe = unsafeWord({ text, hints, call: '', href, isKey: false }) !== null;
      if (this.#unsafe.size >= remembered) this.#unsafe = new Map();
      this.#unsafe.set(key, unsafe);
    }
    return unsafe;
  }
}
