import { chance, paragraph, sentence } from '../../../test/sites/prose.ts';

/** What the shop knows of a product. */
export interface Product {
  readonly id: number;
  readonly name: string;
  readonly price: string;
  /** Shown in the list only. */
  readonly blurb: string;
  readonly description: string;
  readonly specs: readonly { readonly label: string; readonly text: string }[];
  readonly reviews: readonly { readonly by: string; readonly text: string }[];
}

const perPage = 4;
const kinds = 'Kettle Lamp Desk Chair Blanket Clock Vase Mirror Shelf Basket Teapot Stool'.split(' ');
const labels = ['Material', 'Care', 'Origin'];
const readers = ['Marta', 'Jonas', 'Ines'];

/** Every product, in the order of the list. */
export const products: readonly Product[] = kinds.map((kind, at) => {
  const random = chance(1000 + at);
  return {
    id: at + 1,
    name: `${kind} no. ${at + 1}`,
    price: `${20 + at * 7}.50`,
    blurb: sentence(random),
    description: paragraph(random, 300),
    specs: labels.map((label) => ({ label, text: sentence(random) })),
    reviews: readers.map((by) => ({ by, text: paragraph(random, 120) })),
  };
});

/** Pages that the list has. */
export const listPages = Math.ceil(products.length / perPage);

/** Products of one page of the list, from 1. */
export function productsOn(page: number): readonly Product[] {
  return products.slice((page - 1) * perPage, page * perPage);
}
