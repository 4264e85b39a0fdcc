import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { defaultSettings } from '../../config/index.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { startDriver, type TestDriver } from '../../drivers/chromium/fixture.ts';
import { type HttpDriver, httpDriver } from '../../drivers/http/index.ts';

/** Pages of which neither engine sees more than the other; nothing of them is hidden. */
const pages: Readonly<Record<string, string>> = {
  plain: '<!doctype html><title>Plain</title><h1>One</h1><p>Two <b>three</b> four<p>Five &amp; six<br>seven',
  quirks: '<title>No doctype</title><center>In <font size=2>old</font> style',
  lists: '<!doctype html><ul><li>One<li>Two<ol><li>Three</ol></ul><dl><dt>A<dd>B</dl>',
  table: '<!doctype html><table><caption>T</caption><tr><td>1<td>2<tr><th colspan=2>3</table>',
  broken: '<!doctype html><p>One<div>Two</p><b><i>Three</b>Four</i><table><p>Moved<tr><td>x</table></span>',
  images:
    '<!doctype html><img src=/a.png alt="A picture"><picture><source srcset="/b.png 2x"><img src=/c.png></picture>',
  links:
    '<!doctype html><base href="/deep/"><a href=x title=T>X</a> <a href="#y">Y</a><map><area href=/z alt=Z></map>',
  form: `<!doctype html><form action=/find><label>Name <input name=q value=v></label><input type=checkbox checked>
    <textarea>\n text</textarea><button disabled>Go</button></form>`,
  foreign:
    '<!doctype html><svg viewBox="0 0 1 1"><title>Drawn</title><a href="/s"><text>T</text></a></svg><math><mi>x</mi></math>',
  unseen:
    '<!doctype html><template><p>T</p></template><noscript><p>Without scripts</p></noscript><p>Seen<!-- remark -->',
  data: '<!doctype html><script type="application/ld+json">{"a":1}</script><style>p{color:red}</style><p>Red',
  media:
    '<!doctype html><video src=/v.mp4 controls>Old</video><audio controls></audio><object type=application/pdf data=/x.pdf>Read</object>',
  text: '<!doctype html><pre>\n one\n  two</pre><p>café ​ 你好 &nbsp; x</p><ruby>漢<rt>kan</rt></ruby>',
  langs: '<!doctype html><html lang=de dir=ltr><body class=x id=y><p lang=en>Hi',
  empty: '<!doctype html>',
};

describe('a page without scripts', () => {
  let running: RunningSite;
  let driver: TestDriver;
  let http: HttpDriver;
  let tab: Awaited<ReturnType<TestDriver['tab']>>;

  before(async () => {
    const respond = ({ path }: { path: string }) =>
      path.slice(1) in pages ? html(pages[path.slice(1)] as string) : { status: 404 };
    running = await startSite({ name: 'prints', start: '/plain', respond });
    http = httpDriver(defaultSettings([running.url]));
    driver = await startDriver(running.url);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await http.close();
    await running.close();
  });

  for (const name of Object.keys(pages)) {
    test(`is the same page read or shown: ${name}`, async () => {
      const { capture, given } = await http.page(`${running.origin}/${name}`);
      const shown = await tab.openGiven(given);
      const { exact, form } = documentPrints(capture.document);
      assert.deepEqual([capture.fingerprint, exact], [shown.fingerprint, shown.fingerprint]);
      assert.equal(form, shown.form);
    });
  }
});
