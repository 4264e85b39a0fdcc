import { join, resolve } from 'node:path';
import { formCounts, surveyForms } from '../derive/index.ts';
import type { FormReport } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import type { StorePlace } from './controls.ts';
import { onlySite } from './site.ts';

/** Tells which forms the pages of a crawl have, and what they are for. */
export async function runForms(place: StorePlace): Promise<FormReport> {
  const out = resolve(place.out);
  const store = await openStoreAt(place.store ?? `sqlite:${join(out, 'argiope.db')}`, { readOnly: true });
  try {
    const forms = await surveyForms(await onlySite(store, out));
    return { command: 'forms', ...formCounts(forms), forms, out };
  } finally {
    await store.close();
  }
}
