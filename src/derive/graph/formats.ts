import { entryText } from '../entry-path.ts';
import { escapeXml } from '../xml.ts';
import type { GraphForm } from './parts.ts';

const nodeKeys = {
  title: 'string',
  label: 'string',
  url: 'string',
  entry: 'string',
  fingerprint: 'string',
  depth: 'int',
  type: 'string',
};
const edgeKeys = {
  reason: 'string',
  id: 'string',
  xpath: 'string',
  event: 'string',
  instruction: 'string',
  label: 'string',
  title: 'string',
  alt: 'string',
  heading: 'string',
  part: 'string',
  rel: 'string',
  around: 'string',
  count: 'int',
};

function keys(target: 'node' | 'edge', names: Readonly<Record<string, string>>): string {
  return Object.entries(names)
    .map(
      ([name, type]) =>
        `  <key id="${target}-${name}" for="${target}" attr.name="${name}" attr.type="${type}"/>\n`,
    )
    .join('');
}

function data(target: 'node' | 'edge', values: Readonly<Record<string, string | number | null>>): string {
  let out = '';
  for (const name in values) {
    const value = values[name];
    if (value !== null && value !== undefined)
      out += `<data key="${target}-${name}">${escapeXml(String(value))}</data>`;
  }
  return out;
}

/** GraphML 1.0; edges without a target are left out. */
export const graphml: GraphForm = {
  file: 'graph.graphml',
  openEdges: false,
  begin: (name) =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n' +
    `${keys('node', nodeKeys)}${keys('edge', edgeKeys)}  <graph id="site" edgedefault="directed">\n` +
    `    <desc>${escapeXml(name)}</desc>\n`,
  node: ({ number, title, label, url, entry, fingerprint, depth, type }) =>
    `    <node id="n${number}">${data('node', { title, label, url, entry: entryText(entry), fingerprint, depth, type })}</node>\n`,
  between: () => '',
  edge: ({ source, target, meta, ...values }) =>
    `    <edge source="n${source}" target="n${target}">${data('edge', { ...values, ...meta })}</edge>\n`,
  end: () => '  </graph>\n</graphml>\n',
};

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

/** One JSON object with a node, an edge, a file or a form on each line. */
export const json: GraphForm = {
  file: 'graph.json',
  openEdges: true,
  begin: (name) => `{"site":${JSON.stringify(name)},"nodes":[\n`,
  node: (node, first) => `${first ? '' : ',\n'}${JSON.stringify(node)}`,
  between: () => '\n],"edges":[\n',
  edge: (edge, first) => `${first ? '' : ',\n'}${JSON.stringify(edge)}`,
  files: {
    begin: () => '\n],"files":[\n',
    file: (file, first) => `${first ? '' : ',\n'}${JSON.stringify(file)}`,
  },
  forms: (rows) => `\n],"forms":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`,
  end: () => '\n]}\n',
};
