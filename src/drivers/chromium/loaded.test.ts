import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fireOrder, type Pages, startPages } from '../../../test/sites/scripted-pages.ts';
import type { DocumentTree } from '../../model/index.ts';
import { captured, elements } from './fixture.ts';

const picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

describe('files of a page that a script gives another address', () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages(
      {
        '/start/here': `<link rel="stylesheet" href="style.css"><link rel="preload" as="style" href="other.css"><img src="old.png"><img src="${picture}">
          <picture><source srcset="wide.png"><img src="narrow.png"></picture>
          <button id="go" onclick="history.pushState(1, '', '/elsewhere/');
            document.body.insertAdjacentHTML('beforeend', '<img src=new.png>')">go</button>`,
      },
      { '/start/style.css': 'body { color: green }' },
    );
  });
  after(() => pages.close());

  const named = (document: DocumentTree) =>
    elements(document)
      .filter(({ tag }) => tag === 'link' || tag === 'img')
      .map(({ attrs }) => attrs?.href ?? attrs?.src);

  test('are those that it loaded: they were asked for at the new address, and the mirror had no styles', async () => {
    const opened = await pages.open('/start/here');
    assert.deepEqual(named(opened.document), ['style.css', 'other.css', 'old.png', picture, 'narrow.png']);
    const go = opened.candidates.find(({ id, event }) => id === 'go' && event === 'click') ?? assert.fail();
    const gone = captured(await pages.tab.fire(fireOrder(go), new Set()));
    const [style, other, old, narrow] = ['style.css', 'other.css', 'old.png', 'narrow.png'].map(
      (name) => `${pages.site.origin}/start/${name}`,
    );
    assert.deepEqual(named(gone.document), [style, other, old, picture, narrow, 'new.png']);
    assert.equal(gone.document.base, `${pages.site.origin}/elsewhere/`);
  });
});
