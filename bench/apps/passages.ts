import { chance, paragraph, sentence } from '../../test/sites/prose.ts';
import type { Part } from './app.ts';

/** Prose about a subject: always the same for the same subject, in the page and in Node. */
export interface Passage {
  /** A few words. */
  readonly title: string;
  /** First sentence of the text; it stands in no other passage. */
  readonly lead: string;
  readonly text: string;
}

/** The passage about a subject, of about so many characters after its lead. */
export function passage(subject: string, characters = 240): Passage {
  const random = chance(seedOf(subject));
  const lead = sentence(random);
  const title = sentence(random).split(' ').slice(0, 4).join(' ');
  return { title, lead, text: `${lead} ${paragraph(random, characters)}` };
}

/** A part that shows the passage of its own name. */
export function passagePart(name: string, needs: Part['needs'] = 'event'): Part {
  return { name, shows: passage(name).lead, needs };
}

/** FNV-1a. */
function seedOf(subject: string): number {
  let hash = 0x811c9dc5;
  for (const letter of subject) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193);
  return hash >>> 0;
}
