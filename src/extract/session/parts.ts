import { type NamingInput, nameFields, namelessFields } from '../naming/index.ts';
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

/** Names for the fields of wrappers: by what is wanted and known, else by what the pages say themselves. */
export function fieldNamer(
  about: Pick<NamingInput, 'wanted' | 'known' | 'least'>,
): SessionOptions['nameFields'] {
  return (wrapper, sample) => {
    const extractions = new Map(sample.map(({ page, extraction }) => [page.name, extraction]));
    const pages = sample.map(({ page }) => page);
    return nameFields({ ...about, pages, fields: namelessFields(wrapper, extractions) });
  };
}

export const spell: SessionOptions['spell'] = () => '';
