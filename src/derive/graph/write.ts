import { join } from 'node:path';
import type { FormRow } from '../../model/form-report.ts';
import type { SiteStore } from '../../model/store.ts';
import { askedFiles } from '../asked-data.ts';
import { writeText } from '../disk.ts';
import { EntryPaths } from '../entry-path.ts';
import { surveyForms } from '../forms/survey.ts';
import { keptPages, Numbering } from '../numbering.ts';
import { dot, graphml, json } from './formats.ts';
import { edgeOf, type GraphEdge, graphNode } from './parts.ts';

const forms = { json, graphml, dot };

/** Formats a graph can be written in. */
export type GraphFormat = keyof typeof forms;

/** What a written graph consists of. */
export interface GraphReport {
  readonly path: string;
  readonly nodes: number;
  readonly edges: number;
}

/**
 * Writes the graph of a crawl: kept pages, and the transitions between them after merges. Those of one page that
 * lead to the same place by the same event are one edge with a count, unless all are asked for (`full`).
 */
export async function writeGraph(
  site: SiteStore,
  options: {
    readonly dir: string;
    readonly format: GraphFormat;
    readonly full?: boolean;
    /** The forms of the pages, where they are known already. */
    readonly forms?: readonly FormRow[];
  },
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
      await file.add(form.node(await graphNode(page, paths), nodes === 0));
      nodes++;
    }
    await file.add(form.between());
    const all = edgesOf(site, numbering, form.openEdges);
    for await (const some of options.full ? all : mergedEdges(all)) {
      let text = '';
      for (const edge of some) text += form.edge(edge, edges++ === 0);
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
    if (form.forms) await file.add(form.forms(options.forms ?? (await surveyForms(site))));
    await file.add(form.end());
  });
  return { path, nodes, edges };
}

/** All transitions of kept pages as edges, in the order of their sources, some at a time. */
async function* edgesOf(
  site: SiteStore,
  numbering: Numbering,
  isOpenToo: boolean,
): AsyncGenerator<readonly GraphEdge[]> {
  for await (const some of site.transitionPieces())
    yield some.flatMap((transition): GraphEdge[] => {
      const source = numbering.resolve(transition.source);
      const target = numbering.resolve(transition.target);
      if (source === null || (target === null && !isOpenToo)) return [];
      const outcome = target === null ? numbering.outcome(transition.target) : null;
      return [edgeOf(transition, source, target, outcome)];
    });
}

/** Edges of each source as they come, those to one place by one event as one with a count. */
async function* mergedEdges(
  pieces: AsyncIterable<readonly GraphEdge[]>,
): AsyncGenerator<readonly GraphEdge[]> {
  let merged = new Map<string, GraphEdge & { readonly count: number }>();
  let source = -1;
  for await (const piece of pieces)
    for (const edge of piece) {
      if (edge.source !== source) {
        yield* inPieces(merged.values());
        merged = new Map();
        source = edge.source;
      }
      const place = placeOf(edge);
      const before = merged.get(place);
      merged.set(place, before ? { ...more(before, edge), count: before.count + 1 } : { ...edge, count: 1 });
    }
  yield* inPieces(merged.values());
}

/** Edges that are written at once: those of a page with 200,000 links would be 300 MiB of text. */
const atOnce = 1000;

function* inPieces(edges: Iterable<GraphEdge>): Generator<readonly GraphEdge[]> {
  let piece: GraphEdge[] = [];
  for (const edge of edges) {
    piece.push(edge);
    if (piece.length < atOnce) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/** What edges have in common that are one: where they lead, or, if that is no page, what they would do and why not. */
function placeOf({ target, event, instruction, reason }: GraphEdge): string {
  return target === null ? `${event} ${reason} ${instruction}` : `${event} ${target}`;
}

/** The edge that tells more: one that was fired, then one that says something. */
function more(one: GraphEdge, other: GraphEdge): GraphEdge {
  if ((one.reason === 'fired') !== (other.reason === 'fired')) return one.reason === 'fired' ? one : other;
  return one.label === '' && other.label !== '' ? other : one;
}
