/** One word of a checked expression. */
export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign';
  readonly text: string;
}

const pattern =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]+)`|([\p{L}_][\p{L}\p{N}_.]*)|(==|!=|<=|>=|&&|\|\||[<>!()+\-*/]))/uy;

/** The words of an expression; names with other characters stand in backquotes. */
export function tokensOf(text: string, wrong: (expected: string) => Error): readonly Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  let at = 0;
  while (text.slice(at).trim() !== '') {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found)
      throw wrong(
        `a field, a number, a text or a sign at ${JSON.stringify(text.slice(at).trim().slice(0, 20))}`,
      );
    const [, number, double, single, quoted, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (double !== undefined || single !== undefined)
      tokens.push({ kind: 'text', text: (double ?? single ?? '').replace(/\\(.)/g, '$1') });
    else if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
    at = pattern.lastIndex;
  }
  return tokens;
}
