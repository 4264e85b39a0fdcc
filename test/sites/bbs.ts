/** A bulletin board on loopback, in the manner of Firebird and Maple: telnet, colours, GBK or Big5. */
import { createServer, type Socket } from 'node:net';
import { startServer, stopServer } from '../servers.ts';
import { type BoardCharset, encode, halved, simplified, traditional, type Words, width } from './bbs-text.ts';

/** How the board behaves. */
export interface BoardHabits {
  readonly charset?: BoardCharset;
  /** Boards, and articles in each: board `k` (from 0) has `articles - k % 3`, at least one. */
  readonly boards?: number;
  readonly articles?: number;
  /** Whether timing marks are answered. */
  readonly marks?: boolean;
  /** Milliseconds in the middle of drawing a screen. */
  readonly lag?: number;
  /** Seconds by which its clock moves with every key. */
  readonly tick?: number;
  /** Whether the list of boards counts the visitors of each, other ones each time it is drawn. */
  readonly popular?: boolean;
  /** Password of a user `ann`; without it `guest` alone is let in. */
  readonly password?: string;
}

/** A running board. */
export interface BoardServer {
  readonly url: string;
  readonly port: number;
  /** Names of all screens that can be seen without changing anything. */
  readonly truth: readonly string[];
  /** How often each screen was drawn. */
  readonly drawn: ReadonlyMap<string, number>;
  /** Keys that were pressed and that would have changed something. */
  readonly offences: readonly string[];
  readonly logins: number;
  /** Most connections that were open at one moment. */
  readonly together: number;
  readonly keys: number;
  /** Ends all connections. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

const [perScreen, articleLines] = [8, 12] as const;
const notices = ['春眠不覺曉', '處處聞啼鳥', '夜來風雨聲', '花落知多少'];

/** Screens of an article: some end on their first. */
function pagesOf(board: number, article: number): number {
  return 1 + ((board + article) % 3);
}

function articlesOf(board: number, articles: number): number {
  return Math.max(1, articles - (board % 3));
}

function truthOf(boards: number, articles: number): string[] {
  const names = ['main', 'help', 'announce', 'announce-1', 'announce-2'];
  for (let at = 0; at * perScreen < boards; at++) names.push(`boards-${at + 1}`);
  for (let board = 0; board < boards; board++) {
    const count = articlesOf(board, articles);
    for (let at = 0; at * perScreen < count; at++) names.push(`list-${board + 1}-${at + 1}`);
    for (let article = 0; article < count; article++) {
      for (let page = 0; page < pagesOf(board, article); page++)
        names.push(`article-${board + 1}-${article + 1}-${page + 1}`);
    }
  }
  return names;
}

/** Starts a board. */
export async function startBoard(habits: BoardHabits = {}): Promise<BoardServer> {
  const { boards = 10, articles = 4 } = habits;
  const sockets = new Set<Socket>();
  let together = 0;
  const state: Tally = { drawn: new Map(), offences: [], logins: 0, keys: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    together = Math.max(together, sockets.size);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    new Caller(socket, habits, state);
  });
  const port = Number(new URL(await startServer(server)).port);
  return {
    url: `telnet://127.0.0.1:${port}/`,
    port,
    truth: truthOf(boards, articles),
    drawn: state.drawn,
    offences: state.offences,
    get logins() {
      return state.logins;
    },
    get together() {
      return together;
    },
    get keys() {
      return state.keys;
    },
    hangUp: async () => {
      const ended = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all(ended);
      // The other side hears of it a moment later.
      await new Promise((resolve) => setImmediate(resolve));
    },
    close: () => stopServer(server),
  };
}

type Place =
  | { readonly at: 'name' | 'password' | 'notice' | 'main' | 'help' | 'announce' | 'bye' }
  | { readonly at: 'announced'; readonly text: number }
  | { readonly at: 'boards' }
  | { readonly at: 'list'; readonly board: number }
  | { readonly at: 'article'; readonly board: number; readonly article: number; readonly page: number };

const menu: readonly string[] = ['A', 'B', 'H', 'M', 'P', 'G'];

/** What is counted of all callers. */
interface Tally {
  readonly drawn: Map<string, number>;
  readonly offences: string[];
  logins: number;
  keys: number;
}

/** One caller: reads keys, draws screens. */
class Caller {
  readonly #socket: Socket;
  readonly #habits: BoardHabits;
  readonly #words: Words;
  readonly #state: Tally;
  #place: Place = { at: 'name' };
  #typed = '';
  /** Rows that the marks of menu, boards and lists stand on; read articles. */
  #cursor = { main: 0, boards: 0, list: 0, announce: 0 };
  readonly #read = new Set<string>();
  #work: Promise<void> = Promise.resolve();

  constructor(socket: Socket, habits: BoardHabits, state: Tally) {
    this.#socket = socket;
    this.#habits = habits;
    this.#state = state;
    this.#words = habits.charset === 'big5' ? traditional : simplified;
    // WILL ECHO, WILL SUPPRESS-GO-AHEAD, DO TERMINAL-TYPE, DO WINDOW-SIZE.
    socket.write(Buffer.from([255, 251, 1, 255, 251, 3, 255, 253, 24, 255, 253, 31]));
    socket.on('data', (bytes: Buffer) => this.#hear(bytes));
    this.#draw();
  }

  #hear(bytes: Buffer): void {
    let keys = '';
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] !== 255) keys += String.fromCharCode(bytes[at] as number);
      else if (bytes[at + 1] === 250) at = bytes.indexOf(240, at);
      else {
        if (bytes[at + 1] === 253 && bytes[at + 2] === 6) keys += '\0';
        at += 2;
      }
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
    for (const [key] of keys.matchAll(/\x1b\[\d?[A-D~]|[\s\S]/g)) {
      this.#work = this.#work.then(() => this.#key(key));
    }
  }

  async #key(key: string): Promise<void> {
    if (key === '\0') {
      if (this.#habits.marks !== false) this.#socket.write(Buffer.from([255, 252, 6]));
      return;
    }
    if (key === '\n') return;
    this.#state.keys++;
    const place = this.#place;
    switch (place.at) {
      case 'name':
      case 'password':
        return this.#type(key, place.at);
      case 'notice':
        return this.#go({ at: 'main' });
      case 'main':
        return this.#menuKey(key);
      case 'help':
        return this.#go({ at: 'main' });
      case 'bye':
        if (key === 'y' || key === 'Y') this.#socket.end();
        return this.#go({ at: 'main' });
      case 'announce':
        return this.#listKey(key, 'announce', 2, { at: 'main' }, (row) => ({ at: 'announced', text: row }));
      case 'announced':
        return this.#go({ at: 'announce' });
      case 'boards':
        return this.#listKey(key, 'boards', this.#habits.boards ?? 10, { at: 'main' }, (row) => {
          this.#cursor.list = 0;
          return { at: 'list', board: row };
        });
      case 'list':
        return this.#listKey(
          key,
          'list',
          articlesOf(place.board, this.#habits.articles ?? 4),
          { at: 'boards' },
          (row) => ({ at: 'article', board: place.board, article: row, page: 0 }),
        );
      case 'article': {
        const last = place.page + 1 >= pagesOf(place.board, place.article);
        this.#read.add(`${place.board} ${place.article}`);
        if (/^[rRdD]$/.test(key)) this.#state.offences.push(key);
        const isBack = key === 'q' || key === '\x1b[D' || (last && key === ' ');
        if (isBack) return this.#go({ at: 'list', board: place.board });
        if (key === ' ' || key === '\x1b[6~') return this.#go({ ...place, page: place.page + 1 });
      }
    }
  }

  async #type(key: string, what: 'name' | 'password'): Promise<void> {
    if (key !== '\r') {
      this.#typed += key;
      this.#write(what === 'name' ? key : '*');
      return;
    }
    const typed = this.#typed;
    this.#typed = '';
    const { password } = this.#habits;
    if (what === 'password') {
      if (typed === password) return this.#enter();
      this.#write(`\r\n${this.#words.wrong}\r\n${this.#words.prompt}`);
      this.#place = { at: 'name' };
      return;
    }
    if (typed === 'guest' && password === undefined) return this.#enter();
    if (typed === 'ann' && password !== undefined) {
      this.#write(`\r\n${this.#words.password}`);
      this.#place = { at: 'password' };
      return;
    }
    this.#write(`\r\n${this.#words.unknown}\r\n${this.#words.prompt}`);
  }

  #enter(): Promise<void> {
    this.#state.logins++;
    return this.#go({ at: 'notice' });
  }

  /** Letters and arrows move the mark, Enter goes in. */
  async #menuKey(key: string): Promise<void> {
    const index = menu.indexOf(key.toUpperCase());
    if (index >= 0) this.#cursor.main = index;
    else if (key === '\x1b[A') this.#cursor.main = Math.max(0, this.#cursor.main - 1);
    else if (key === '\x1b[B') this.#cursor.main = Math.min(menu.length - 1, this.#cursor.main + 1);
    else if (key === '\r' || key === '\x1b[C') return this.#choose(menu[this.#cursor.main] ?? 'A');
    else return;
    return this.#go({ at: 'main' });
  }

  #choose(letter: string): Promise<void> {
    if (letter === 'M' || letter === 'P') this.#state.offences.push(letter);
    if (letter === 'A') return this.#go({ at: 'announce' });
    if (letter === 'B') return this.#go({ at: 'boards' });
    if (letter === 'G') return this.#go({ at: 'bye' });
    return this.#go({ at: letter === 'H' ? 'help' : 'main' });
  }

  async #listKey(
    key: string,
    list: 'boards' | 'list' | 'announce',
    count: number,
    back: Place,
    open: (row: number) => Place,
  ): Promise<void> {
    const row = this.#cursor[list];
    if (key === '\r' || key === '\x1b[C') return this.#go(open(row));
    if (key === 'q' || key === '\x1b[D') return this.#go(back);
    const page = Math.floor(row / perScreen);
    const target =
      key === '\x1b[A'
        ? row - 1
        : key === '\x1b[B'
          ? row + 1
          : key === '\x1b[6~'
            ? (page + 1) * perScreen
            : row;
    if (key === '\x1b[6~' && target >= count) return;
    this.#cursor[list] = Math.min(count - 1, Math.max(0, target));
    return this.#go(this.#place);
  }

  async #go(place: Place): Promise<void> {
    this.#place = place;
    await this.#draw();
  }

  async #draw(): Promise<void> {
    const { name, rows, cursor } = this.#screen();
    this.#state.drawn.set(name, (this.#state.drawn.get(name) ?? 0) + 1);
    const text = rows.map((row, at) => (row === undefined ? '' : `\x1b[${at + 1};1H${row}\x1b[m`));
    const middle = Math.floor(text.length / 2);
    this.#write(`\x1b[2J\x1b[H${text.slice(0, middle).join('')}`);
    if (this.#habits.lag) await new Promise((resolve) => setTimeout(resolve, this.#habits.lag));
    this.#write(`${text.slice(middle).join('')}\x1b[${cursor[0] + 1};${cursor[1] + 1}H`);
  }

  #screen(): { name: string; rows: (string | undefined)[]; cursor: readonly [number, number] } {
    const place = this.#place;
    const words = this.#words;
    const rows: (string | undefined)[] = [];
    const end = (name: string, row: number, column: number) => {
      if (place.at !== 'name' && place.at !== 'notice')
        rows[0] = `\x1b[1;37;44m {${name}} ${words.name} \x1b[m`;
      return { name, rows, cursor: [row, column] as const };
    };
    switch (place.at) {
      case 'name':
      case 'password':
        rows[2] = `\x1b[1;33m${words.name}\x1b[m`;
        rows[20] = words.prompt;
        return end(place.at, 20, width(words.prompt ?? ''));
      case 'notice':
        rows[3] = words.notice;
        rows[23] = `\x1b[1;36m${words.any}\x1b[m`;
        return end('notice', 23, width(words.any ?? ''));
      case 'main': {
        const labels = ['nnounce', 'oards', 'elp', 'ail', 'ost', 'oodbye'];
        const names = [words.announce, words.boards, words.help, words.mail, words.post, words.bye];
        rows[4] = `\x1b[32m${notices[this.#state.keys % notices.length]}`;
        for (const [at, letter] of menu.entries()) {
          const mark = at === this.#cursor.main ? '>' : ' ';
          rows[8 + at] =
            `          ${mark} \x1b[1;36m(${letter})\x1b[m${labels[at]?.padEnd(12)} ${names[at]}`;
        }
        rows[23] = this.#footer();
        return end('main', 8 + this.#cursor.main, 10);
      }
      case 'help':
        for (let at = 3; at < 9; at++) rows[at] = `${words.help} ${'·'.repeat(at)}`;
        rows[23] = words.any;
        return end('help', 23, 20);
      case 'bye':
        rows[22] = `${words.sure} (Y/N)? [N] `;
        return end('bye', 22, width(rows[22] ?? ''));
      case 'announce':
        this.#list(rows, [words.announce ?? '', words.notice ?? ''], this.#cursor.announce, () => ' ');
        return end('announce', 3 + this.#cursor.announce, 1);
      case 'announced':
        rows[4] = `\x1b[1;35m${words.announce} ${place.text + 1}`;
        rows[6] = words.line;
        rows[23] = words.any;
        return end(`announce-${place.text + 1}`, 23, 20);
      case 'boards': {
        const titles = Array.from(
          { length: this.#habits.boards ?? 10 },
          (_, at) => `board${at + 1} ${words.text}${this.#popularity(at)}`,
        );
        const page = this.#list(rows, titles, this.#cursor.boards, () => ' ');
        return end(`boards-${page + 1}`, 3 + (this.#cursor.boards % perScreen), 1);
      }
      case 'list': {
        const { board } = place;
        const count = articlesOf(board, this.#habits.articles ?? 4);
        const titles = Array.from(
          { length: count },
          (_, at) => `ann  ● ${words.subject} ${board + 1}.${at + 1}`,
        );
        const page = this.#list(rows, titles, this.#cursor.list, (at) =>
          this.#read.has(`${board} ${at}`) ? ' ' : '+',
        );
        return end(`list-${board + 1}-${page + 1}`, 3 + (this.#cursor.list % perScreen), 1);
      }
      case 'article': {
        const { board, article, page } = place;
        const pages = pagesOf(board, article);
        rows[1] = `${words.author}: ann (${words.name})`;
        rows[2] = `${words.subject}: ${words.text} ${board + 1}.${article + 1}`;
        for (let at = 0; at < articleLines; at++) {
          const colour = 31 + ((at + page) % 6);
          rows[5 + at] = `\x1b[1;${colour}m${words.line}\x1b[m ${page * articleLines + at + 1} (a) x [z] y`;
        }
        // A character whose halves have different colours.
        rows[18] = `\x1b[1;31m${halved}${words.name}`;
        const share = Math.round((100 * (page + 1)) / pages);
        const more = page + 1 < pages;
        rows[23] = more
          ? `\x1b[0;34;46m ${words.next} (${share}%) \x1b[31;47m [Space]${words.go} (R)eply [q]${words.back} \x1b[m`
          : `\x1b[0;34;46m (${share}%) \x1b[31;47m (R)eply (D)elete [q]${words.back} \x1b[m`;
        return end(`article-${board + 1}-${article + 1}-${page + 1}`, 23, 70);
      }
    }
  }

  #popularity(board: number): string {
    return this.#habits.popular ? `  ${10 + ((this.#state.keys * 3 + board * 7) % 89)}` : '';
  }

  #list(
    rows: (string | undefined)[],
    titles: readonly string[],
    cursor: number,
    mark: (at: number) => string,
  ): number {
    const words = this.#words;
    rows[1] = ` [←]${words.back} [→]${words.read} [↑↓]${words.choose}`;
    rows[2] = '\x1b[7m   No   \x1b[m';
    const page = Math.floor(cursor / perScreen);
    for (const [at, title] of titles.entries()) {
      if (Math.floor(at / perScreen) !== page) continue;
      rows[3 + (at % perScreen)] =
        ` ${at === cursor ? '>' : ' '}${String(at + 1).padStart(5)} ${mark(at)} ${title}`;
    }
    rows[23] = this.#footer();
    return page;
  }

  #footer(): string {
    const { tick = 5 } = this.#habits;
    const moment = new Date(Date.now() + this.#state.keys * tick * 1000).toTimeString().slice(0, 5);
    const users = 30 + ((this.#state.keys * 7) % 13);
    const { clock, users: online, person } = this.#words;
    return `\x1b[1;33;44m [${clock} ${moment}] [${online} ${users} ${person}] \x1b[m`;
  }

  #write(text: string): void {
    if (this.#socket.writable) this.#socket.write(encode(text, this.#habits.charset ?? 'gbk'));
  }
}
