import { chance, paragraph, sentence } from '../../../test/sites/prose.ts';

/** The steps of the wizard with the explanation that each offers. */
export const steps: readonly { readonly title: string; readonly text: string; readonly help: string }[] = [
  'Your reading habits',
  'Your branch',
  'Your card',
  'Your first loan',
].map((title, at) => {
  const random = chance(2000 + at);
  return { title, text: paragraph(random, 240), help: `${sentence(random)} ${sentence(random)}` };
});
