import { setImmediate as breath } from 'node:timers/promises';
import type { DocumentTree } from '../../model/document.ts';
import type { NumberedText } from '../naming/index.ts';
import { preparePage } from '../page/index.ts';
import type { LearnAbout } from '../rules/make.ts';
import type { Taught } from '../session/learn.ts';
import type { NamingAbout } from '../session/names.ts';
import type { Noise, PreparedPage } from '../types.ts';

/** What the thread is started with. */
export interface ThreadData {
  readonly naming: NamingAbout;
  /** Whether somebody can be asked for names. */
  readonly hasLabeller: boolean;
}

/** Work for the thread, or the answer to what it asked. */
export type ThreadOrder =
  | { readonly kind: 'cluster'; readonly job: number; readonly pages: readonly PackedPage[] }
  | {
      readonly kind: 'learn';
      readonly job: number;
      readonly pages: readonly PackedPage[];
      readonly about: LearnAbout;
    }
  | {
      readonly kind: 'labelled';
      readonly question: number;
      readonly answer: Readonly<Record<string, readonly number[]>>;
    }
  | { readonly kind: 'unlabelled'; readonly question: number; readonly error: unknown };

/** What the thread says. */
export type Reply =
  /** Places of pages among those given, by template. */
  | { readonly kind: 'clustered'; readonly job: number; readonly groups: readonly (readonly number[])[] }
  | { readonly kind: 'learned'; readonly job: number; readonly taught: Taught }
  | { readonly kind: 'failed'; readonly job: number; readonly error: unknown }
  | {
      readonly kind: 'question';
      readonly question: number;
      readonly texts: readonly NumberedText[];
      readonly names: readonly string[];
    };

/** A page as it goes to a thread: as text, since a copy of all of its nodes would cost what the thread saves. */
interface PackedPage {
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
