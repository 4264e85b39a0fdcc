import { chance, paragraph, sentence } from '../../../test/sites/prose.ts';

/** Headlines, five on each of eight pages of the list. */
export const lists: readonly (readonly string[])[] = Array.from({ length: 8 }, (_, page) => {
  const random = chance(5000 + page);
  return Array.from({ length: 5 }, () => sentence(random));
});

/** One of these is shown at a time. */
export const tabs: readonly { readonly title: string; readonly text: string }[] = [
  'Weather',
  'Sports',
  'Music',
  'Markets',
  'Letters',
].map((title, at) => ({ title, text: paragraph(chance(5100 + at), 200) }));

/** People whose card is shown while the mouse is over their name. */
export const people: readonly { readonly name: string; readonly card: string }[] = [
  'Agnes',
  'Bruno',
  'Clara',
  'David',
  'Elena',
  'Felix',
].map((name, at) => ({ name, card: paragraph(chance(5200 + at), 120) }));
