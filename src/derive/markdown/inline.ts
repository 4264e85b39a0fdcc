import { codeSpan, destination, escapeMarkdown } from './escape.ts';

/** How a piece of a line is set off. */
export interface InlineStyle {
  /** Where it leads. */
  readonly link: string | null;
  readonly strike: boolean;
  readonly strong: boolean;
  readonly em: boolean;
}

/** Text as it comes. */
export const plain: InlineStyle = { link: null, strike: false, strong: false, em: false };

/** A piece of a line; white space is folded when the line is written. */
export type Piece =
  | { readonly kind: 'text' | 'code'; readonly text: string; readonly style: InlineStyle }
  | { readonly kind: 'image'; readonly alt: string; readonly address: string; readonly style: InlineStyle }
  | { readonly kind: 'break'; readonly style: InlineStyle };

/** What stands for a line break. */
export type Break = '\\\n' | '<br>' | ' ';

/**
 * Writes pieces as one inline text.
 *
 * Runs of pieces that share a link are put together first, then those that share a mark, one kind inside
 * the other. So no mark ever crosses another, whatever the tree was like.
 */
export function inlineText(pieces: readonly Piece[], lineBreak: Break): string {
  return new Line(lineBreak).write(folded(pieces), 0, '', '');
}

const space = /[ \t\n\r\f]+/g;

/** Folds white space over the borders of pieces, joins neighbours that are alike, and trims both ends. */
function folded(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  let open = false;
  for (const piece of pieces) {
    if (piece.kind === 'image' || piece.kind === 'break') {
      if (piece.kind === 'image' || out.length > 0) out.push(piece);
      open = piece.kind === 'image';
      continue;
    }
    const whole = piece.text.replace(space, ' ');
    const text = open ? whole : whole.replace(/^ /, '');
    if (text === '') continue;
    open = !text.endsWith(' ');
    const before = out.at(-1);
    if (before && 'text' in before && before.kind === piece.kind && joins(before, piece))
      out[out.length - 1] = { ...before, text: before.text + text };
    else out.push({ ...piece, text });
  }
  return trimmed(out);
}

function trimmed(pieces: Piece[]): Piece[] {
  for (let last = pieces.at(-1); last !== undefined; last = pieces.at(-1)) {
    if (last.kind === 'image') break;
    const text = last.kind === 'break' ? '' : last.text.replace(/ $/, '');
    if (last.kind !== 'break' && text !== '') {
      pieces[pieces.length - 1] = { ...last, text };
      break;
    }
    pieces.pop();
  }
  return pieces;
}

const kinds = ['link', 'strike', 'strong', 'em'] as const;
const marks = { strike: '~~', strong: '**', em: '*' } as const;

/** Two code spans side by side would be read as one fence, so marks do not part them. */
function joins(a: Piece, b: Piece): boolean {
  const parting = a.kind === 'code' ? (['link'] as const) : kinds;
  return parting.every((kind) => a.style[kind] === b.style[kind]);
}

class Line {
  readonly #break: Break;

  constructor(lineBreak: Break) {
    this.#break = lineBreak;
  }

  /** `before` and `after` are the characters on both sides; none beside a mark. */
  write(pieces: readonly Piece[], level: number, before: string, after: string): string {
    const kind = kinds[level];
    if (kind === undefined) return pieces.map((piece) => this.#atom(piece)).join('');
    const out: string[] = [];
    let last = before;
    for (let from = 0, to = 0; from < pieces.length; from = to) {
      const value = pieces[from]?.style[kind];
      while (to < pieces.length && pieces[to]?.style[kind] === value) to++;
      const next = to < pieces.length ? first(pieces[to] as Piece) : after;
      const run = pieces.slice(from, to);
      const inner = value ? this.write(run, level + 1, '', '') : null;
      let whole: string | null = null;
      if (inner !== null && kind === 'link') {
        whole = linked(inner, value as string);
        // A mark of exclamation in front would make it an image.
        if (last === '!' && whole.startsWith('[') && out.length > 0)
          out.push(`${out.pop()?.slice(0, -1)}\\!`);
      } else if (inner !== null && kind !== 'link') whole = marked(inner, marks[kind], last, next);
      const text = whole ?? this.write(run, level + 1, last, next);
      out.push(text);
      last = text.at(-1) ?? last;
    }
    return out.join('');
  }

  #atom(piece: Piece): string {
    switch (piece.kind) {
      case 'text':
        return escapeMarkdown(piece.text);
      case 'code':
        return piece.text.trim() === '' ? piece.text : codeSpan(piece.text);
      case 'image':
        return `![${escapeMarkdown(piece.alt.replace(space, ' ').trim())}](${destination(piece.address)})`;
      case 'break':
        return this.#break;
    }
  }
}

function first(piece: Piece): string {
  if (piece.kind === 'break') return ' ';
  return piece.kind === 'image' ? '!' : String.fromCodePoint(piece.text.codePointAt(0) ?? 32);
}

/** Splits white space and breaks from both ends, where no mark may stand beside them. */
function cut(text: string): [string, string, string] {
  const from = /^(?:\s|\\\n|<br>)*/.exec(text)?.[0].length ?? 0;
  let to = text.length;
  for (let step = edge(text, to); to > from && step > 0; step = edge(text, to)) to -= step;
  return [text.slice(0, from), text.slice(from, Math.max(from, to)), text.slice(Math.max(from, to))];
}

/** Length of the white space or break that ends before a place; 0 where there is none. */
function edge(text: string, to: number): number {
  if (text.startsWith('\\\n', to - 2)) return 2;
  if (text.startsWith('<br>', to - 4)) return 4;
  return /\s/.test(text.charAt(to - 1)) ? 1 : 0;
}

function linked(text: string, address: string): string {
  const [front, inner, back] = cut(text);
  return inner === '' ? text : `${front}[${inner}](${destination(address)})${back}`;
}

/** Text between marks; `null` where they would not be taken for marks (CommonMark §6.2). */
function marked(text: string, mark: string, before: string, after: string): string | null {
  const [front, inner, back] = cut(text);
  if (inner === '') return null;
  const left = front === '' ? before : ' ';
  const right = back === '' ? after : ' ';
  const opens = !/^[\p{P}\p{S}]/u.test(inner) || isOpen(left);
  const closes = !/[\p{P}\p{S}]$/u.test(inner) || isOpen(right);
  // Not all readers keep an escaped mark apart from a real one beside it.
  if (/^\\[*~]|\\[*~]$/.test(inner)) return null;
  if (!opens || !closes || left === mark[0] || right === mark[0]) return null;
  return front + mark + inner + mark + back;
}

/** Whether a mark may stand between this and a sign; between two signs readers do not agree. */
function isOpen(c: string): boolean {
  return c === '' || /\s/.test(c);
}
