import { codeSpan, destination, escapeText } from './escape.ts';

/** How a piece of a line is set off. */
export interface Style {
  /** Where it leads. */
  readonly link: string | null;
  readonly strike: boolean;
  readonly strong: boolean;
  readonly em: boolean;
}

/** Text as it comes. */
export const plain: Style = { link: null, strike: false, strong: false, em: false };

/** A piece of a line; white space is folded when the line is written. */
export type Piece =
  | { readonly kind: 'text' | 'code'; readonly text: string; readonly style: Style }
  | { readonly kind: 'image'; readonly alt: string; readonly address: string; readonly style: Style }
  | { readonly kind: 'break'; readonly style: Style };

/** What stands for a line break. */
export type Break = '\\\n' | '<br>' | ' ';

/**
 * Writes pieces as one inline text.
 *
 * Runs of pieces that share a link are put together first, then those that share a mark, one kind inside
 * the other. So no mark ever crosses another, whatever the tree was like.
 */
export function inlineText(pieces: readonly Piece[], lineBreak: Break): string {
  const text = new Line(lineBreak).write(folded(pieces), 0, '', '');
  const edge = lineBreak === ' ' ? / / : lineBreak === '<br>' ? /<br>| / : /\\\n| /;
  return text.replace(new RegExp(`^(?:${edge.source})+|(?:${edge.source})+$`, 'g'), '');
}

const space = /[ \t\n\r\f]+/g;

/** Folds white space over the borders of pieces and joins neighbours that are alike. */
function folded(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  let open = false;
  for (const piece of pieces) {
    if (piece.kind === 'image' || piece.kind === 'break') {
      out.push(piece);
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
  return out;
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
    let out = '';
    for (let from = 0, to = 0; from < pieces.length; from = to) {
      const value = pieces[from]?.style[kind];
      while (to < pieces.length && pieces[to]?.style[kind] === value) to++;
      const next = to < pieces.length ? first(pieces[to] as Piece) : after;
      const run = pieces.slice(from, to);
      const last = out.at(-1) ?? before;
      const inner = value ? this.write(run, level + 1, '', '') : null;
      if (inner !== null && kind === 'link') out = linked(out, inner, value as string);
      else {
        const whole = inner === null || kind === 'link' ? null : marked(inner, marks[kind], last, next);
        out += whole ?? this.write(run, level + 1, last, next);
      }
    }
    return out;
  }

  #atom(piece: Piece): string {
    switch (piece.kind) {
      case 'text':
        return escapeText(piece.text);
      case 'code':
        return piece.text.trim() === '' ? piece.text : codeSpan(piece.text);
      case 'image':
        return `![${escapeText(piece.alt.replace(space, ' ').trim())}](${destination(piece.address)})`;
      case 'break':
        return this.#break;
    }
  }
}

function first(piece: Piece): string {
  if (piece.kind === 'break') return ' ';
  if (piece.style.strike) return '~';
  return piece.kind === 'image' ? '!' : ([...piece.text][0] ?? '');
}

/** Splits white space and breaks from both ends, where no mark may stand beside them. */
function cut(text: string): [string, string, string] {
  const found = /^((?:\s|\\\n|<br>)*)([\s\S]*?)((?:\s|\\\n|<br>)*)$/.exec(text);
  return [found?.[1] ?? '', found?.[2] ?? '', found?.[3] ?? ''];
}

function linked(before: string, text: string, address: string): string {
  const [front, inner, back] = cut(text);
  if (inner === '') return before + text;
  // A mark of exclamation in front would make it an image.
  const start = front === '' && before.endsWith('!') ? `${before.slice(0, -1)}\\!` : before + front;
  return `${start}[${inner}](${destination(address)})${back}`;
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

/** Whether a mark may stand between this and a sign; readers do not agree on the tilde. */
function isOpen(c: string): boolean {
  return c === '' || (c !== '~' && /[\s\p{P}\p{S}]/u.test(c));
}
