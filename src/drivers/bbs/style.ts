/**
 * How a character looks, in one number: foreground and background (0–7), and flags. Default colours are
 * those they mean on a BBS: grey on black.
 */
export type Style = number;

const [boldBit, blinkBit, underlineBit, reverseBit] = [1 << 6, 1 << 7, 1 << 8, 1 << 9] as const;

/** Grey on black, nothing else. */
export const plainStyle: Style = 7;

/** A style after an SGR sequence (`ESC [ 1;33;44 m`). */
export function styled(style: Style, codes: readonly number[]): Style {
  let now = style;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number;
    if (code === 38 || code === 48) {
      const index = codes[at + 1] === 5 ? (codes[at + 2] ?? 0) : null;
      at += codes[at + 1] === 5 ? 2 : 4;
      if (index !== null && index < 16) now = painted(now, code === 38 ? 30 : 40, index);
    } else now = changed(now, code);
  }
  return now;
}

/** What a style looks like, reversal done. */
export function looksOf(style: Style): {
  readonly fore: number;
  readonly back: number;
  readonly underline: boolean;
  readonly blink: boolean;
} {
  const bright = style & boldBit ? 8 : 0;
  const [fore, back] = [(style & 7) + bright, (style >> 3) & 7];
  const reversed = (style & reverseBit) !== 0;
  return {
    fore: reversed ? back : fore,
    back: reversed ? fore & 7 : back,
    underline: (style & underlineBit) !== 0,
    blink: (style & blinkBit) !== 0,
  };
}

/** Whether something is painted behind a character. */
export function hasBackground(style: Style): boolean {
  return looksOf(style).back !== 0;
}

function changed(style: Style, code: number): Style {
  if (code === 0) return plainStyle;
  if (code >= 30 && code <= 37) return (style & ~7) | (code - 30);
  if (code >= 40 && code <= 47) return (style & ~56) | ((code - 40) << 3);
  if (code >= 90 && code <= 97) return painted(style, 30, code - 82);
  if (code >= 100 && code <= 107) return painted(style, 40, code - 92);
  switch (code) {
    case 1:
      return style | boldBit;
    case 4:
      return style | underlineBit;
    case 5:
      return style | blinkBit;
    case 7:
      return style | reverseBit;
    case 22:
      return style & ~boldBit;
    case 24:
      return style & ~underlineBit;
    case 25:
      return style & ~blinkBit;
    case 27:
      return style & ~reverseBit;
    case 39:
      return (style & ~7) | 7;
    case 49:
      return style & ~56;
    default:
      return style;
  }
}

function painted(style: Style, base: 30 | 40, index: number): Style {
  if (base === 40) return (style & ~56) | ((index & 7) << 3);
  const fore = (style & ~7 & ~boldBit) | (index & 7);
  return index > 7 ? fore | boldBit : fore;
}
