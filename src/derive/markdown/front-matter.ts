/** What YAML does not take as it is in a quoted text, though JSON does. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Facts between lines of dashes, as YAML: each value is JSON, which is YAML too. */
export function frontMatter(facts: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${yaml(value)}\n`);
  return `---\n${lines.join('')}---\n`;
}

function yaml(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'string' ? part.toWellFormed() : part,
  ).replace(unprintable, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
