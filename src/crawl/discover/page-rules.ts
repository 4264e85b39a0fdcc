import {
  PageNotes,
  type PageRobots,
  PageWishes,
  readRobotsMeta,
  readRobotsTag,
  strictest,
  unlistedNotes,
  unrestricted,
  withoutFragment,
} from '../../frontier/index.ts';
import { type Capture, type CrawlListener, protocolOf, type SiteStore } from '../../model/index.ts';

/** What pages say to crawlers about themselves: whether to list them, whether to follow their links. */
export class PageRules {
  readonly #tags = new Map<string, PageRobots>();
  readonly #unlisted: PageNotes;
  readonly #found = new Set<number>();
  readonly #wishes = new PageWishes();
  /** Addresses of the pages that asked for something: their states do so too. */
  readonly #told = new Set<string>();

  constructor(site: Pick<SiteStore, 'note' | 'putNote'>) {
    this.#unlisted = new PageNotes(site, unlistedNotes);
  }

  /** Takes note of the header `X-Robots-Tag` that came with a document. */
  heard(url: string, header: string): void {
    const key = withoutFragment(url);
    const rules = header === '' ? unrestricted : readRobotsTag(header);
    if (rules.index && rules.follow) this.#tags.delete(key);
    else this.#tags.set(key, rules);
  }

  /** The rules of a page that is about to be recorded; that it is not to be listed is kept. */
  async of(number: number, { document, documentUrl }: Capture): Promise<PageRobots> {
    if (protocolOf(documentUrl) !== 'web') return unrestricted;
    const told = [documentUrl, document.url].map(
      (url) => this.#tags.get(withoutFragment(url)) ?? unrestricted,
    );
    const rules = strictest(readRobotsMeta(document), ...told);
    if (!rules.index && !this.#found.has(number)) {
      this.#found.add(number);
      await this.#unlisted.put([[number, '1']]);
    }
    const address = withoutFragment(document.url);
    if (!(rules.index && rules.follow) && !this.#told.has(address)) {
      this.#told.add(address);
      this.#wishes.note(address, rules);
    }
    return rules;
  }

  /** Says how many pages are left out of what is written, and how many lead no further. */
  report(listen: CrawlListener): void {
    for (const text of this.#wishes.sentences()) listen({ kind: 'note', level: 'info', text });
  }
}
