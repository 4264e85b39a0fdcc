import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from '../../test/sites/bbs-text.ts';
import { NameReader } from './names.ts';

const gbk = (text: string) => encode(text, 'gbk').toString('latin1');
const big5 = (text: string) => encode(text, 'big5').toString('latin1');
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

test('two Chinese characters that happen to be valid UTF-8 are read as they were meant', () => {
  const reader = new NameReader();
  reader.learn('a', '/', [gbk('图片'), 'readme']);
  assert.equal(reader.read('a', `/${gbk('图片')}/x`), '/图片/x');
});

test('a name is read by those beside it, and by the others of its server', () => {
  const reader = new NameReader();
  reader.learn('a', '/', [gbk('软件下载'), gbk('图片'), gbk('电影')]);
  reader.learn('a', `/${gbk('图片')}/`, [gbk('茅')]);
  assert.equal(reader.read('a', `/${gbk('图片')}/${gbk('茅')}`), '/图片/茅');
  reader.learn('b', '/', [utf8('caf\u00e9'), utf8('\u00e9t\u00e9')]);
  assert.equal(reader.read('b', `/${utf8('\u00e9t\u00e9')}`), '/\u00e9t\u00e9');
});

test('folders of one server may differ, and names of a folder may', () => {
  const reader = new NameReader();
  reader.learn('a', '/', [gbk('软件下载'), gbk('电影音乐'), 'tw', 'new']);
  reader.learn('a', '/tw/', [big5('網際網路上的蜘蛛網'), big5('請按任意鍵繼續')]);
  reader.learn('a', '/new/', [utf8('新的文件夹'), utf8('互联网上的蜘蛛'), utf8('说明'), gbk('旧的说明')]);
  assert.equal(reader.read('a', `/tw/${big5('請按任意鍵繼續')}`), '/tw/請按任意鍵繼續');
  assert.equal(reader.read('a', `/new/${utf8('说明')}`), '/new/说明');
  assert.equal(reader.read('a', `/new/${gbk('旧的说明')}`), '/new/旧的说明');
  assert.equal(reader.read('a', `/${gbk('电影音乐')}`), '/电影音乐');
  reader.learn('a', '/mixed/', [utf8('über'), utf8('日本'), gbk('图片')]);
  assert.equal(reader.read('a', `/mixed/${utf8('über')}`), '/mixed/über');
  assert.equal(reader.read('a', `/mixed/${gbk('旧的')}`), '/mixed/旧的');
});

test('names in UTF-8 stay what they are, in any language', () => {
  const names = [
    'Grüße',
    'Привет',
    'Ελληνικά',
    'שלום',
    'مرحبا',
    'Tiếng Việt',
    'Lưu',
    'ștergere',
    'ə',
    'e\u0301',
    '日本語',
  ];
  for (const name of names) {
    const reader = new NameReader();
    reader.learn('a', '/', [utf8(name)]);
    assert.equal(reader.read('a', `/${utf8(name)}`), `/${name}`);
  }
});
