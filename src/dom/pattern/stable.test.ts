import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStateToken, looksGenerated, stableClasses } from './stable.ts';

const generated = [
  ...[
    'css-1x2y3z',
    'css-175oi2r',
    'sc-abcDEF',
    'sc-bdVaJa',
    'sc-1a2b3c4d-0',
    '_3xYz9',
    'jss123',
    'ember1234',
  ],
  ...[':r1:', ':R1kml6:', '«r2»', '_r_1_', 'radix-:r3:', 'svelte-1tky8bj', 'astro-J7PV25F6', 'go2081059220'],
  ...['Button_root__3xYz9', 'styles_pager__Ab3dE', 'makeStyles-root-12', 'post-88123', 'thread20931'],
  ...[
    '3f2b8c1d-9a4e-4c1b-8f00-aa12bb34cc56',
    'a1b2c3d4',
    'ui-id-7',
    'ext-gen1042',
    'yui_3_18_1',
    '_ngcontent-abc-c12',
  ],
  ...['headlessui-menu-button-3', 'qwrtzpl', '42', ''],
];

const chosen = [
  ...[
    'pager',
    'next-page',
    'nextPage',
    'col-md-6',
    'col-xs-12',
    'w-100',
    'h2',
    'btn',
    'btn-primary',
    'navbar',
  ],
  ...[
    'page-numbers',
    'nav__item',
    'threads',
    'comment-list',
    'sidebarLeft',
    'mp3player',
    'css-grid',
    'scroll',
    'go-top',
  ],
  ...['reply_link', 'facade', 'decade', 'section1', 'topicTitle', 'XMLFeed', 'pagination', '下一页'],
];

test('names made by tools are told from names chosen by people', () => {
  assert.deepEqual(
    generated.filter((token) => !looksGenerated(token)),
    [],
  );
  assert.deepEqual(
    chosen.filter((token) => looksGenerated(token)),
    [],
  );
});

test('states and places among siblings are no kinds', () => {
  const states = [
    'active',
    'current',
    'selected',
    'open',
    'hover',
    'disabled',
    'is-open',
    'has-kids',
    'isActive',
  ];
  const more = ['odd', 'last', 'page--active', 'nav-item_current', 'tab-selected'];
  assert.ok([...states, ...more].every(isStateToken));
  assert.ok(!chosen.some(isStateToken));
  assert.ok(!['island', 'hash', 'issue', 'opening', 'newest', 'reading', 'interactive'].some(isStateToken));
});

test('the classes that last are sorted and without repetition', () => {
  assert.deepEqual(stableClasses(' pager css-1x2y3z\tactive item pager '), ['item', 'pager']);
  assert.deepEqual(stableClasses(undefined), []);
});
