import { disallowAll, productToken, type Robots, robotsFor } from './robots.ts';

/** An answer to the request for a robots.txt, as it is kept between runs. */
export interface RobotsAnswer {
  readonly status: number;
  readonly body: string;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
}

/** Asks for a robots.txt, following up to five redirects; throws where no answer comes. */
export type RobotsFetch = (url: string) => Promise<{ readonly status: number; readonly body: string }>;

/** An answer is not used for longer than a day (RFC 9309 §2.4). */
const maxAge = 24 * 60 * 60 * 1000;

/** Asks each authority for its rules once, when the first address there is considered. */
export class RobotsGate {
  readonly #fetch: RobotsFetch;
  readonly #token: string;
  readonly #now: () => number;
  readonly #rules = new Map<string, Promise<Robots>>();
  readonly #known = new Map<string, Robots>();
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
    return this.#known.get(url.slice(0, url.indexOf('/', url.indexOf('://') + 3))) ?? null;
  }

  /** The rules of the authority that an address belongs to. */
  rules(url: string): Promise<Robots> {
    const { origin } = new URL(url);
    const known = this.#rules.get(origin);
    if (known) return known;
    const asked = this.#ask(origin).then((rules) => {
      this.#known.set(origin, rules);
      return rules;
    });
    this.#rules.set(origin, asked);
    return asked;
  }

  /**
   * Answers by origin, for the next run. Those of servers in trouble are left out: they forbid
   * everything, and the next run should ask again.
   */
  snapshot(): Readonly<Record<string, RobotsAnswer>> {
    return Object.fromEntries(this.#answers);
  }

  /** Takes over the answers of an earlier run that are still good. */
  restore(answers: Readonly<Record<string, RobotsAnswer>>): void {
    for (const [origin, answer] of Object.entries(answers)) {
      if (this.#now() - answer.at > maxAge) continue;
      this.#answers.set(origin, answer);
      const rules = robotsFor(answer.status, answer.body, this.#token);
      this.#known.set(origin, rules);
      this.#rules.set(origin, Promise.resolve(rules));
    }
  }

  async #ask(origin: string): Promise<Robots> {
    let answer: RobotsAnswer;
    try {
      answer = { ...(await this.#fetch(`${origin}/robots.txt`)), at: this.#now() };
    } catch (error) {
      this.#problems.set(origin, error as Error);
      return disallowAll;
    }
    if (answer.status < 500) this.#answers.set(origin, answer);
    return robotsFor(answer.status, answer.body, this.#token);
  }
}
