/**
 * Reading the text of inline handlers. Two handlers that are spelled differently but call the same
 * function with the same values are one instruction, and the kind of values says how far it reaches.
 */

/** One spelling for one call: no `return false`, no stray semicolons or white space, one kind of quotes. */
export function normalizeCall(text: string): string {
  const statements = splitStatements(text)
    .map((statement) => statement.replace(/^(?:(?:return|void)\b(?!\s*[=.])\s*)+/, '').trim())
    .filter((statement) => statement !== '' && !/^(?:false|true|0|\(0\)|undefined)$/.test(statement));
  return statements.map(tidyStatement).join(';');
}

/** Whether every statement names its values, so that it means the same wherever it stands. */
export function isExplicit(call: string): boolean {
  const statements = splitStatements(call);
  return statements.length > 0 && statements.every(namesItsValues);
}

/** Script and function without the values: what audits and learning are about. */
export function callClass(script: string, call: string): string {
  const last = splitStatements(call).at(-1) ?? call;
  return `${script}:${/^[\w$.]+/.exec(last)?.[0] ?? 'inline'}`;
}

const literal = `(?:-?\\d+(?:\\.\\d+)?|'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|true|false|null)`;
const literalCall = new RegExp(`^[\\w$.]+\\(\\s*${literal}(?:\\s*,\\s*${literal})*\\s*\\)$`);
/** Values that mean a step from where one stands, not a place. */
const relativeValue =
  /\(\s*(?:[+-]\s*\d+|'(?:next|prev|previous|forward|back|backward|up|down|older|newer|more|left|right|toggle)'|"(?:next|prev|previous|forward|back|backward|up|down|older|newer|more|left|right|toggle)")\s*[,)]/i;
/** Function names that mean a step from where one stands, whatever their value. */
const relativeName =
  /(?:^|\.)(?:go|step|move|turn|next|prev|previous|back|forward|shift|toggle|scroll|load_?more|show_?more|add)(?:Page|Step|By)?\(/i;

function namesItsValues(statement: string): boolean {
  return literalCall.test(statement) && !relativeValue.test(statement) && !relativeName.test(statement);
}

/** Splits at semicolons outside quotes and brackets. */
function splitStatements(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (quote) {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === "'" || char === '"' || char === '`') quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === ';' && depth <= 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Folds white space outside quotes and spells simple strings with single quotes. */
function tidyStatement(statement: string): string {
  const pieces = statement.split(/('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/);
  return pieces
    .map((piece, index) => {
      if (index % 2 === 0) return piece.replace(/\s+/g, ' ').replace(/\s*([(),=+])\s*/g, '$1');
      return /^"[^'\\]*"$/.test(piece) ? `'${piece.slice(1, -1)}'` : piece;
    })
    .join('')
    .trim();
}
