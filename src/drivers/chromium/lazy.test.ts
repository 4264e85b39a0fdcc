import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fireOrder, type Pages, startPages } from '../../../test/sites/scripted-pages.ts';
import type { Candidate } from '../../model/index.ts';
import { captured, elements, textOf } from './fixture.ts';

const tall = (id: string) => `<section id="${id}" style="height: 700px"></section>`;
const sections = Array.from({ length: 8 }, (_, at) => `s${at + 1}`);

describe('what waits for being seen', () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({
      '/observed': `${sections.map(tall).join('')}<script>
        const watch = new IntersectionObserver((entries) => { for (const { target, isIntersecting } of entries) if (isIntersecting) { watch.unobserve(target);
          fetch('/say/' + target.id).then((r) => r.text()).then((t) => { target.innerHTML = t; }); } });
        for (const each of document.querySelectorAll('section')) watch.observe(each);</script>`,
      '/listened': `${sections.map(tall).join('')}<script>
        const look = () => { for (const each of document.querySelectorAll('section:empty')) { const { top, bottom } = each.getBoundingClientRect();
          if (top < innerHeight && bottom > 0) each.textContent = 'GET /say/' + each.id; } };
        addEventListener('scroll', look); look();</script>`,
      '/framed': `<div style="height: 9000px"></div><iframe loading="lazy" src="/inner" height="200"></iframe>`,
      '/inner': '<p>Inside the frame</p>',
    });
  });
  after(() => pages.close());

  async function scrolled(path: string) {
    const capture = await pages.open(path);
    const scroll = capture.candidates.filter(({ event }) => event === 'scroll');
    assert.equal(scroll.length, 1);
    const after = captured(await pages.tab.fire(fireOrder(scroll[0] as Candidate), new Set()));
    return [capture, after].map(({ document }) => elements(document).map(textOf).join(' '));
  }

  for (const path of ['/observed', '/listened']) {
    test(`is shown by one event, also in the middle of a page: ${path}`, async () => {
      const [opened = '', after = ''] = await scrolled(path);
      const seen = (text: string) => sections.filter((id) => text.includes(`GET /say/${id}`));
      assert.deepEqual(seen(opened), ['s1', 's2']);
      assert.deepEqual(seen(after), sections);
    });
  }

  test('may be a frame', async () => {
    const [opened = '', after = ''] = await scrolled('/framed');
    assert.doesNotMatch(opened, /Inside the frame/);
    assert.match(after, /Inside the frame/);
  });
});
