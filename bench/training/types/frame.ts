import type { DocumentTree, ElementNode, TreeNode } from '../../../src/model/document.ts';
import { type Dice, el, link } from './elements.ts';

/** What stands around the content on every page of the site: some 250 elements, with the accidents of a visit. */
export function framed(dice: Dice, url: string, main: readonly TreeNode[]): DocumentTree {
  const wide = dice.maybe(25, () => ` ${dice.madeUp()}`).join('');
  const body = el('body', [
    ...dice.maybe(30, cookieBar),
    header(dice),
    ...dice.maybe(40, () => advert('top')),
    el('main#content', [
      ...dice.maybe(60, () => breadcrumb(dice)),
      ...dice.maybe(8, () => el('div.alert.alert-error', [el('p', [dice.sentence()]), el('button.close')])),
      el('div', main, { class: `container${wide}` }),
    ]),
    ...dice.maybe(30, () => advert('bottom')),
    footer(dice),
    ...dice.maybe(20, () => chat()),
  ]);
  const head = el('head', [el('title', ['Bazaar']), el('meta', [], { charset: 'utf-8' })]);
  const root = el('html', [head, body], { lang: 'en' });
  return { url, base: url, doctype: 'html', title: 'Bazaar', lang: 'en', root };
}

function header(dice: Dice): ElementNode {
  const menus = dice.times(8, () =>
    el('li.menu-item', [
      link('', 'Section', '/section'),
      el(
        'ul.submenu',
        dice.times(6, () => el('li', [link('', 'Part', '/part')])),
      ),
    ]),
  );
  return el('header.site-header', [
    el('div.topbar', [
      el('a.logo', [el('img', [], { src: '/logo.svg', alt: 'Bazaar' })], { href: '/' }),
      el('form.search', [el('input', [], { name: 'q' }), el('button', ['Search'])], { action: '/search' }),
      el('div.user', dice.random() < 0.5 ? signedIn(dice) : signedOut()),
    ]),
    el('nav.main-nav', [el('ul', menus)]),
  ]);
}

function signedIn(dice: Dice): TreeNode[] {
  return [
    el('img.avatar', [], { src: '/me.png' }),
    el('span.user-name', ['Ada']),
    ...dice.maybe(50, () => el('span.badge', [String(dice.between(1, 9))])),
    el('ul.user-menu', [
      el('li', [link('', 'Orders', '/orders')]),
      el('li', [link('', 'Settings', '/settings')]),
      el('li', [link('.sign-out', 'Sign out', '/out')]),
    ]),
  ];
}

function signedOut(): TreeNode[] {
  return [link('.sign-in', 'Sign in', '/in'), link('.register', 'Register', '/register')];
}

function breadcrumb(dice: Dice): ElementNode {
  const steps = dice.times(dice.between(2, 4), () => el('li', [link('', 'Up', '/up')]));
  return el('nav.breadcrumb', [el('ol', [...steps, el('li.active', ['Here'])])]);
}

function footer(dice: Dice): ElementNode {
  const column = () =>
    el('div.footer-column', [
      el('h4', ['About']),
      el(
        'ul',
        dice.times(7, () => el('li', [link('', 'More', '/more')])),
      ),
    ]);
  return el('footer.site-footer', [
    el('div.columns', dice.times(4, column)),
    el('form.newsletter', [el('label', ['News by mail']), el('input'), el('button', ['Subscribe'])]),
    el(
      'div.social',
      dice.times(5, () => el('a', [el('svg', [el('path')])], { href: '#' })),
    ),
    el('p.legal', ['All words are made up. ', link('', 'Terms', '/terms'), link('', 'Privacy', '/privacy')]),
  ]);
}

/** An advertisement. */
export function advert(place: string): ElementNode {
  return el(`div.ad.ad-${place}`, [
    el('span', ['Advertisement']),
    el('a', [el('img', [], { src: '/ad.png' })], { href: '#' }),
  ]);
}

function cookieBar(): ElementNode {
  return el('div#cookie-bar', [
    el('p', ['Cookies. ', link('', 'More', '/cookies')]),
    el('button.accept', ['Fine']),
    el('button.refuse', ['No']),
  ]);
}

function chat(): ElementNode {
  return el('div.chat-widget', [el('button.chat-open', [el('svg', [el('path')])])]);
}
