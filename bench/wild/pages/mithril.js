import m from 'mithril';
import { named, names } from './words.ts';

const Layout = {
  view: ({ children }) => [
    m(m.route.Link, { href: '/list' }, 'List'),
    ' ',
    m(m.route.Link, { href: '/tabs' }, 'Tabs'),
    children,
  ],
};
const List = {
  view: () =>
    m(
      'ul',
      names(1180, 4).map((name, at) => m('li', m(m.route.Link, { href: `/item/${at}` }, name))),
    ),
};
const Item = { view: ({ attrs }) => m('p', `Item of the ${named(1180 + Number(attrs.at))}`) };
const Tabs = () => {
  let at = 0;
  return {
    view: () => [
      [0, 1, 2].map((one) => m('button', { onclick: () => (at = one) }, `Tab ${one}`)),
      m('p', `Tab of the ${named(1184 + at)}`),
    ],
  };
};
const shown = (part) => ({ render: ({ attrs }) => m(Layout, m(part, attrs)) });
m.route(document.getElementById('root'), '/list', {
  '/list': shown(List),
  '/item/:at': shown(Item),
  '/tabs': shown(Tabs),
});
