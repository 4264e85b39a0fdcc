/** Columns of a terminal that does not say how wide it is, and of texts that are the same everywhere. */
export const usualColumns = 80;

/** Text from a site as it may go to a terminal: on one line, without anything that moves the cursor. */
export function clean(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '')
    .trim();
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that the text takes: Chinese and its kin take two each, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += /\p{M}/u.test(sign) ? 0 : wide.test(sign) ? 2 : 1;
  return width;
}

/** The text cut to a number of columns, with an ellipsis where something was lost. */
export function cut(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const sign of text) {
    width += displayWidth(sign);
    if (width > columns - 1) break;
    kept += sign;
  }
  return columns < 1 ? '' : `${kept}…`;
}

/** Fills up to a number of columns. */
export function pad(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, columns - displayWidth(text)));
  return side === 'left' ? text + space : space + text;
}

/** Breaks text at spaces so that no line is longer, where a word alone is not. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
