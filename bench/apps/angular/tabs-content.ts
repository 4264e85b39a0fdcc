import { chance, paragraph } from '../../../test/sites/prose.ts';

/** A tab or a section. */
export interface Panel {
  readonly title: string;
  readonly text: string;
}

const panels = (seed: number, titles: readonly string[]): readonly Panel[] =>
  titles.map((title, at) => ({ title, text: paragraph(chance(seed + at), 220) }));

/** One of these is shown at a time. */
export const tabs = panels(3000, ['Overview', 'Rooms', 'Garden', 'Kitchen', 'Way here']);

/** Any number of these may be open. */
export const sections = panels(3100, ['Arrival', 'Breakfast', 'Children', 'Payment']);
