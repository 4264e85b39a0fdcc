import type { GraphForm } from './parts.ts';

/** One JSON object with a node, an edge or a file on each line. */
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
  end: () => '\n]}\n',
};
