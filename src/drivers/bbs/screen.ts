import { plainStyle, type Style, styled } from './style.ts';

/**
 * One place of the screen. In double-byte encodings each holds one byte, as BBSes count: the halves of a
 * character may be written apart and in different colours. In UTF-8 it holds a character, and the place
 * right of a wide one holds nothing.
 */
export interface Cell {
  readonly text: string;
  readonly style: Style;
}

const blank: Cell = { text: ' ', style: plainStyle };

/** Parameters of a sequence that are kept; more than that is nonsense. */
const longestSequence = 128;

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** A terminal's screen: the part of VT100 and ANSI that BBSes use. */
export class Screen {
  readonly columns: number;
  readonly rows: number;
  row = 0;
  column = 0;
  #cells: Cell[][];
  #style: Style = plainStyle;
  #saved = { row: 0, column: 0, style: plainStyle };
  #top = 0;
  #bottom: number;
  #pending: string | null = null;
  readonly #decoder: TextDecoder | null;
  #wraps = false;

  /** `unicode`: the stream is UTF-8, and not bytes of which one or two make a character. */
  constructor(columns: number, rows: number, unicode = false) {
    this.columns = columns;
    this.rows = rows;
    this.#bottom = rows - 1;
    this.#cells = Array.from({ length: rows }, () => this.#blankRow());
    this.#decoder = unicode ? new TextDecoder('utf-8') : null;
  }

  /** The cells of a row, left to right. */
  cells(row: number): readonly Cell[] {
    return this.#cells[row] ?? [];
  }

  /** Whether nothing is shown. */
  get isBlank(): boolean {
    return this.#cells.every((row) => row.every(({ text }) => text === ' '));
  }

  feed(bytes: Uint8Array): void {
    const text = this.#decoder?.decode(bytes, { stream: true }) ?? Buffer.from(bytes).toString('latin1');
    for (const character of text) this.#take(character);
  }

  #take(character: string): void {
    if (this.#pending !== null) this.#sequence(character);
    else if (character === '\x1b') this.#pending = '';
    else if (character < ' ') this.#control(character);
    else if (character !== '\x7f') this.#put(character);
  }

  #put(character: string): void {
    const width = this.#decoder && wide.test(character) ? 2 : 1;
    if (this.#wraps || this.column + width > this.columns) {
      this.column = 0;
      this.#lineFeed();
    }
    this.#wraps = false;
    const row = this.#cells[this.row] as Cell[];
    row[this.column] = { text: character, style: this.#style };
    if (width === 2) row[this.column + 1] = { text: '', style: this.#style };
    this.column += width;
    if (this.column < this.columns) return;
    this.column = this.columns - 1;
    this.#wraps = true;
  }

  #control(character: string): void {
    this.#wraps = false;
    if (character === '\r') this.column = 0;
    else if (character === '\n' || character === '\v' || character === '\f') this.#lineFeed();
    else if (character === '\b') this.column = Math.max(0, this.column - 1);
    else if (character === '\t') this.column = Math.min(this.columns - 1, (this.column | 7) + 1);
  }

  #lineFeed(): void {
    if (this.row === this.#bottom) this.#scroll(this.#top, 1);
    else this.row = Math.min(this.rows - 1, this.row + 1);
  }

  /** Collects a sequence until it is whole. */
  #sequence(character: string): void {
    const text = (this.#pending ?? '') + character;
    this.#pending = null;
    if (text === '[' || text === ']' || text === '(' || text === ')' || text === '#') this.#pending = text;
    else if (text.startsWith(']')) {
      if (character !== '\x07' && character !== '\x1b' && text.length < longestSequence) this.#pending = text;
    } else if (text.startsWith('[')) {
      if (character >= '@' && character <= '~') this.#command(character, text.slice(1, -1));
      else if (text.length < longestSequence) this.#pending = text;
    } else if (text.length === 1) this.#escape(text);
  }

  #escape(letter: string): void {
    this.#wraps = false;
    if (letter === 'D') this.#lineFeed();
    else if (letter === 'E') {
      this.column = 0;
      this.#lineFeed();
    } else if (letter === 'M') {
      if (this.row === this.#top) this.#scroll(this.#top, -1);
      else this.row = Math.max(0, this.row - 1);
    } else if (letter === '7') this.#save();
    else if (letter === '8') this.#restore();
    else if (letter === 'c') {
      this.#clear(0, this.rows);
      this.#style = plainStyle;
      this.#moveTo(0, 0);
    }
  }

  #command(letter: string, parameters: string): void {
    if (/^[?>=!]/.test(parameters)) return;
    const numbers = parameters.split(';').map((part) => Number.parseInt(part, 10) || 0);
    const first = numbers[0] ?? 0;
    const count = Math.min(Math.max(1, first), 1000);
    if (letter === 'm') {
      this.#style = styled(this.#style, numbers);
      return;
    }
    this.#wraps = false;
    switch (letter) {
      case 'H':
      case 'f':
        this.#moveTo(count - 1, Math.max(1, numbers[1] ?? 1) - 1);
        break;
      case 'A':
        this.#moveTo(this.row - count, this.column);
        break;
      case 'B':
      case 'e':
        this.#moveTo(this.row + count, this.column);
        break;
      case 'C':
      case 'a':
        this.#moveTo(this.row, this.column + count);
        break;
      case 'D':
        this.#moveTo(this.row, this.column - count);
        break;
      case 'E':
        this.#moveTo(this.row + count, 0);
        break;
      case 'F':
        this.#moveTo(this.row - count, 0);
        break;
      case 'G':
      case '`':
        this.#moveTo(this.row, count - 1);
        break;
      case 'd':
        this.#moveTo(count - 1, this.column);
        break;
      case 'J':
        this.#eraseScreen(first);
        break;
      case 'K':
        this.#eraseRow(first);
        break;
      case 'L':
        this.#scroll(this.row, -count);
        break;
      case 'M':
        this.#scroll(this.row, count);
        break;
      case 'S':
        this.#scroll(this.#top, count);
        break;
      case 'T':
        this.#scroll(this.#top, -count);
        break;
      case '@':
        this.#shift(count);
        break;
      case 'P':
        this.#shift(-count);
        break;
      case 'X':
        this.#wipe(this.row, this.column, this.column + count);
        break;
      case 'r':
        this.#region(first, numbers[1] ?? 0);
        break;
      case 's':
        this.#save();
        break;
      case 'u':
        this.#restore();
        break;
    }
  }

  #moveTo(row: number, column: number): void {
    this.row = Math.min(this.rows - 1, Math.max(0, row));
    this.column = Math.min(this.columns - 1, Math.max(0, column));
  }

  #region(top: number, bottom: number): void {
    const [first, last] = [
      Math.max(1, top) - 1,
      (bottom === 0 ? this.rows : Math.min(bottom, this.rows)) - 1,
    ];
    if (first >= last) return;
    [this.#top, this.#bottom] = [first, last];
    this.#moveTo(0, 0);
  }

  #eraseScreen(how: number): void {
    if (how === 2 || how === 3) {
      this.#clear(0, this.rows);
      // ANSI.SYS goes home with it, and what BBSes draw afterwards counts on that as little as on its opposite.
      return;
    }
    this.#eraseRow(how);
    if (how === 1) this.#clear(0, this.row);
    else this.#clear(this.row + 1, this.rows);
  }

  #eraseRow(how: number): void {
    if (how === 0) this.#wipe(this.row, this.column, this.columns);
    else this.#wipe(this.row, 0, how === 1 ? this.column + 1 : this.columns);
  }

  #clear(from: number, to: number): void {
    for (let row = from; row < to; row++) this.#cells[row] = this.#blankRow();
  }

  #wipe(row: number, from: number, to: number): void {
    const style = this.#style & 56 ? plainStyle | (this.#style & 56) : plainStyle;
    (this.#cells[row] as Cell[]).fill({ text: ' ', style }, from, Math.min(to, this.columns));
  }

  /** Moves the rows from one to the bottom of the region up, or down where `by` is negative. */
  #scroll(from: number, by: number): void {
    if (from < this.#top || from > this.#bottom) return;
    const region = this.#cells.slice(from, this.#bottom + 1);
    const empty = Array.from({ length: Math.min(Math.abs(by), region.length) }, () => this.#blankRow());
    const moved =
      by > 0 ? [...region.slice(empty.length), ...empty] : [...empty, ...region.slice(0, -empty.length)];
    this.#cells.splice(from, region.length, ...moved);
  }

  #shift(by: number): void {
    const row = this.#cells[this.row] as Cell[];
    const empty = Array.from({ length: Math.min(Math.abs(by), this.columns - this.column) }, () => blank);
    const rest = row.slice(this.column);
    const moved =
      by > 0
        ? [...empty, ...rest.slice(0, rest.length - empty.length)]
        : [...rest.slice(empty.length), ...empty];
    row.splice(this.column, moved.length, ...moved);
  }

  #save(): void {
    this.#saved = { row: this.row, column: this.column, style: this.#style };
  }

  #restore(): void {
    this.#moveTo(this.#saved.row, this.#saved.column);
    this.#style = this.#saved.style;
  }

  #blankRow(): Cell[] {
    return Array.from({ length: this.columns }, () => blank);
  }
}
