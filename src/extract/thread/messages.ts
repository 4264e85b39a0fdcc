import type { NumberedText } from '../naming/index.ts';
import type { LearnAbout } from '../session/learn.ts';
import type { Taught } from '../session/learner.ts';
import type { NamingAbout } from '../session/names.ts';
import type { PackedPage } from './packed.ts';

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
