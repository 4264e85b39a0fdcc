import assert from 'node:assert/strict';
import { it } from 'node:test';
import { blog } from '../../test/sites/blog.ts';
import { plainPng, png } from '../../test/sites/png.ts';
import { checkInBrowser, differingShare, type Viewer } from './browser-check.ts';

const white = Buffer.from(plainPng(10, 10, [255, 255, 255]));
const dotted = Buffer.from(png(10, 10, (x, y) => (x < 3 && y < 1 ? [0, 0, 0] : [255, 255, 255])));

it('the share of differing pixels is 0 for equal pictures and 1 for other sizes', () => {
  assert.equal(differingShare(white, white), 0);
  assert.equal(differingShare(white, dotted), 0.03);
  assert.equal(differingShare(white, Buffer.from(plainPng(10, 11, [255, 255, 255]))), 1);
});

it('failed and external requests and other text are told by file', async () => {
  const pages = [...blog({ articles: 3 }).truth.allPages()].slice(0, 4);
  const opened: string[] = [];
  const viewer: Viewer = {
    open: async (url, { picture }) => {
      opened.push(url);
      const requests = url.endsWith('/0.html')
        ? [{ url: 'http://x.example/a.png', failed: true }]
        : [{ url, failed: false }];
      const text = url.endsWith('/1.html') ? 'other' : ' the  text\n';
      return { text, requests, png: picture ? white : null };
    },
    close: async () => {},
  };
  const pairs = pages.map((page, index) => ({ file: `/m/${index}.html`, page }));
  const found = await checkInBrowser(viewer, 'http://127.0.0.1:1', pairs, 2);
  assert.equal(opened.length, 8);
  assert.deepEqual(found.failedRequests, ['/m/0.html: http://x.example/a.png']);
  assert.deepEqual(found.externalRequests, ['/m/0.html: http://x.example/a.png']);
  assert.deepEqual(found.otherText, ['/m/1.html']);
  assert.deepEqual(found.pixels, [
    { file: '/m/0.html', share: 0 },
    { file: '/m/2.html', share: 0 },
  ]);
});
