import { storedDocument } from '../../../src/derive/index.ts';
import { visibleText } from '../../../src/dom/text.ts';
import type { SiteStore } from '../../../src/model/index.ts';
import { openStoreAt } from '../../../src/store/index.ts';

/** What each page of a stored crawl is on the site: its path, or document and part. */
export async function identities(store: string): Promise<ReadonlyMap<number, string>> {
  const opened = await openStoreAt(store, { readOnly: true });
  try {
    const [info] = await opened.sites();
    const site = info && (await opened.site(info.name));
    return site ? await readIdentities(site) : new Map();
  } finally {
    await opened.close();
  }
}

async function readIdentities(site: SiteStore): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  for (const status of ['kept', 'gone'] as const) {
    for (const page of await site.pages({ status })) {
      const { number, entry } = page;
      const text = visibleText(await storedDocument(site, page));
      const [, part = '', document = ''] = /Part (\w+) of (\w+)/.exec(text) ?? [];
      found.set(number, entry.kind === 'url' ? new URL(entry.url).pathname : `${document}#${part}`);
    }
  }
  return found;
}
