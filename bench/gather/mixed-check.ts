import type { MixedPage } from '../../test/sites/mixed.ts';
import { bareTextOf, keptPages, mirrorFiles, withStore } from '../ajax/outputs.ts';

/** Paths of the pages of a mixed site of which a mirror does not show everything there is to find. */
export async function incompletePages(pages: readonly MixedPage[], out: string): Promise<readonly string[]> {
  const kept = await withStore(out, keptPages);
  const files = await mirrorFiles(out);
  const byPath = new Map<string, string>();
  const states: string[] = [];
  for (const { number, entry } of kept) {
    const text = await bareTextOf(files.get(number) ?? '');
    if (entry.kind === 'url') byPath.set(new URL(entry.url).pathname, text);
    else states.push(text);
  }
  const bare = (text: string) => text.replace(/\s+/g, '');
  return pages
    .filter(({ path, texts, state }) => {
      const shown = byPath.get(path) ?? '';
      if (!texts.every((text) => shown.includes(bare(text)))) return true;
      return state !== undefined && !states.some((text) => text.includes(bare(state)));
    })
    .map(({ path }) => path);
}
