import type { GraphForm } from './parts.ts';

/** One JSON object with a node or an edge on each line. */
export const json: GraphForm = {
  file: 'graph.json',
  openEdges: true,
  begin: (name) => `{"site":${JSON.stringify(name)},"nodes":[\n`,
  node: (node, first) => `${first ? '' : ',\n'}${JSON.stringify(node)}`,
  between: () => '\n],"edges":[\n',
  edge: (edge, first) => `${first ? '' : ',\n'}${JSON.stringify(edge)}`,
  end: () => '\n]}\n',
};
