import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { visibleText } from '../../src/dom/text.ts';
import { type Renderer, startRenderer } from './render.ts';

describe('HTML of peers', () => {
  let renderer: Renderer;
  before(async () => {
    renderer = await startRenderer();
  });
  after(() => renderer.close());

  const textOf = async (html: string) => visibleText(await renderer.render(html));

  it('counts what is shown, not what style sheets and closed disclosures hide', async () => {
    const shown = await textOf(`<!doctype html><style>.off { display: none }</style>
      <p>one</p><p class="off">two</p><p hidden>three</p>
      <details><summary>four</summary><p>five</p></details>
      <details open><summary>six</summary><p>seven</p></details>`);
    assert.deepEqual(shown.split('\n'), ['one', 'four', 'six', 'seven']);
  });

  it('runs no script and shows shadow roots that were written down', async () => {
    const shown = await textOf(`<!doctype html><p id="p">as kept</p><script>p.textContent = 'changed'</script>
      <div><template shadowrootmode="open"><p>in the shadow</p></template></div>`);
    assert.deepEqual(shown.split('\n'), ['as kept', 'in the shadow']);
  });

  it('each text is shown alone', async () => {
    assert.equal(await textOf('<p>first</p>'), 'first');
    assert.equal(await textOf('<p>second</p>'), 'second');
  });
});
