import { locate } from '../../dom/xpath.ts';
import type { DocumentTree, ElementNode } from '../../model/document.ts';
import type { Lead } from '../../model/page.ts';
import type { Layout } from '../layout.ts';

/** Where an element of a mirrored page leads. */
export interface Target {
  /** File of the page, or of what a link leads to, from the mirror's folder. */
  readonly file: string;
  readonly label: string;
  /** DOM event name; links are clicks. */
  readonly event: string;
  /** Inside a frame, an event makes a new whole page where a link changes the frame alone. */
  readonly whole: boolean;
}

/** The targets of one page's elements. */
export interface Targets {
  readonly byElement: ReadonlyMap<ElementNode, Target>;
  /** For links that no transition names: the same address elsewhere on the page leads to the same file. */
  readonly byAddress: ReadonlyMap<string, Target>;
}

const none: ReadonlyMap<number | null, string> = new Map();

/**
 * Finds the elements that lead to kept pages, or to saved files (by the numbers of their targets). Where an element
 * has several events, a click is preferred.
 */
export function targetsOf(
  document: DocumentTree,
  leads: readonly Lead[],
  numbering: Pick<Layout, 'resolve' | 'fileOf'>,
  saved: ReadonlyMap<number | null, string> = none,
): Targets {
  const byPath = new Map<string, Target>();
  const byAddress = new Map<string, Target>();
  for (const { action, target: number } of leads) {
    const kept = numbering.resolve(number);
    const file = kept === null ? saved.get(number) : numbering.fileOf(kept);
    if (file === undefined) continue;
    const target = {
      file,
      label: action.label,
      event: action.event,
      whole: action.instruction.kind !== 'url',
    };
    if (action.instruction.kind === 'url') byAddress.set(action.instruction.text, target);
    const before = byPath.get(action.xpath);
    if (before === undefined || (before.event !== 'click' && action.event === 'click')) {
      byPath.set(action.xpath, target);
    }
  }
  const byElement = new Map<ElementNode, Target>();
  for (const [xpath, node] of locate(document, byPath.keys())) {
    const target = byPath.get(xpath);
    if (target) byElement.set(node, target);
  }
  return { byElement, byAddress };
}
