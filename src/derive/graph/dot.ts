import { entryText } from '../entry-path.ts';
import type { GraphForm } from './parts.ts';

/** A quoted string of the DOT language: only quote and backslash are special; a line end is written `\n`. */
function quoted(text: string): string {
  return `"${text
    .replace(/["\\]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\0/g, '')}"`;
}

function attributes(values: Readonly<Record<string, string | number | null>>): string {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${quoted(String(value))}`);
  return ` [${parts.join(', ')}]`;
}

/** Graphviz' language; edges without a target are left out. */
export const dot: GraphForm = {
  file: 'graph.dot',
  openEdges: false,
  begin: (name) => `digraph ${quoted(name)} {\n`,
  node: ({ number, label, url, entry, fingerprint, depth }) =>
    `  n${number}${attributes({ label: `${number} ${label}`.trimEnd(), url, entry: entryText(entry), fingerprint, depth })};\n`,
  between: () => '',
  edge: ({ source, target, id, meta, ...values }) =>
    `  n${source} -> n${target}${attributes({ element: id, ...values, ...meta })};\n`,
  end: () => '}\n',
};
