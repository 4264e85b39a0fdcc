import type { GlyphRow } from './glyphs.ts';

/** A screen with the place where the cursor rests. */
export interface View {
  readonly lines: readonly GlyphRow[];
  readonly row: number;
  readonly column: number;
}

/** What a screen waits for that is not a choice. */
export type Prompt =
  | 'login'
  | 'password'
  /** A question that is answered by yes or no. */
  | 'question'
  /** Any key goes on; `return` where it must be that one. */
  | 'any'
  | 'return'
  /** A line of text. */
  | 'text';

const login =
  /(?:log ?in|user ?(?:name|id)?|account|handle|your (?:name|id)|代[号號]|[帐账帳賬][号號戶]|使用者)[^:：>]*(?:\([^)]*\)|\[[^\]]*\])?\s*[:：>]\s*$/i;
const password = /(?:passw(?:or)?d|密[码碼])[^:：]*[:：]\s*$/i;
const question = /[([]\s*y(?:es)?\s*[/,|]\s*n(?:o)?\s*[)\]]|[([]\s*n\s*\/\s*y\s*[)\]]|\by\/n\b/i;
const anyKey =
  /(?:press|hit|strike) (?:any|a|the)?.{0,12}(?:key|space)|any key|按.{0,8}[键鍵]|任意[键鍵]|请按|請按/i;
const returnKey = /(?:press|hit) (?:\W)?(?:enter|return)|按.{0,3}(?:enter|return|回车)/i;
const entry = /[:：?？]\s*$/;

/** Rows above the cursor in which a call for any key may stand. */
const rowsAbove = 2;

/** What a screen waits for; `null` where it offers a choice. */
export function promptOf({ lines, row, column }: View): Prompt | null {
  const before = textBefore(lines[row], column);
  if (password.test(before)) return 'password';
  if (login.test(before)) return 'login';
  if (question.test(before)) return 'question';
  const near = lines
    .slice(Math.max(0, row - rowsAbove), row + 1)
    .concat(lines.findLast(({ text }) => text.trim() !== '') ?? [])
    .map(({ text }) => text);
  if (near.some((text) => returnKey.test(text))) return 'return';
  if (near.some((text) => anyKey.test(text))) return 'any';
  return entry.test(before) && isAtEnd(lines[row], column) ? 'text' : null;
}

/** What stands left of the cursor. */
function textBefore(line: GlyphRow | undefined, column: number): string {
  const glyphs = line?.glyphs.filter((glyph) => glyph.column < column) ?? [];
  return glyphs.map(({ text }) => text).join('');
}

function isAtEnd(line: GlyphRow | undefined, column: number): boolean {
  return line?.glyphs.every((glyph) => glyph.column < column || glyph.text.trim() === '') ?? false;
}
