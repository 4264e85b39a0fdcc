import type { ExtractSettings, RecordSettings } from '../../config/settings.ts';
import type { SiteStore } from '../../model/index.ts';

/** With which settings the records of a crawl were made, as far as they may be kept. */
export interface KeptSettings extends RecordSettings {
  /** Databases that a password is needed for, without it. */
  readonly left: readonly string[];
}

const noteKey = 'records';

/** Keeps the settings of an extraction with the crawl, so that its records can be made anew; passwords are not kept. */
export async function keepSettings(site: SiteStore, settings: ExtractSettings): Promise<void> {
  const { schema, prior, rules, filters, allFields, minConfidence, records } = settings;
  const isOpen = (place: string) => place === withoutPassword(place);
  const kept: KeptSettings = {
    schema,
    rules,
    filters,
    allFields,
    minConfidence,
    // What known records told is in the rules by now.
    prior: prior.filter(isOpen),
    records: records.filter(isOpen),
    left: records.filter((place) => !isOpen(place)).map(withoutPassword),
  };
  await site.putNote(noteKey, JSON.stringify(kept));
}

/** The settings that records were last made with, `null` where none were. */
export async function keptSettings(site: SiteStore): Promise<KeptSettings | null> {
  const text = await site.note(noteKey);
  if (text === null || text === '') return null;
  const kept = JSON.parse(text) as KeptSettings;
  // Anew was meant for that one time.
  return { ...kept, rules: kept.rules === 'none' ? null : kept.rules };
}

function withoutPassword(place: string): string {
  const url = /^postgres(?:ql)?:/.test(place) ? URL.parse(place) : null;
  if (url === null || (url.password === '' && !url.searchParams.has('password'))) return place;
  url.password = '';
  url.searchParams.delete('password');
  return url.href;
}
