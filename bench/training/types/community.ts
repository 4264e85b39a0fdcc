import type { ElementNode, TreeNode } from '../../../src/model/document.ts';
import { type Dice, el, link } from './elements.ts';
import { advert } from './frame.ts';
import { pager } from './shop.ts';

function comment(dice: Dice, depth: number): ElementNode {
  return el('div.comment', [
    el('a.comment-author', [el('img', [], { src: '/a.png' }), 'Cy'], { href: '/user/3' }),
    el('time', ['yesterday']),
    ...dice.maybe(25, () => el('blockquote', [el('p', [dice.sentence()])])),
    el('p', [dice.paragraph(60)]),
    el('div.comment-actions', [link('.vote', '+1'), link('.reply', 'Reply'), link('.report', 'Report')]),
    ...dice.maybe(depth > 0 ? 30 : 0, () => dice.times(dice.between(1, 3), () => comment(dice, depth - 1))),
  ]);
}

/** A text with what people say to it. */
export function article(dice: Dice): TreeNode[] {
  const said = dice.random() < 0.1 ? 0 : dice.between(1, 60);
  return [
    el('article.story', [
      el('h1', [dice.sentence()]),
      el('p.byline', [link('.author', 'Dee', '/user/4'), el('time', ['today'])]),
      ...dice.maybe(75, () => el('figure', [el('img', [], { src: '/a.jpg' }), el('figcaption', ['A view'])])),
      ...dice.prose(dice.between(3, 25)),
      ...dice.maybe(40, () => el('h2', ['And then'])),
      ...dice.maybe(20, () =>
        el(
          'ul',
          dice.times(4, () => el('li', ['A point'])),
        ),
      ),
      ...dice.maybe(25, () => el('blockquote', dice.prose(1))),
      el(
        'div.share',
        dice.times(4, () => el('button', [el('svg', [el('path')])])),
      ),
    ]),
    el('section#comments', [
      el('h2', [`${said} comments`]),
      ...dice.times(said, () => comment(dice, 3)),
      el('form.comment-form', [el('textarea'), el('button', ['Send'])]),
    ]),
    ...dice.maybe(50, () => advert('story')),
  ];
}

/** What was said on one subject. */
export function thread(dice: Dice): TreeNode[] {
  const post = () =>
    el('div.post', [
      el('div.post-author', [
        el('img', [], { src: '/a.png' }),
        link('', 'Eve', '/user/5'),
        el('span.rank', ['Member']),
        ...dice.maybe(60, () => el('dl', [el('dt', ['Posts']), el('dd', ['12'])])),
      ]),
      el('div.post-body', [
        ...dice.maybe(30, () => el('blockquote.quote', [el('cite', ['Fay']), el('p', [dice.sentence()])])),
        ...dice.prose(dice.between(1, 4)),
        ...dice.maybe(10, () => el('img.attachment', [], { src: '/x.png' })),
        ...dice.maybe(40, () =>
          el('div.signature', [el('p', ['So long']), ...dice.maybe(50, () => link('', 'home'))]),
        ),
      ]),
      el(
        'ul.post-actions',
        dice.times(4, () => el('li', [link('', 'Quote')])),
      ),
    ]);
  return [
    el('h1', [dice.sentence()]),
    ...dice.maybe(60, () => pager(dice)),
    el('div.posts', dice.times(dice.between(1, 30), post)),
    ...dice.maybe(50, () => el('form.answer-form', [el('textarea'), el('button', ['Answer'])])),
    ...dice.maybe(20, () => el('p.closed', ['This thread is closed.'])),
  ];
}

/** The threads of a board. */
export function board(dice: Dice): TreeNode[] {
  const row = () =>
    el('tr.topic', [
      el('td.icon', [el('img', [], { src: '/i.png' })]),
      el('td.subject', [
        link('', dice.sentence(), '/thread/7'),
        ...dice.maybe(40, () =>
          el(
            'span.pages',
            dice.times(3, () => link('', '2')),
          ),
        ),
        ...dice.maybe(15, () => el('span.sticky', ['Sticky'])),
      ]),
      el('td.starter', [link('', 'Gus', '/user/6')]),
      el('td.replies', ['5']),
      el('td.latest', [el('time', ['now']), link('', 'Hal', '/user/7')]),
    ]);
  return [
    el('h1', ['Board']),
    ...dice.maybe(70, () => el('p.board-intro', [dice.sentence()])),
    ...dice.maybe(30, () =>
      el(
        'ul.subboards',
        dice.times(3, () => el('li', [link('', 'Board', '/board/2')])),
      ),
    ),
    el('table.topics', [
      el('thead', [
        el(
          'tr',
          dice.times(5, () => el('th', ['Column'])),
        ),
      ]),
      el('tbody', dice.times(dice.between(1, 40), row)),
    ]),
    ...dice.maybe(75, () => pager(dice)),
    link('.new-topic', 'New topic', '/new'),
  ];
}

/** Somebody: this part of the site is styled by a tool that makes up its class names. */
export function profile(dice: Dice): TreeNode[] {
  const made = (tag: string, kids: readonly TreeNode[]) => el(tag, kids, { class: dice.madeUp() });
  const activity = () => made('li', [el('time', ['today']), link('', dice.sentence(), '/thread/8')]);
  return [
    made('section', [
      made('div', [el('img', [], { src: '/a.png' }), el('h1', ['Ida'])]),
      made(
        'dl',
        dice.times(dice.between(4, 12), (at) => (at % 2 ? el('dd', ['9']) : el('dt', ['Since']))),
      ),
      ...dice.maybe(50, () => made('div', dice.prose(dice.between(1, 3)))),
      ...dice.maybe(50, () => made('button', ['Follow'])),
    ]),
    made('section', [
      el('h2', ['Lately']),
      ...(dice.random() < 0.15
        ? [made('p', ['Nothing yet.'])]
        : [made('ul', dice.times(dice.between(1, 20), activity))]),
    ]),
    ...dice.maybe(40, () =>
      made('section', [
        el('h2', ['Badges']),
        made(
          'div',
          dice.times(6, () => el('img')),
        ),
      ]),
    ),
  ];
}

/** Pictures. */
export function gallery(dice: Dice): TreeNode[] {
  const picture = () =>
    el('figure.tile', [
      el('a.zoom', [el('img', [], { src: '/g.jpg' })], { href: '/g' }),
      ...dice.maybe(60, () => el('figcaption', [dice.sentence()])),
    ]);
  return [
    el('h1', ['Pictures']),
    ...dice.maybe(50, () =>
      el(
        'div.albums',
        dice.times(5, () => link('.album', 'Album')),
      ),
    ),
    el('div.tiles', dice.times(dice.between(1, 48), picture)),
    ...dice.maybe(50, () => el('button.more', ['More'])),
  ];
}

/** Questions and answers. */
export function faq(dice: Dice): TreeNode[] {
  const entry = () => el('details', [el('summary', [dice.sentence()]), ...dice.prose(dice.between(1, 3))]);
  const group = () =>
    el('section.topic-group', [el('h2', ['Delivery']), ...dice.times(dice.between(1, 8), entry)]);
  return [
    el('h1', ['Questions']),
    ...dice.maybe(60, () =>
      el(
        'ul.contents',
        dice.times(5, () => el('li', [link('', 'Delivery', '#d')])),
      ),
    ),
    ...dice.times(dice.between(1, 6), group),
    ...dice.maybe(40, () => el('p.ask', [link('', 'Ask us', '/contact')])),
  ];
}
