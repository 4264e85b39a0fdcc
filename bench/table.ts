/** A cell: numbers are aligned to the right, absent values shown as a dash. */
export type Cell = string | number | null;

/** A table as aligned text for a terminal, or as Markdown for the docs. */
export function renderTable(
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
  style: 'text' | 'markdown' = 'text',
): string {
  const right = heads.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const lines = [heads, ...rows].map((row) => heads.map((_, column) => cellText(row[column] ?? null)));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => width(line[column] ?? ''))));
  const align = (text: string, column: number) =>
    right[column] ? pad(text, widths[column] ?? 0) + text : text + pad(text, widths[column] ?? 0);
  const [head = [], ...body] = lines.map((line) => line.map(align));
  if (style === 'text') {
    const rule = widths.map((columns) => '-'.repeat(columns));
    return [head, rule, ...body].map((line) => line.join('  ').trimEnd()).join('\n');
  }
  const rule = widths.map((columns, column) =>
    right[column] ? `${'-'.repeat(Math.max(1, columns - 1))}:` : '-'.repeat(columns),
  );
  return [head, rule, ...body].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** A number with as many digits as matter: 12345, 123, 12.3, 1.23, 0.0123. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return Math.abs(value) >= 1 ? value.toFixed(2) : value.toPrecision(3);
}

function cellText(cell: Cell): string {
  if (cell === null) return '-';
  return typeof cell === 'number' ? figure(cell) : cell;
}

function pad(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - width(text)));
}

/** Terminal columns: Chinese characters take two. */
function width(text: string): number {
  let columns = 0;
  for (const sign of text)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(sign)
      ? 2
      : 1;
  return columns;
}
