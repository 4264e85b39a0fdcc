import { outcomeOf, type SiteStore } from '../../model/index.ts';
import { pagesOf } from '../../model/pages.ts';

/** A page that could not be had. */
export interface FailedPage {
  readonly number: number;
  /** Its address, `null` where events were to lead to it. */
  readonly url: string | null;
  /** Stable code of the error (docs/exit-codes.md). */
  readonly code: string;
  readonly message: string;
  /** Number of the page on which it was found first, `null` for a start address. */
  readonly foundOn: number | null;
}

/** Failures of a crawl in number order; files and what hooks have dropped are none. */
export async function* failedPages(
  read: <T>(reader: (site: SiteStore) => Promise<T>) => Promise<T>,
): AsyncGenerator<FailedPage, void, undefined> {
  const failed = await read(async (site) => pagesOf(site, 'failed'));
  for await (const { number, entry, error, foundOn = null } of failed) {
    const { code = 'INTERNAL', message = '' } = error ?? {};
    if (outcomeOf(code) !== 'failed') continue;
    const from = entry.kind === 'url' ? foundOn : entry.source;
    yield { number, url: entry.kind === 'url' ? entry.url : null, code, message, foundOn: from };
  }
}
