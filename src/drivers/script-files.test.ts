import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from '../html/tree.ts';
import { ScriptFiles } from './script-files.ts';

test('scripts of the same host are read once each for the addresses in them', async () => {
  const asked: string[] = [];
  const scripts = new ScriptFiles(async (url) => {
    asked.push(new URL(url).pathname);
    if (url.endsWith('broken.js')) throw new Error('gone');
    const body = Buffer.from('load("/data/list")');
    return { url, status: 200, contentType: 'text/javascript', body };
  });
  const html =
    '<script src=/a.js></script><p><script src=broken.js></script></p><script src=//other.example/b.js></script>';
  const page = parseDocument(html, 'http://site.example/x/', 1000);
  assert.deepEqual(await scripts.of(page), ['http://site.example/data/list']);
  assert.deepEqual(await scripts.of(page), ['http://site.example/data/list']);
  assert.deepEqual(asked.toSorted(), ['/a.js', '/x/broken.js']);
});
