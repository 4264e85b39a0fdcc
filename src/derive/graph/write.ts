import { join } from 'node:path';
import type { SiteStore } from '../../model/store.ts';
import { askedFiles } from '../asked.ts';
import { writeText } from '../disk.ts';
import { EntryPaths } from '../entry-path.ts';
import { keptPages, Numbering } from '../numbering.ts';
import { dot } from './dot.ts';
import { graphml } from './graphml.ts';
import { json } from './json.ts';
import { edgeOf, nodeOf } from './parts.ts';

const forms = { json, graphml, dot };

/** Formats a graph can be written in. */
export type GraphFormat = keyof typeof forms;

/** What a written graph consists of. */
export interface GraphReport {
  readonly path: string;
  readonly nodes: number;
  readonly edges: number;
}

/** Writes the graph of a crawl: kept pages, and the transitions between them after merges. */
export async function writeGraph(
  site: SiteStore,
  options: { readonly dir: string; readonly format: GraphFormat },
): Promise<GraphReport> {
  const form = forms[options.format];
  const path = join(options.dir, form.file);
  const numbering = await Numbering.read(site);
  const paths = new EntryPaths(site);
  const { name } = await site.info();
  let nodes = 0;
  let edges = 0;
  await writeText(path, async (file) => {
    await file.add(form.begin(name));
    for await (const page of keptPages(site)) {
      await file.add(form.node(nodeOf(page, await paths.of(page)), nodes === 0));
      nodes++;
    }
    await file.add(form.between());
    for await (const some of site.transitionPieces()) {
      let text = '';
      for (const transition of some) {
        const source = numbering.resolve(transition.source);
        const target = numbering.resolve(transition.target);
        if (source === null || (target === null && !form.openEdges)) continue;
        const outcome = target === null ? numbering.outcome(transition.target) : null;
        text += form.edge(edgeOf(transition, source, target, outcome), edges === 0);
        edges++;
      }
      await file.add(text);
    }
    if (form.files) {
      await file.add(form.files.begin());
      let first = true;
      for await (const asked of askedFiles(site, numbering)) {
        await file.add(form.files.file(asked, first));
        first = false;
      }
    }
    await file.add(form.end());
  });
  return { path, nodes, edges };
}
