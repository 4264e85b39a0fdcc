import {
  normalizeUrl,
  type Robots,
  type Scope,
  type ScopeVerdict,
  type Sessions,
  unsafeWord,
} from '../../frontier/index.ts';
import { urlInstruction } from '../../identity/index.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Candidate, Instruction } from '../../model/index.ts';

/** Addresses of which it is remembered what they are: most stand on many pages, with the same words. */
const remembered = 50_000;

/** What is the same for an address wherever it stands. */
export class KnownLink {
  /** Normalised; `null` where it is none to crawl. */
  readonly url: string | null;
  readonly instruction: Instruction;
  readonly verdict: ScopeVerdict;
  #rules: Robots | null = null;
  #allowed = true;
  /** The latest words on a link to it, and whether these say that it would change the site. */
  #words: {
    readonly text: string;
    readonly hints: string;
    readonly isPlain: boolean;
    readonly unsafe: boolean;
  } | null = null;

  constructor(url: string | null, instruction: Instruction, verdict: ScopeVerdict) {
    this.url = url;
    this.instruction = instruction;
    this.verdict = verdict;
  }

  /** Whether the rules of its host let it be asked. */
  allowedBy(rules: Robots): boolean {
    if (this.#rules !== rules) {
      this.#rules = rules;
      this.#allowed = this.url !== null && rules.allows(this.url);
    }
    return this.#allowed;
  }

  /** Whether a link to it says that it would change the site; a script may answer one with a handler. */
  changesSite({ text, hints, handler }: Pick<Candidate, 'text' | 'hints' | 'handler'>): boolean {
    const isPlain = handler === undefined;
    const words = this.#words;
    if (words === null || words.text !== text || words.hints !== hints || words.isPlain !== isPlain) {
      const unsafe = unsafeWord({ text, hints, href: this.url ?? '', isPlain }) !== null;
      this.#words = { text, hints, isPlain, unsafe };
    }
    return this.#words?.unsafe ?? false;
  }
}

/** Remembers what addresses are, so that a link that stands on every page is looked at once. */
export class LinkMemory {
  readonly #sessions: Sessions;
  readonly #scope: Scope;
  readonly #links = new BoundedMap<string, KnownLink>(remembered);
  #learned = 0;

  constructor(sessions: Sessions, scope: Scope) {
    this.#sessions = sessions;
    this.#scope = scope;
  }

  of(href: string): KnownLink {
    // Addresses mean something else once a session was found in them.
    if (this.#learned !== this.#sessions.learned) this.#links.clear();
    this.#learned = this.#sessions.learned;
    return this.#links.getOrMake(href, () => this.#look(href));
  }

  #look(href: string): KnownLink {
    const url = normalizeUrl(href);
    const instruction = urlInstruction(this.#sessions.without(url ?? href.slice(0, 2048)));
    return new KnownLink(url, instruction, url === null ? 'excluded' : this.#scope(url));
  }
}
