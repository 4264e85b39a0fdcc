import type { FormRow } from '../../model/form-report.ts';
import type { LinkMeta } from '../../model/link.ts';
import type { Page, Reason, Transition } from '../../model/page.ts';
import type { AskedFile } from '../asked-data.ts';
import type { EntryPaths, EntryStep } from '../entry-path.ts';
import { pageLabel } from '../label.ts';

/** A kept page in the graph. */
export interface GraphNode {
  readonly number: number;
  readonly title: string;
  /** Its title and, where events lead to it, what was fired. */
  readonly label: string;
  /** Address that opens it, `null` where none does. */
  readonly url: string | null;
  readonly entry: readonly EntryStep[];
  readonly fingerprint: string;
  readonly depth: number;
  /** Type of the page, where it is of one that is known. */
  readonly type: string | null;
}

/** A transition in the graph: ⟨id, XPath, event, instruction⟩ with source and target after merges. */
export interface GraphEdge {
  readonly source: number;
  /** `null` where no page was kept: off-site, unsafe, excluded, failed, a file. */
  readonly target: number | null;
  readonly reason: Reason;
  readonly id: string | null;
  readonly xpath: string;
  readonly event: string;
  readonly instruction: string;
  readonly label: string;
  /** What the page says about a link beside its text. */
  readonly meta?: LinkMeta;
  /** How many actions of the source lead there by the same event; absent where each is an edge of its own. */
  readonly count?: number;
}

/** A page as a node. */
export async function graphNode(page: Page, paths: EntryPaths): Promise<GraphNode> {
  const title = page.content?.title ?? '';
  const entry = await paths.of(page);
  return {
    number: page.number,
    title,
    label: pageLabel(title, entry),
    url: await paths.addressOf(page),
    entry,
    fingerprint: page.content?.fingerprint ?? '',
    depth: page.depth,
    type: page.content?.type ?? null,
  };
}

/** A transition as an edge; `outcome` is what became of a target that was given up. */
export function edgeOf(
  transition: Transition,
  source: number,
  target: number | null,
  outcome: Reason | null,
): GraphEdge {
  const { action } = transition;
  const reason = outcome ?? transition.reason;
  const { id, xpath, event, label, meta } = action;
  const edge = { source, target, reason, id, xpath, event, instruction: action.instruction.text, label };
  return meta === undefined ? edge : { ...edge, meta };
}

/** How one format writes a graph, piece by piece. */
export interface GraphForm {
  readonly file: string;
  /** Whether edges without a target can be written. */
  readonly openEdges: boolean;
  begin(name: string): string;
  node(node: GraphNode, first: boolean): string;
  between(): string;
  edge(edge: GraphEdge, first: boolean): string;
  /** What was asked for and is no page of its own, where the format has a place for it. */
  readonly files?: { begin(): string; file(file: AskedFile, first: boolean): string };
  /** The forms of the pages, likewise. */
  forms?(rows: readonly FormRow[]): string;
  end(): string;
}
