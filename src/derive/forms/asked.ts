import type { AskedForm } from '../../model/form-report.ts';
import type { SiteStore } from '../../model/store.ts';

/** What came of asking forms, by their short names. */
export type AskedForms = Readonly<Record<string, AskedForm>>;

const note = 'asked forms';

export async function askedForms(site: SiteStore): Promise<AskedForms> {
  return JSON.parse((await site.note(note)) ?? '{}') as AskedForms;
}

/** Keeps what came of asking forms; those that are not named stay as they were. */
export async function keepAsked(site: SiteStore, asked: AskedForms): Promise<void> {
  if (Object.keys(asked).length === 0) return;
  await site.putNote(note, JSON.stringify({ ...(await askedForms(site)), ...asked }));
}
