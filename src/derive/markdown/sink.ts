import { escapeLineStart } from './escape.ts';
import { type Break, inlineText, type Piece, plain } from './inline.ts';

/** One block of Markdown: lines without an empty one at either end. */
export interface Block {
  /** Lists are told apart by their marker, since two of one marker would become one. */
  readonly kind: 'paragraph' | 'list' | 'other';
  readonly marker?: string;
  readonly text: string;
}

/** Takes what a tree is made into. */
export interface Sink {
  piece(piece: Piece): void;
  /** Begins a new paragraph. */
  edge(): void;
}

/** Collects the blocks of a container. */
export class BlockSink implements Sink {
  readonly blocks: Block[] = [];
  #run: Piece[] = [];

  piece(piece: Piece): void {
    this.#run.push(piece);
  }

  edge(): void {
    if (this.#run.length === 0) return;
    const lines = inlineText(this.#run, '\\\n').split('\n');
    this.#run = [];
    const text = lines.map((line) => escapeLineStart(line.trimStart())).join('\n');
    if (text.trim() !== '') this.blocks.push({ kind: 'paragraph', text });
  }

  block(block: Block): void {
    this.edge();
    if (block.text !== '') this.blocks.push(block);
  }
}

/** Collects the pieces of one line: blocks have no place in headings and cells. */
export class LineSink implements Sink {
  readonly #pieces: Piece[] = [];

  piece(piece: Piece): void {
    this.#pieces.push(piece);
  }

  edge(): void {
    this.#pieces.push({ kind: 'text', text: ' ', style: plain });
  }

  text(lineBreak: Break): string {
    return inlineText(this.#pieces, lineBreak);
  }
}

/** Puts blocks below each other. */
export function joined(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

/** Sets the lines of a text in behind a first mark. */
export function indented(text: string, first: string, other: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => (index === 0 ? first : line === '' ? other.trimEnd() : other) + line)
    .join('\n');
}
