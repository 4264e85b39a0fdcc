import { type AskedValues, type ListOffers, valuesKey } from '../../forms/index.ts';
import type { SiteStore } from '../../model/index.ts';
import type { SurfacedForm } from './source.ts';

/**
 * Lists that came with an answer which has nothing else: it is no page, and whoever asks on later needs to know what can
 * be chosen beside what was asked.
 */
export async function keepOffers(
  site: SiteStore,
  source: SurfacedForm,
  values: AskedValues,
  offers: ListOffers,
): Promise<void> {
  if (source.copies.isKnown && Object.keys(offers).length > 0)
    await site.putNote(noteOf(source, values), JSON.stringify(offers));
}

/** What was kept of them. */
export async function keptOffers(
  site: SiteStore,
  source: SurfacedForm,
  values: AskedValues,
): Promise<ListOffers> {
  return JSON.parse((await site.note(noteOf(source, values))) ?? '{}') as ListOffers;
}

function noteOf({ row }: SurfacedForm, values: AskedValues): string {
  return `lists ${row.page} ${row.xpath} ${valuesKey(values)}`;
}
