import { protocolOf } from '../model/protocol.ts';
import { allowAll, disallowAll, productToken, type Robots, robotsFor } from './robots.ts';

/** An answer to the request for a robots.txt, as it is kept between runs. */
export interface RobotsAnswer {
  readonly status: number;
  readonly body: string;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
  /** Since when the authority could not be asked; the answer is an older one then, or status 0 for none. */
  readonly troubleSince?: number;
}

/** Asks for a robots.txt, following up to five redirects; throws where no answer comes, an `AbortError` where none is wanted any more. */
export type RobotsFetch = (url: string) => Promise<{ readonly status: number; readonly body: string }>;

const day = 24 * 60 * 60 * 1000;
/** An answer is not used for longer than a day, unless the authority cannot be asked (RFC 9309 §2.4). */
const maxAge = day;
/** A file that could not be had for so long is taken for one that is not there (§2.3.1.4). */
const longestTrouble = 30 * day;
/** A server in trouble is asked again after so long, where a crawl lasts. */
const troubleAge = 60 * 60 * 1000;

/** Authorities whose rules are remembered; those that were asked first are asked again when they are needed. */
const remembered = 20_000;

interface Held {
  readonly rules: Robots;
  /** When they are to be asked for again. */
  readonly until: number;
}

/**
 * Asks each authority for its rules when the first address there is considered, and anew after a day. Rules are
 * a matter of the web: in other protocols there are none.
 */
export class RobotsGate {
  readonly #fetch: RobotsFetch;
  readonly #token: string;
  readonly #now: () => number;
  readonly #asking = new Map<string, Promise<Robots>>();
  readonly #held = new Map<string, Held>();
  readonly #answers = new Map<string, RobotsAnswer>();
  readonly #problems = new Map<string, Error>();

  constructor(fetch: RobotsFetch, more: { token?: string; now?: () => number } = {}) {
    this.#fetch = fetch;
    this.#token = more.token ?? productToken;
    this.#now = more.now ?? Date.now;
  }

  /** Why nothing is allowed where the authority could not be asked for its rules. */
  problem(url: string): Error | null {
    return this.#problems.get(new URL(url).origin) ?? null;
  }

  /** Whether an address may be asked. */
  async allows(url: string): Promise<boolean> {
    return (await this.rules(url)).allows(url);
  }

  /** The rules of an authority that was asked for them already. */
  known(url: string): Robots | null {
    if (protocolOf(url) !== 'web') return allowAll;
    return this.#fresh(url.slice(0, url.indexOf('/', url.indexOf('://') + 3)));
  }

  /** The rules of the authority that an address belongs to. */
  async rules(url: string): Promise<Robots> {
    if (protocolOf(url) !== 'web') return allowAll;
    const { origin } = new URL(url);
    const known = this.#fresh(origin);
    if (known) return known;
    if (this.#held.size >= remembered) this.#forget(this.#held.keys().next().value as string);
    const asking = this.#asking.get(origin) ?? this.#ask(origin).finally(() => this.#asking.delete(origin));
    this.#asking.set(origin, asking);
    return asking;
  }

  /** Answers by origin, for the next run, and since when servers are in trouble: those are asked again. */
  snapshot(): Readonly<Record<string, RobotsAnswer>> {
    return Object.fromEntries(this.#answers);
  }

  /** The answer of one origin, where it was asked. */
  answer(origin: string): RobotsAnswer | null {
    return this.#answers.get(origin) ?? null;
  }

  /** Takes over the answers of an earlier run. */
  restore(answers: Readonly<Record<string, RobotsAnswer>>): void {
    for (const [origin, answer] of Object.entries(answers)) {
      this.#answers.set(origin, answer);
      const until = answer.at + maxAge;
      if (answer.troubleSince === undefined && until >= this.#now())
        this.#held.set(origin, { rules: this.#rulesOf(answer), until });
    }
  }

  #forget(origin: string): void {
    for (const kept of [this.#held, this.#answers, this.#problems]) kept.delete(origin);
  }

  #fresh(origin: string): Robots | null {
    const held = this.#held.get(origin);
    return held !== undefined && held.until >= this.#now() ? held.rules : null;
  }

  #rulesOf({ status, body }: RobotsAnswer): Robots {
    return robotsFor(status, body, this.#token);
  }

  async #ask(origin: string): Promise<Robots> {
    this.#problems.delete(origin);
    let problem: Error | null = null;
    try {
      const answer = { ...(await this.#fetch(`${origin}/robots.txt`)), at: this.#now() };
      if (answer.status < 500) {
        this.#answers.set(origin, answer);
        return this.#hold(origin, this.#rulesOf(answer), maxAge);
      }
    } catch (error) {
      // That the crawl ends says nothing about the server.
      if ((error as Error).name === 'AbortError') throw error;
      problem = error as Error;
    }
    return this.#inTrouble(origin, problem);
  }

  /** Without an answer the last one holds on; without any, nothing may be asked, for a month at most. */
  #inTrouble(origin: string, problem: Error | null): Robots {
    const now = this.#now();
    const before = this.#answers.get(origin) ?? { status: 0, body: '', at: now };
    const troubleSince = before.troubleSince ?? now;
    this.#answers.set(origin, { ...before, troubleSince });
    if (before.status !== 0) return this.#hold(origin, this.#rulesOf(before), troubleAge);
    if (now - troubleSince > longestTrouble) return this.#hold(origin, allowAll, troubleAge);
    if (problem) this.#problems.set(origin, problem);
    return this.#hold(origin, disallowAll, troubleAge);
  }

  #hold(origin: string, rules: Robots, age: number): Robots {
    this.#held.set(origin, { rules, until: this.#now() + age });
    return rules;
  }
}
