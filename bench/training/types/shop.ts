import type { ElementNode, TreeNode } from '../../../src/model/document.ts';
import { type Dice, el, link } from './elements.ts';
import { advert } from './frame.ts';

/** A product as lists show it. */
function card(dice: Dice): ElementNode {
  const state = dice.random() < 0.1 ? '.sold-out' : '';
  return el(`li.card${state}`, [
    el('a.card-image', [el('img', [], { src: '/p.jpg' })], { href: '/product/1' }),
    el('h3', [link('', dice.sentence(), '/product/1')]),
    ...dice.maybe(70, () => rating(dice)),
    el('p.price', [
      el('span.amount', [String(dice.between(1, 900))]),
      ...dice.maybe(25, () => el('del', ['99'])),
    ]),
    ...dice.maybe(15, () => el('span.label', ['New'])),
    el('button.add', ['Add to cart']),
  ]);
}

function rating(dice: Dice): ElementNode {
  return el(
    'div.rating',
    dice.times(5, () => el('span.star')),
  );
}

/** Links to the other pages of a list. */
export function pager(dice: Dice): ElementNode {
  const last = dice.between(2, 9);
  const steps = dice.times(last, (at) =>
    at === 0 ? el('li.active', [el('span', ['1'])]) : el('li', [link('', String(at + 1))]),
  );
  return el('ul.pagination', [...steps, ...dice.maybe(80, () => el('li', [link('.next', 'Next')]))]);
}

/** Products of a section; a section may be empty. */
export function list(dice: Dice): TreeNode[] {
  const count = dice.random() < 0.1 ? 0 : dice.between(1, 40);
  const group = () =>
    el('fieldset.filter', [
      el('legend', ['Colour']),
      ...dice.times(dice.between(2, 8), () => el('label', [el('input', [], { type: 'checkbox' }), 'Red'])),
    ]);
  return [
    el('h1', ['Section']),
    ...dice.maybe(40, () => el('div.section-intro', dice.prose(1))),
    el('div.listing', [
      el('form.filters', dice.times(dice.between(2, 5), group)),
      el('div.toolbar', [
        el('span.count', [String(count)]),
        el(
          'select.sort',
          dice.times(4, () => el('option', ['Price'])),
        ),
      ]),
      count === 0
        ? el('p.empty', ['Nothing here.'])
        : el(
            'ul.cards',
            dice.times(count, () => card(dice)),
          ),
      ...dice.maybe(count > 12 ? 100 : 0, () => pager(dice)),
    ]),
  ];
}

/** One product with reviews and others like it. */
export function product(dice: Dice): TreeNode[] {
  const review = () =>
    el('li.review', [
      rating(dice),
      el('span.author', ['Ben']),
      el('p', [dice.paragraph(80)]),
      ...dice.maybe(20, () => el('div.answer', [el('p', [dice.sentence()])])),
    ]);
  const reviews = dice.between(0, 20);
  return [
    el('article.product', [
      el('div.product-gallery', [
        el('img.large', [], { src: '/p.jpg' }),
        el(
          'ul.thumbs',
          dice.times(dice.between(1, 6), () => el('li', [el('img', [], { src: '/t.jpg' })])),
        ),
      ]),
      el('div.product-info', [
        el('h1', [dice.sentence()]),
        ...dice.maybe(85, () => rating(dice)),
        el('p.price', [el('span.amount', ['19']), ...dice.maybe(25, () => el('del', ['29']))]),
        ...dice.maybe(60, () =>
          el(
            'select.variant',
            dice.times(3, () => el('option', ['Blue'])),
          ),
        ),
        el('form.buy', [el('input', [], { name: 'n' }), el('button', ['Add to cart'])]),
        ...dice.maybe(50, () => el('p.delivery', ['In two days'])),
      ]),
      el('section.description', dice.prose(dice.between(1, 8))),
      ...dice.maybe(75, () =>
        el('table.specs', [
          el(
            'tbody',
            dice.times(dice.between(2, 20), () => el('tr', [el('th', ['Size']), el('td', ['9'])])),
          ),
        ]),
      ),
      ...dice.maybe(reviews > 0 ? 100 : 0, () =>
        el('section.reviews', [el('h2', ['Reviews']), el('ul', dice.times(reviews, review))]),
      ),
    ]),
    ...dice.maybe(70, () =>
      el('aside.related', [
        el('h2', ['Others bought']),
        el(
          'ul.cards',
          dice.times(4, () => card(dice)),
        ),
      ]),
    ),
  ];
}

/** What was found for some words; maybe nothing. */
export function search(dice: Dice): TreeNode[] {
  const count = dice.random() < 0.2 ? 0 : dice.between(1, 30);
  const hit = () =>
    el('div.result', [
      el('h3', [link('', dice.sentence(), '/x')]),
      el('cite', ['bazaar/x']),
      el('p.snippet', [dice.paragraph(60), el('mark', ['word'])]),
      ...dice.maybe(25, () => el('img.result-thumb', [], { src: '/t.jpg' })),
    ]);
  const nothing = el('div.no-results', [
    el('p', ['Nothing was found.']),
    el(
      'ul.suggestions',
      dice.times(3, () => el('li', [link('', 'Try this')])),
    ),
  ]);
  return [
    el('h1', ['Search']),
    el('form.search-again', [el('input', [], { name: 'q' }), el('button', ['Search'])]),
    el('p.found', [`${count} pages`]),
    ...(count === 0 ? [nothing] : [el('div.results', dice.times(count, hit))]),
    ...dice.maybe(30, () => advert('results')),
    ...dice.maybe(count > 10 ? 100 : 0, () => pager(dice)),
  ];
}

/** What someone is about to buy. */
export function cart(dice: Dice): TreeNode[] {
  const row = () =>
    el('tr.cart-row', [
      el('td', [el('img', [], { src: '/t.jpg' })]),
      el('td', [link('', dice.sentence(), '/product/2')]),
      el('td', [el('input.quantity', [], { value: '1' })]),
      el('td.price', ['20']),
      el('td', [el('button.remove', ['×'])]),
    ]);
  return [
    el('h1', ['Your cart']),
    el('table.cart', [
      el('thead', [
        el(
          'tr',
          dice.times(5, () => el('th', ['Column'])),
        ),
      ]),
      el('tbody', dice.times(dice.between(1, 12), row)),
    ]),
    ...dice.maybe(40, () => el('form.coupon', [el('input'), el('button', ['Use'])])),
    el('dl.totals', [el('dt', ['Sum']), el('dd', ['40']), ...dice.maybe(70, () => el('dt', ['Post']))]),
  ];
}
