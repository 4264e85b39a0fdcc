import type { Page } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';
import { keptPages } from './numbering.ts';

/** An address that was asked for because pages use it, and that is no page itself. */
export interface UsedFile {
  readonly url: string;
  /** `asset`: kept for the mirror. Else what the page that was seen first with it took it for. */
  readonly kind: 'asset' | 'document' | 'script' | 'data';
  /** Number of the page that was seen first with it; `null` for assets, which belong to all. */
  readonly page: number | null;
  readonly status: number | null;
  readonly contentType: string | null;
}

/** Rows that are read in one go. */
const batch = 500;

/** Everything that pages use, each address once: kept files by their addresses, then the rest by pages. */
export async function* usedFiles(site: SiteStore): AsyncGenerator<UsedFile> {
  let after = '';
  for (;;) {
    const some = await site.resources({ after, limit: batch });
    for (const { url, status, contentType } of some)
      yield { url, kind: 'asset', page: null, status, contentType };
    if (some.length < batch) break;
    after = some.at(-1)?.url ?? '';
  }
  yield* askedByPages(site);
}

async function* askedByPages(site: SiteStore): AsyncGenerator<UsedFile> {
  const told = new Set<string>();
  let pages: Page[] = [];
  for await (const page of keptPages(site)) {
    pages.push(page);
    if (pages.length < batch) continue;
    yield* inputsOf(site, pages, told);
    pages = [];
  }
  yield* inputsOf(site, pages, told);
}

async function* inputsOf(
  site: SiteStore,
  pages: readonly Page[],
  told: Set<string>,
): AsyncGenerator<UsedFile> {
  const inputs = await site.inputs(pages.map(({ number }) => number));
  for (const page of pages) {
    const own = new Set([
      page.entry.kind === 'url' ? plain(page.entry.url) : '',
      plain(page.content?.address),
    ]);
    for (const { url, kind } of inputs.get(page.number) ?? []) {
      if (own.has(plain(url)) || told.has(url) || (await site.hasResource(url))) continue;
      told.add(url);
      yield { url, kind, page: page.number, status: null, contentType: null };
    }
  }
}

function plain(url = ''): string {
  return url.replace(/#.*$/s, '');
}
