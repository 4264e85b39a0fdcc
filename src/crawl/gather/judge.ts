import type { CrawlSettings } from '../../config/settings.ts';
import {
  normalizeUrl,
  type RobotsGate,
  type Scope,
  type Sessions,
  unsafeWord,
} from '../../frontier/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Instruction, PageLink, Reason } from '../../model/index.ts';
import { LeftAlone } from '../discover/left-alone.ts';

/** A link as a page has it. */
export type GatheredLink = Pick<PageLink, 'url' | 'text' | 'hints'>;

/** Where a link leads, and why it is not followed if it is not. */
export interface JudgedLink {
  readonly instruction: Instruction;
  /** Normalised; `null` for what is no address to crawl. */
  readonly url: string | null;
  readonly refused: Extract<
    Reason,
    'offsite' | 'unsafe' | 'robots' | 'excluded' | 'depth' | 'dropped'
  > | null;
}

/** What is the same for an address wherever it stands. */
interface Address {
  readonly url: string | null;
  readonly instruction: Instruction;
  readonly outside: 'offsite' | 'excluded' | null;
  /** What robots.txt says, once it is known. */
  allowed: boolean | null;
  /** The latest words on a link to it, and whether these say that it would change the site. */
  text: string;
  hints: string;
  unsafe: boolean | null;
}

/** What the page that a link stands on has to do with whether it is followed. */
export interface LinkBounds {
  readonly tooDeep: boolean;
  /** Whether the page lets its links be followed. */
  readonly follow: boolean;
  /** Whether a hook has dropped it. */
  readonly dropped: boolean;
}

/** Addresses of which the judgement is remembered: most stand on many pages, with the same words. */
const remembered = 50_000;

/**
 * Decides before anything is asked whether a link is followed. Rules of hosts that were not asked for them
 * yet do not count here: they are asked when the first address there has its turn, and judged then.
 */
export class LinkJudge {
  readonly #scope: Scope;
  readonly #robots: RobotsGate | null;
  readonly #sessions: Sessions;
  readonly #allowsUnsafe: boolean;
  readonly #addresses = new BoundedMap<string, Address>(remembered);
  /** What was not followed because it may change the site. */
  readonly leftAlone = new LeftAlone();

  constructor(
    settings: Pick<CrawlSettings, 'unsafe'>,
    parts: { scope: Scope; robots: RobotsGate | null; sessions: Sessions },
  ) {
    this.#allowsUnsafe = settings.unsafe;
    this.#scope = parts.scope;
    this.#robots = parts.robots;
    this.#sessions = parts.sessions;
  }

  judge(link: GatheredLink, bounds: LinkBounds): JudgedLink {
    const address = this.#address(link.url);
    const { url, instruction } = address;
    const refused = this.#refusal(link, address, bounds);
    if (refused === 'unsafe') this.leftAlone.note(link.text, `to ${url}`);
    return { url, instruction, refused };
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
      instruction: urlInstruction(this.#sessions.without(url ?? href.slice(0, 2048))),
      outside: verdict === 'in' ? null : verdict,
      allowed: null,
      text: '',
      hints: '',
      unsafe: null,
    };
    this.#addresses.set(href, address);
    return address;
  }

  #refusal(link: GatheredLink, address: Address, bounds: LinkBounds): JudgedLink['refused'] {
    const { url, outside } = address;
    if (bounds.dropped) return 'dropped';
    if (url === null) return 'excluded';
    if (outside !== null) return outside;
    if (!this.#allowsUnsafe && changesSite(link, address, url)) return 'unsafe';
    if (!bounds.follow || !this.#allowed(address, url)) return 'robots';
    return bounds.tooDeep ? 'depth' : null;
  }

  #allowed(address: Address, url: string): boolean {
    address.allowed ??= this.#robots?.known(url)?.allows(url) ?? null;
    return address.allowed ?? true;
  }
}

function changesSite({ text, hints }: GatheredLink, address: Address, href: string): boolean {
  if (address.unsafe === null || address.text !== text || address.hints !== hints) {
    address.unsafe = unsafeWord({ text, hints, href, isPlain: true }) !== null;
    address.text = text;
    address.hints = hints;
  }
  return address.unsafe;
}
