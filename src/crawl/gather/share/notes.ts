import type { SharedSite } from '../../../model/index.ts';

/** Notes of lists by name: what each worker writes is added to what others have written. */
export function mergedNotes(
  site: Pick<SharedSite, 'note' | 'mergeNote'>,
): Pick<SharedSite, 'note' | 'putNote'> {
  return {
    note: (key) => site.note(key),
    putNote: (key, value) =>
      site.mergeNote(key, (old) => JSON.stringify({ ...JSON.parse(old ?? '{}'), ...JSON.parse(value) })),
  };
}
