import { chance, paragraph, sentence } from '../../../test/sites/prose.ts';

/** Pages of the story, shown one at a time in an open shadow. */
export const story: readonly string[] = Array.from({ length: 5 }, (_, at) =>
  paragraph(chance(4000 + at), 280),
);

/** Notes that an inner component of the story can unfold. */
export const notes: readonly string[] = Array.from({ length: 2 }, (_, at) => sentence(chance(4100 + at)));

/** Sayings in the closed shadow, the first shown from the beginning. */
export const sayings: readonly string[] = Array.from({ length: 4 }, (_, at) => sentence(chance(4200 + at)));
