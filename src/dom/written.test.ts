import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerAddresses, scriptAddresses, surelyWritten, unlinked } from './written.ts';

const base = 'http://site.example/dir/page';
const paths = (urls: readonly string[]) => urls.map((url) => new URL(url).pathname);

test('headers name the next page, the document itself and documents that go with it', () => {
  const headers: Readonly<Record<string, string>> = {
    refresh: '5; url=/next',
    'content-location': 'page.en.html',
    link: '</two>; rel="next", </file.css>; rel=preload; as=style, </data>; rel=preload; as=fetch, </doc>; rel="preload", </x>; rel=search, <//other.example/>; rel=next',
  };
  assert.deepEqual(paths(headerAddresses((name) => headers[name] ?? '', base)), [
    '/next',
    '/dir/page.en.html',
    '/two',
    '/doc',
  ]);
});

test('in scripts, texts in quotes that read like addresses of the host count, also sums of two', () => {
  const script = `// see http://site.example/comment
    var host = "http://site.example/"; var rest = 'a/b'; load(host + rest); fetch('/api/list?page=2'); var re = /\\/no\\/x/;
    route("/word"); img.src = "/pictures/a.png"; var type = "text/html"; go("./near/by"); x = "http://else.example/no"`;
  assert.deepEqual(scriptAddresses(script, `${base}.js`).toSorted(), [
    'http://site.example/',
    'http://site.example/a/b',
    'http://site.example/api/list?page=2',
    'http://site.example/comment',
    'http://site.example/dir/near/by',
    'http://site.example/near/by',
  ]);
});

test('a sentence ends an address, and an address of another host is none of the page', () => {
  const text = 'Read http://site.example/a. (Also http://site.example/b?x=1), or http://other.example/c!';
  assert.deepEqual(surelyWritten(text, { comments: [], scripts: [] }, base), [
    'http://site.example/a',
    'http://site.example/b?x=1',
  ]);
});

test('what a link of the page has is not written beside it', () => {
  const written = ['http://s.example/a', 'http://s.example/b', 'http://s.example/b'];
  assert.deepEqual(unlinked(written, [{ href: 'http://s.example/a#top' }]), ['http://s.example/b']);
});
