import { resolve } from 'node:path';
import type { ExtractSettings } from '../config/settings.ts';
import { HookChain, loadHooks } from '../hooks/index.ts';
import { makeFolder, openStoreAt } from '../store/index.ts';
import type { CrawlControls } from './controls.ts';
import { Extraction } from './extraction/extraction.ts';
import { extractInputs } from './extraction/inputs.ts';
import { extractionPages, filesIn } from './extraction/pages.ts';
import { siteOfExtraction } from './extraction/rules.ts';
import { type ExtractSummary, missingFields } from './extraction/summary.ts';

/** Pages after which it is said how far it is. */
const sayEvery = 1000;

/** Turns the pages of a crawl, or of a folder, into records, and writes them with the rules that found them. */
export async function runExtraction(
  given: ExtractSettings,
  controls: CrawlControls = {},
): Promise<ExtractSummary> {
  const settings = { ...given, out: resolve(given.out) };
  const { hooks: own = [], listen = () => {}, signal, labeller } = controls;
  // A folder that is not there must not leave a store behind.
  if (settings.pages !== null) filesIn(settings.pages);
  makeFolder(settings.out);
  const inputs = await extractInputs(settings, labeller);
  const hooks = new HookChain([...(await loadHooks(settings.hooks)), ...own]);
  const store = await openStoreAt(settings.store);
  try {
    const site = await siteOfExtraction(store, settings);
    const extraction = await Extraction.begin({ site, settings, inputs, hooks, listen });
    try {
      for await (const page of extractionPages(site, settings, inputs, extraction.order)) {
        if (signal?.aborted) return extraction.abandon();
        await extraction.add(page);
        if (extraction.pages % sayEvery === 0)
          listen({ kind: 'note', level: 'info', text: `${extraction.pages} pages looked at` });
      }
      const result = await extraction.finish();
      const { schema } = inputs;
      return schema === null
        ? result
        : { ...result, missing: missingFields(result, Object.keys(schema.properties)) };
    } finally {
      await extraction.close();
    }
  } finally {
    await store.close();
  }
}
