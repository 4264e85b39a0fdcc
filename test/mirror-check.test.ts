import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from './folder.ts';
import { checkMirror } from './mirror-check.ts';

const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'; base-uri 'none'">`;

test('the checker finds each kind of fault, and nothing in a sound mirror', async () => {
  const dir = testFolder('check');
  await mkdir(join(dir, 'assets'));
  const page = join(dir, 'index.html');
  const faultsOf = async (html: string) => {
    await writeFile(page, `<!DOCTYPE html><meta charset=utf-8>${policy}${html}`);
    const { deadLinks, scripts, external } = await checkMirror(dir);
    return [deadLinks.length, scripts.length, external.length];
  };
  await writeFile(join(dir, 'assets', 'a.png'), '');
  assert.deepEqual(
    await faultsOf(
      '<link rel=canonical href=http://x.test/><a href=index.html#x>a</a><a href=http://x.test/>b</a><a href=#y>c</a>' +
        '<img src=assets/a.png srcset="assets/a.png 1x, data:,x 2x"><p style="background:url(assets/a.png)">' +
        '<svg><use href="#u"/></svg><form action=http://x.test/></form>',
    ),
    [0, 0, 0],
  );
  const faulty: [string, number[]][] = [
    ['<a href=2.html>x</a>', [1, 0, 0]],
    ['<button formaction=3.html>x</button>', [1, 0, 0]],
    ['<a href=../outside.html>x</a>', [1, 0, 0]],
    ['<script></script>', [0, 1, 0]],
    ['<p onclick=x>', [0, 1, 0]],
    ['<a href=" java&#10;script:x">x</a>', [0, 1, 0]],
    ['<meta http-equiv=refresh content=0>', [0, 1, 0]],
    ['<iframe srcdoc="<script>1</script>"></iframe>', [0, 1, 0]],
    ['<div><template shadowrootmode=open><p onclick=x></p></template></div>', [0, 1, 0]],
    ['<img src=//x.test/a.png>', [0, 0, 1]],
    ['<img src=assets/b.png>', [0, 0, 1]],
    ['<img srcset="assets/a.png 1x, http://x.test/b.png 2x">', [0, 0, 1]],
    ['<link rel=stylesheet href=http://x.test/a.css>', [0, 0, 1]],
    ['<link rel="preconnect" href=http://x.test/>', [0, 0, 1]],
    ['<style>a{background:u\\72l(http://x.test/)}</style>', [0, 0, 1]],
    ['<iframe src=http://x.test/></iframe>', [0, 0, 1]],
    ['<body background=http://x.test/a.png>', [0, 0, 1]],
    ['<svg><rect fill="url(http://x.test/#a)"/></svg>', [0, 0, 1]],
  ];
  for (const [html, counts] of faulty) assert.deepEqual(await faultsOf(html), counts, html);

  await writeFile(page, '<p>without a policy');
  assert.deepEqual((await checkMirror(dir)).scripts, ['index.html: no policy']);

  await writeFile(join(dir, 'assets', 'a.css'), '@import "b.css"; a{background:url(a.png)}');
  assert.deepEqual(
    (await checkMirror(dir)).external.filter((fault) => fault.startsWith('assets')),
    [join('assets', 'a.css: b.css')],
  );
});
