/** What a spreadsheet takes for the begin of a formula, also behind apostrophes that were written before. */
const formula = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/**
 * One record by RFC 4180: fields with commas between them, quoted where they must be, CRLF at the end.
 *
 * Text that a spreadsheet would run as a formula gets an apostrophe in front. So does text that begins with
 * apostrophes before such a character: whoever takes one away where `isGuarded` has the text as it was.
 */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  // An empty text is quoted, so that it is not taken for none.
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Whether the first apostrophe of a field was put there by `csvLine`. */
export function isGuarded(field: string): boolean {
  return field.startsWith("'") && formula.test(field);
}
