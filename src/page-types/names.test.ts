import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposeNames } from './names.ts';

const listed = 'html(body(main(ul(li*(a img p)))))';
const detailed = 'html(body(main(h1 p form(input button))))';

test('types are named after the words that their addresses share', () => {
  const addresses = (word: string) => [1, 2, 3].map((at) => `http://h/shop/${word}/${at}.html`);
  assert.deepEqual(
    proposeNames([
      { addresses: addresses('product'), samples: [detailed] },
      { addresses: addresses('brand'), samples: [listed] },
      { addresses: ['http://h/'], samples: [detailed] },
    ]),
    ['product', 'brand', 'home'],
  );
});

test('where addresses say nothing, the largest part that no other type has gives the name', () => {
  const addresses = ['http://h/app'];
  assert.deepEqual(
    proposeNames([
      { addresses, samples: ['html(body(div#content(div.posts(div.post*(p a)))))'] },
      { addresses, samples: ['html(body(div#content(table.topics(tr*(td a)))))'] },
    ]),
    ['posts', 'topics'],
  );
});

test('nameless types are lists or details, and no two names are alike', () => {
  const addresses = ['http://h/app'];
  const names = proposeNames([listed, detailed, listed].map((sample) => ({ addresses, samples: [sample] })));
  assert.deepEqual(names, ['list', 'detail', 'list-2']);
  const shop = ['http://h/shop/1', 'http://h/shop/2'];
  assert.deepEqual(
    proposeNames([
      { addresses: shop, samples: [listed] },
      { addresses: shop, samples: [detailed] },
      { addresses: ['http://h/news/1'], samples: [detailed] },
    ]),
    ['shop-list', 'shop-detail', 'news'],
  );
});
