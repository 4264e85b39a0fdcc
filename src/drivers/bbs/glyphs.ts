import { detectCharset } from '../../encoding/charset.ts';
import type { Cell, Screen } from './screen.ts';
import type { Style } from './style.ts';

/** One character as it is seen. */
export interface Glyph {
  readonly text: string;
  /** First column it stands in, and how many it takes. */
  readonly column: number;
  readonly width: 1 | 2;
  readonly style: Style;
  /** Style of the right half where that differs. */
  readonly right?: Style;
}

/** A row as characters and as text, in which each glyph is one character: places in one are places in the other. */
export interface GlyphRow {
  readonly glyphs: readonly Glyph[];
  readonly text: string;
}

/** Encoding of IBM's PC, which boards without double-byte characters draw with. */
const ibm =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The encoding of what a board sends; without two-byte characters that of IBM's PC. */
export function boardCharset(bytes: Uint8Array): string {
  const found = detectCharset(bytes);
  return found === 'windows-1252' ? 'ibm437' : found;
}

/** All rows of a screen, decoded. */
export function linesOf(screen: Screen, charset: string): readonly GlyphRow[] {
  const read = charset === 'utf-8' ? unicodeRow : isDouble(charset) ? doubleRow(charset) : singleRow(charset);
  return Array.from({ length: screen.rows }, (_, row) => {
    const glyphs = read(screen.cells(row));
    return { glyphs, text: glyphs.map(({ text }) => (text.length === 1 ? text : '\u3013')).join('') };
  });
}

function isDouble(charset: string): boolean {
  return /^(?:gb|big5|euc-|shift_jis)/.test(charset);
}

function unicodeRow(cells: readonly Cell[]): Glyph[] {
  return cells.flatMap(({ text, style }, column) => {
    if (text === '') return [];
    return [{ text, column, width: cells[column + 1]?.text === '' ? 2 : 1, style }];
  });
}

function singleRow(charset: string): (cells: readonly Cell[]) => Glyph[] {
  const decoder = charset === 'ibm437' ? null : new TextDecoder(charset);
  return (cells) =>
    cells.map(({ text, style }, column) => {
      const byte = text.charCodeAt(0);
      const shown = byte < 0x80 ? text : (decoder?.decode(Uint8Array.of(byte)) ?? ibm.charAt(byte - 0x80));
      return { text: shown, column, width: 1, style };
    });
}

/** Two bytes make a character, whatever was said about colours between them. */
function doubleRow(charset: string): (cells: readonly Cell[]) => Glyph[] {
  const decoder = new TextDecoder(charset);
  return (cells) => {
    const glyphs: Glyph[] = [];
    for (let column = 0; column < cells.length; column++) {
      const { text, style } = cells[column] as Cell;
      const next = cells[column + 1];
      const [lead, trail] = [text.charCodeAt(0), next?.text.charCodeAt(0) ?? 0];
      const shown = lead > 0x80 && trail >= 0x40 ? decoder.decode(Uint8Array.of(lead, trail)) : '\ufffd';
      if (next && shown.length === 1 && shown !== '\ufffd') {
        const right = next.style === style ? {} : { right: next.style };
        glyphs.push({ text: shown, column, width: 2, style, ...right });
        column++;
      } else glyphs.push({ text: lead < 0x80 ? text : '\ufffd', column, width: 1, style });
    }
    return glyphs;
  };
}
