import type { PreparedPage } from '../types.ts';
import type { SessionOptions } from './session.ts';

function pathsOf(page: PreparedPage): Set<string> {
  const paths: string[] = [];
  const set = new Set<string>();
  for (const node of page.nodes) {
    if (node.tag === '#text') continue;
    paths[node.index] = `${node.parent < 0 ? '' : paths[node.parent]}/${node.tag}.${node.attrs.class ?? ''}`;
    set.add(paths[node.index] as string);
  }
  return set;
}

export const cluster: SessionOptions['cluster'] = (pages) => {
  const groups: { paths: Set<string>; pages: PreparedPage[] }[] = [];
  for (const page of pages) {
    const paths = pathsOf(page);
    const group = groups.find((each) => {
      let shared = 0;
      for (const path of paths) if (each.paths.has(path)) shared++;
      return shared >= 0.5 * Math.min(paths.size, each.paths.size);
    });
    if (group) group.pages.push(page);
    else groups.push({ paths, pages: [page] });
  }
  return groups.map((group) => group.pages);
};

export const nameFields: SessionOptions['nameFields'] = () => [];
export const spell: SessionOptions['spell'] = () => '';
