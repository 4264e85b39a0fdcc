/** Escapes by CommonMark and GitHub's tables and strikethrough: text must come out as it went in. */

const entity = /&(?=#?\w*(?:;|$))/g;

/** Text inside a line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]~]|(?<=\])\(/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?]|$)/gi, '\\<')
    .replace(entity, '\\&');
}

/** What would make a line a heading, an item, a quote, a rule or a row where it only begins with such a mark. */
export function escapeLineStart(line: string): string {
  if (/^[-=|:][-=|:\s]*$/.test(line) || /^(?:#{1,6}|[-+])(?:\s|$)|^>/.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/** An address between the brackets of a link. */
export function destination(address: string): string {
  const plain = address
    .replace(/[\s<>\\]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(entity, '&amp;');
  return plain === '' || /[()]/.test(plain) ? `<${plain}>` : plain;
}

/** A code span; the fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) && text.trim() !== '' ? ' ' : '';
  return fence + pad + text + pad + fence;
}

/** A fenced block of code. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
