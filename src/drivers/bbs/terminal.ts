import { ArgiopeError } from '../../model/errors.ts';
import { boardCharset, linesOf } from './glyphs.ts';
import { keyBytes } from './keys.ts';
import type { BbsLimits } from './limits.ts';
import { Line, type ScreenProgress } from './line.ts';
import { offersOf } from './offers.ts';
import { promptOf, type View } from './prompts.ts';
import { Screen } from './screen.ts';

/** What all terminals at a board share. */
export interface Board {
  readonly seeds: readonly string[];
  /** `user:password`, for the login. */
  readonly auth: string | null;
  readonly limits: BbsLimits;
  /** Encoding, `null` until it is told or found out. */
  charset: string | null;
  readonly counts: { requests: number; bytes: number };
}

/** Bytes of which the encoding is found out, and how many of them must not be ASCII. */
const [logged, telling] = [65_536, 24] as const;

/** Times that one prompt is answered before the login counts as refused. */
const loginTries = 2;

/** A terminal in front of a board: connects, logs in, presses keys, shows the screen. */
export class Terminal {
  readonly #board: Board;
  readonly #url: string;
  #line: Line | null = null;
  #screen: Screen;
  /** What came while the encoding was not certain, and what it seems to be. */
  #log: Buffer = Buffer.alloc(0);
  #guess = 'ibm437';
  settled: 'quiet' | 'budget' = 'quiet';

  constructor(url: string, board: Board) {
    this.#url = url;
    this.#board = board;
    this.#screen = this.#newScreen();
  }

  get closed(): boolean {
    return this.#line?.closed ?? true;
  }

  /** Screen and cursor as they are now. */
  view(): View {
    const { row, column } = this.#screen;
    return { lines: linesOf(this.#screen, this.#charset), row, column };
  }

  /** Connects and goes through the prompts until the board shows its first screen. */
  async enter(): Promise<void> {
    const { seeds, limits, counts } = this.#board;
    counts.requests++;
    this.#line = await Line.open(this.#url, seeds, limits, (bytes) => this.#hear(bytes));
    await this.#rest();
    const tries = new Map<string, number>();
    for (let step = 0; step < limits.prompts; step++) {
      const prompt = promptOf(this.view());
      const answer = prompt && prompt !== 'text' ? this.#answerTo(prompt) : null;
      if (this.closed) throw this.#refused('the board hung up');
      if (prompt === null || answer === null) return;
      const tried = (tries.get(prompt) ?? 0) + 1;
      tries.set(prompt, tried);
      if ((prompt === 'login' || prompt === 'password') && tried > loginTries) {
        throw this.#refused('the board asked for the name or password again');
      }
      await this.press(Buffer.from(answer, 'latin1'));
    }
    throw this.#refused(`${limits.prompts} prompts came one after the other`);
  }

  /** Presses keys and waits for what comes of it. */
  async press(bytes: Uint8Array): Promise<void> {
    this.#board.counts.requests++;
    this.#line?.send(bytes);
    await this.#rest();
  }

  async pressKey(key: string): Promise<void> {
    await this.press(keyBytes(key));
  }

  close(): void {
    this.#line?.close();
  }

  #answerTo(prompt: 'login' | 'password' | 'question' | 'any' | 'return'): string {
    const auth = this.#board.auth;
    const colon = auth?.indexOf(':') ?? -1;
    switch (prompt) {
      case 'login':
        return `${auth?.slice(0, colon) ?? 'guest'}\r`;
      case 'password':
        return `${auth?.slice(colon + 1) ?? ''}\r`;
      case 'question':
        return 'n\r';
      case 'any':
        return ' ';
      case 'return':
        return '\r';
    }
  }

  #refused(why: string): ArgiopeError {
    const user = this.#board.auth?.replace(/:.*/s, '') ?? 'guest';
    return new ArgiopeError('HTTP_STATUS', `Expected to log in at ${this.#url} as "${user}", but ${why}.`, {
      url: this.#url,
      advice: 'Give --auth user:password, or try the board by hand to see what it asks.',
    });
  }

  async #rest(): Promise<void> {
    this.settled = (await this.#line?.settle(() => this.#progress())) ?? 'quiet';
    if (this.#board.charset === null) this.#findCharset();
  }

  /** A complete screen leaves its cursor where something is to be done: at a mark, a prompt, or its foot. */
  #progress(): ScreenProgress {
    if (this.#board.charset === null) this.#findCharset();
    if (this.#screen.isBlank) return 'blank';
    const view = this.view();
    const atFoot = view.row >= this.#screen.rows - 2;
    const rests = atFoot || promptOf(view) !== null || offersOf(view).pointer !== null;
    return rests ? 'complete' : 'partial';
  }

  #hear(bytes: Uint8Array): void {
    this.#board.counts.bytes += bytes.length;
    this.#screen.feed(bytes);
    if (this.#board.charset === null && this.#log.length < logged) {
      this.#log = Buffer.concat([this.#log, bytes]);
    }
  }

  get #charset(): string {
    return this.#board.charset ?? this.#guess;
  }

  /** Guesses the encoding, shows again what came before, and decides once enough was seen. */
  #findCharset(): void {
    // Escape sequences may stand between the halves of a character.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    const plain = Buffer.from(this.#log.toString('latin1').replace(/\x1b\[[\d;?]*[@-~]/g, ''), 'latin1');
    const strange = plain.filter((byte) => byte > 127).length;
    if (strange === 0) return;
    const before = this.#guess;
    this.#guess = boardCharset(plain);
    if (strange >= telling) this.#board.charset = this.#guess;
    if ((before === 'utf-8') === (this.#guess === 'utf-8')) return;
    // Cells hold bytes in one case and characters in the other.
    this.#screen = this.#newScreen();
    this.#screen.feed(this.#log);
  }

  #newScreen(): Screen {
    const { columns, rows } = this.#board.limits;
    return new Screen(columns, rows, this.#charset === 'utf-8');
  }
}
