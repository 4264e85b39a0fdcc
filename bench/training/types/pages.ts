import type { DocumentTree, TreeNode } from '../../../src/model/document.ts';
import { article, board, faq, gallery, profile, thread } from './community.ts';
import { Dice } from './elements.ts';
import { framed } from './frame.ts';
import { cart, list, product, search } from './shop.ts';
import { calendar, contact } from './strangers.ts';

type Template = (dice: Dice) => readonly TreeNode[];

/** The ten templates of the site that there are samples of. */
export const templates: Readonly<Record<string, Template>> = {
  list,
  product,
  article,
  thread,
  board,
  profile,
  search,
  gallery,
  faq,
  cart,
};

/** Two more that there are no samples of. */
export const strangers: Readonly<Record<string, Template>> = { contact, calendar };

/** A page and the template it was made by. */
export interface LabelledPage {
  readonly type: string;
  readonly document: DocumentTree;
}

/** So many pages of each template, the same for the same seed. */
export function labelledPages(
  from: Readonly<Record<string, Template>>,
  perType: number,
  seed: number,
): LabelledPage[] {
  return Object.entries(from).flatMap(([type, template], row) =>
    Array.from({ length: perType }, (_, at) => {
      const dice = new Dice(seed + row * 100_003 + at * 17);
      return { type, document: framed(dice, `http://bazaar/${type}/${at}`, template(dice)) };
    }),
  );
}
