import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samples } from '../../test/sites/encoded-text.ts';
import { believe } from './label.ts';

const name = (label: string) => new TextDecoder(label).encoding;

test('a label that is right is believed, however short the text', () => {
  for (const [charset, text, hex] of samples)
    assert.equal(believe(Buffer.from(hex, 'hex'), name(charset)), name(charset), text);
  for (const label of ['utf-8', 'gbk', 'windows-1252', 'koi8-r'])
    assert.equal(believe(Buffer.from('plain'), label), label);
});

test('text that is valid UTF-8 is UTF-8, whatever its label says', () => {
  assert.equal(believe(Buffer.from('café'), 'windows-1252'), 'utf-8');
  assert.equal(believe(Buffer.from('互联网上的蜘蛛网'), 'gbk'), 'utf-8');
  assert.equal(believe(Buffer.from('Новости'), 'koi8-r'), 'utf-8');
});

test('two Chinese characters that happen to be valid UTF-8 stay what their label says', () => {
  const picture = Buffer.from('cdbcc6ac', 'hex');
  assert.equal(new TextDecoder('gbk').decode(picture), '图片');
  assert.equal(believe(picture, 'gbk'), 'gbk');
});

test('sentences under the label of another encoding contradict it', () => {
  const sentences = samples.filter(([, text]) => text.length > 16 && /[^\0-\x7f]{5}/.test(text));
  assert.ok(sentences.length >= 10);
  for (const [charset, text, hex] of sentences) {
    const bytes = Buffer.from(hex, 'hex');
    for (const other of ['utf-8', 'windows-1252', 'shift_jis', 'windows-1251'])
      if (other !== charset) assert.equal(believe(bytes, other), null, `${text} as ${other}`);
  }
});

test('a few damaged characters do not speak against UTF-8', () => {
  const text = Buffer.from('互联网上的蜘蛛网，今天天气很好');
  const damaged = Buffer.concat([text, Buffer.from([0xff, 0xe4]), Buffer.from(' and so on')]);
  assert.equal(believe(damaged, 'utf-8'), 'utf-8');
});
