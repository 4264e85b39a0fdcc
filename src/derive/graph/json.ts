import type { GraphForm } from './parts.ts';

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
