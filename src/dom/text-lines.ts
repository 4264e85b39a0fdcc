/** A place in the text of a page. */
export interface TextPlace {
  /** Lines before it, without and with those that came to nothing. */
  readonly line: number;
  readonly number: number;
  readonly column: number;
}

/** The lines of a page's text while it is read: white space folded, line by line. */
export class TextLines {
  readonly #done: string[] = [];
  /** Which of the lines that were ended each one is: empty ones are none. */
  readonly #numbers: number[] = [];
  #ended = 0;
  #line = '';
  /** Whether the line in hand is empty or ends with a blank; asking the line itself would copy it each time. */
  #blank = true;

  /** Where in the text reading has come to. */
  get place(): TextPlace {
    return { line: this.#done.length, number: this.#ended, column: this.#line.length };
  }

  /** The line of a place, once it is done; empty where nothing came of it. */
  lineOf({ line, number }: TextPlace): string {
    return this.#numbers[line] === number ? (this.#done[line] ?? '') : '';
  }

  /** All lines, the one in hand included. */
  text(): string {
    this.end();
    return this.#done.join('\n');
  }

  /** Ends the line in hand; empty lines are none. */
  end(): void {
    this.#ended++;
    if (this.#line === '') return;
    const line = trimmed(this.#line);
    if (line !== '') {
      this.#done.push(line);
      this.#numbers.push(this.#ended - 1);
    }
    this.#line = '';
    this.#blank = true;
  }

  /** Parts a cell from the one before it in its row. */
  cell(): void {
    if (this.#line === '') return;
    this.#line += '\t';
    this.#blank = true;
  }

  /** Adds white space that was folded to one blank. */
  blank(): void {
    if (this.#blank) return;
    this.#line += ' ';
    this.#blank = true;
  }

  add(text: string, pre: boolean): void {
    if (pre) this.#addLines(text);
    else this.#append(isPlain(text) ? text : text.replace(/[ \t\n\r\f]+/g, ' '));
  }

  /** Adds a text whose white space is folded. */
  #append(folded: string): void {
    const added = this.#blank && folded.charCodeAt(0) === 32 ? folded.slice(1) : folded;
    if (added === '') return;
    this.#line += added;
    this.#blank = endsBlank(added);
  }

  #addLines(text: string): void {
    const [first, ...rest] = text.split('\n');
    this.#line += first;
    for (const line of rest) {
      this.end();
      this.#line = line;
    }
    this.#blank = this.#line === '' || endsBlank(rest.at(-1) ?? first ?? '');
  }
}

/** Whether a text is nothing but the white space of HTML. */
export function isBlankText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 10 && unit !== 9 && unit !== 13 && unit !== 12) return false;
  }
  return true;
}

function endsBlank(line: string): boolean {
  const last = line.charCodeAt(line.length - 1);
  return last === 32 || last === 9;
}

/** Whether there is nothing to fold, inside or at the beginning, as a quick look at the text can tell. */
function isPlain(text: string): boolean {
  let spaced = true;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 32 || (unit === 32 && spaced)) return false;
    spaced = unit === 32;
  }
  return true;
}

function trimmed(line: string): string {
  return endsBlank(line) || line.charCodeAt(0) === 32 || line.charCodeAt(0) === 9
    ? line.replace(/^[ \t]+|[ \t]+$/g, '')
    : line;
}
