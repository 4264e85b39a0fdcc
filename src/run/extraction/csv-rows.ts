/** The rows of a CSV text (RFC 4180, line breaks of any kind); commas, or semicolons where the head has no comma. */
export function csvRows(text: string): readonly (readonly string[])[] {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const comma = !head.includes(',') && head.includes(';') ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, comma);
    row.push(value);
    at = end;
    if (text[at] === comma) {
      at++;
      if (at < text.length) continue;
      row.push('');
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

interface Cell {
  readonly value: string;
  readonly end: number;
}

function plainCell(text: string, from: number, comma: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== comma && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(from, end), end };
}

function quotedCell(text: string, from: number): Cell {
  let value = '';
  let at = from + 1;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
  return { value, end: at };
}
