import { RE2JS } from 're2js';

/** A regular expression of the user's that is tested in a time that grows with the text alone. */
export interface LinearPattern {
  readonly source: string;
  test(text: string): boolean;
}

/**
 * Reads an expression as JavaScript writes them for the engine RE2, which never goes back: an expression like `(a+)+$`
 * would keep JavaScript's own busy for years over an address that somebody has made for it. `null` where it is no
 * expression, or one that looks ahead, behind or back, which takes going back.
 */
export function linearPattern(source: string, flags = ''): LinearPattern | null {
  try {
    new RegExp(source, 'u');
    const plain = source.replace(/\\(p|P)\{(?:Script|sc|General_Category|gc)=(\w+)\}/g, '\\$1{$2}');
    const engine = RE2JS.compile(RE2JS.translateRegExp(plain), flagsOf(flags));
    return { source, test: (text) => engine.test(text) };
  } catch {
    return null;
  }
}

function flagsOf(flags: string): number {
  return (
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0)
  );
}
