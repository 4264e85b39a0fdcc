import type { PageRobots } from './page-robots.ts';

/** What pages have asked of crawlers, to be told at the end: which ones are not listed, whose links are not followed. */
export class PageWishes {
  readonly #unlisted = new Wish();
  readonly #unfollowed = new Wish();

  /** A page said this of itself. */
  note(address: string, { index, follow }: PageRobots): void {
    if (!index) this.#unlisted.add(address);
    if (!follow) this.#unfollowed.add(address);
  }

  /** Sentences for whoever crawls. */
  sentences(): readonly string[] {
    const aside = '(--robots ignore leaves that aside)';
    return [
      ...this.#unlisted.said(
        'not to be listed (noindex)',
        `visited, but neither mirrored nor listed ${aside}`,
      ),
      ...this.#unfollowed.said(
        'not to follow their links (nofollow)',
        `what only they link to was not visited ${aside}`,
      ),
    ];
  }
}

/** How many pages ask for one thing, and the first of them. */
class Wish {
  #count = 0;
  #first = '';

  add(address: string): void {
    this.#first ||= address;
    this.#count++;
  }

  said(wish: string, done: string): readonly string[] {
    if (this.#count === 0) return [];
    return [
      `${this.#count} ${this.#count === 1 ? 'page asks' : 'pages ask'} ${wish}, such as ${this.#first}: ${done}`,
    ];
  }
}
