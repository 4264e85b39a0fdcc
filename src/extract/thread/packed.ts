import { setImmediate as breath } from 'node:timers/promises';
import type { DocumentTree } from '../../model/document.ts';
import { preparePage } from '../page/index.ts';
import type { Noise, PreparedPage } from '../types.ts';

/** A page as it goes to a thread: as text, since a copy of all of its nodes would cost what the thread saves. */
export interface PackedPage {
  readonly name: string;
  readonly url: string | null;
  readonly document: string;
  readonly noise: readonly (readonly [node: number, noise: Noise])[];
}

/** Packs pages, one at a time: between them other things go on. */
export async function packed(pages: readonly PreparedPage[]): Promise<readonly PackedPage[]> {
  const all: PackedPage[] = [];
  for (const { name, url, document, noise } of pages) {
    all.push({ name, url, document: JSON.stringify(document), noise: [...noise] });
    await breath();
  }
  return all;
}

/** The page that was packed. */
export function unpacked({ name, url, document, noise }: PackedPage): PreparedPage {
  const page = preparePage({ name, url, document: JSON.parse(document) as DocumentTree });
  return { ...page, noise: new Map(noise) };
}
