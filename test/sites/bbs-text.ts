/** What the bulletin board of the tests says, and how it is encoded. */
export type BoardCharset = 'gbk' | 'big5' | 'utf-8';

/** What the board says, by name. */
export interface Words {
  readonly [name: string]: string;
}

/** In simplified characters, for GBK. */
export const simplified: Words = {
  name: '黄金蜘蛛站',
  prompt: '请输入代号(试用请输入 guest): ',
  any: '请按任意键继续',
  notice: '欢迎来到本站，今天天气很好',
  announce: '精华公布栏',
  boards: '讨论区列表',
  help: '使用说明',
  mail: '处理信件',
  post: '发表文章',
  bye: '离开本站',
  clock: '时间',
  users: '在线',
  person: '人',
  list: '文章列表',
  author: '发信人',
  subject: '标题',
  site: '发信站',
  next: '下一页',
  go: '继续',
  back: '返回',
  read: '阅读',
  choose: '选择',
  text: '这是文章的内容',
  sure: '您真的要离开吗',
  line: '蜘蛛在网上写字，一行一行地写下去',
  password: '请输入密码: ',
  wrong: '密码错误',
  unknown: '没有这个代号',
};

/** In traditional characters, for Big5. */
export const traditional: Words = {
  name: '黃金蜘蛛站',
  prompt: '請輸入代號(試用請輸入 guest): ',
  any: '請按任意鍵繼續',
  notice: '歡迎來到本站，今天天氣很好',
  announce: '精華公佈欄',
  boards: '討論區列表',
  help: '使用說明',
  mail: '處理信件',
  post: '發表文章',
  bye: '離開本站',
  clock: '時間',
  users: '線上',
  person: '人',
  list: '文章列表',
  author: '發信人',
  subject: '標題',
  site: '發信站',
  next: '下一頁',
  go: '繼續',
  back: '返回',
  read: '閱讀',
  choose: '選擇',
  text: '這是文章的內容',
  sure: '您真的要離開嗎',
  line: '蜘蛛在網上寫字，一行一行地寫下去',
  password: '請輸入密碼: ',
  wrong: '密碼錯誤',
  unknown: '沒有這個代號',
};

/** Columns that a text takes. */
export function width(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u00ff' ? 2 : 1), 0);
}

const tables = new Map<string, Map<string, Buffer>>();

/** Before a character: its right half is green. */
export const halved = '\ue000';

/** Bytes of a text; characters that the encoding lacks become question marks. */
export function encode(text: string, charset: BoardCharset): Buffer {
  if (charset === 'utf-8') return Buffer.from(text.replaceAll(halved, ''));
  const table = tableOf(charset);
  const bytesOf = (character: string) =>
    character < '\x80' ? Buffer.from(character) : (table.get(character) ?? Buffer.from('?'));
  const pieces: Buffer[] = [];
  let half = false;
  for (const character of text) {
    const bytes = character === halved ? Buffer.alloc(0) : bytesOf(character);
    if (half) pieces.push(bytes.subarray(0, 1), Buffer.from('\x1b[1;32m'), bytes.subarray(1));
    else pieces.push(bytes);
    half = character === halved;
  }
  return Buffer.concat(pieces);
}

function tableOf(charset: 'gbk' | 'big5'): Map<string, Buffer> {
  const known = tables.get(charset);
  if (known) return known;
  const table = new Map<string, Buffer>();
  const decoder = new TextDecoder(charset);
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) {
      const bytes = Buffer.from([lead, trail]);
      const character = decoder.decode(bytes);
      if (character.length === 1 && character !== '\ufffd' && !table.has(character))
        table.set(character, bytes);
    }
  }
  tables.set(charset, table);
  return table;
}
