/** A page served as bytes because its encoding is the point. */
export interface EncodedPage {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

const gbkNamed = Buffer.from('d6d0cec4cdf8d2b3a3bab9fab1eab1e0c2eb', 'hex');
const gbkInMeta = Buffer.from('d6bbd3d0d4aab1eac7a9', 'hex');

function around(before: string, text: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${before}<body><p>`), text, Buffer.from('</p></body></html>')]);
}

const head = '<title>Encoded</title><link rel="icon" href="data:,"></head>';

/** Pages in other encodings, in quirks mode, and in Chinese. */
export const encodedPages: readonly EncodedPage[] = [
  {
    path: '/gbk/header',
    contentType: 'text/html; charset=gbk',
    bytes: around(`<!DOCTYPE html><html lang="zh-CN"><head>${head}`, gbkNamed),
    text: '中文网页：国标编码',
  },
  {
    path: '/gbk/meta',
    contentType: 'text/html',
    bytes: around(`<!DOCTYPE html><html lang="zh-CN"><head><meta charset="gb2312">${head}`, gbkInMeta),
    text: '只有元标签',
  },
  {
    path: '/quirks-mode',
    contentType: 'text/html; charset=utf-8',
    bytes: around(
      `<html><head>${head}`,
      Buffer.from(
        'A page without a doctype <table bgcolor=#ffeecc width=50%><tr><td height=60>as it once was</table>',
      ),
    ),
    text: 'A page without a doctype as it once was',
  },
  {
    path: '/chinese',
    contentType: 'text/html; charset=utf-8',
    bytes: around(
      `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8">${head}`,
      Buffer.from('春眠不觉晓，处处闻啼鸟。<span lang="ja">春はあけぼの</span>'),
    ),
    text: '春眠不觉晓，处处闻啼鸟。春はあけぼの',
  },
];
