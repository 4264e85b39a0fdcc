import { elementsAt } from '../../dom/xpath.ts';
import type { DocumentTree, ElementNode } from '../../model/document.ts';
import { addTo } from '../../model/multimap.ts';
import { formEvent, type Lead } from '../../model/page.ts';
import type { FileLayout } from '../layout.ts';

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
export interface ElementTargets {
  readonly byElement: ReadonlyMap<ElementNode, Target>;
  /** What forms answered that were asked, in the order of asking. */
  readonly byForm?: ReadonlyMap<ElementNode, readonly Target[]>;
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
  numbering: Pick<FileLayout, 'resolve' | 'fileOf'>,
  saved: ReadonlyMap<number | null, string> = none,
): ElementTargets {
  const byPath = new Map<string, Target>();
  const byAddress = new Map<string, Target>();
  const answers = new Map<string, Target[]>();
  for (const { source, action, target: number } of leads) {
    const kept = numbering.resolve(number);
    const file = kept === null ? saved.get(number) : numbering.fileOf(kept);
    if (file === undefined) continue;
    const target = {
      file,
      label: action.label,
      event: action.event,
      whole: action.instruction.kind !== 'url',
    };
    if (action.event === formEvent) {
      // An answer without records is the form's own page.
      if (kept !== source) addTo(answers, action.xpath, target);
      continue;
    }
    if (action.instruction.kind === 'url') byAddress.set(action.instruction.text, target);
    const before = byPath.get(action.xpath);
    if (before === undefined || (before.event !== 'click' && action.event === 'click')) {
      byPath.set(action.xpath, target);
    }
  }
  const byElement = new Map<ElementNode, Target>();
  for (const [xpath, node] of elementsAt(document, byPath.keys())) {
    const target = byPath.get(xpath);
    if (target) byElement.set(node, target);
  }
  const byForm = new Map(
    [...elementsAt(document, answers.keys())].map(([xpath, node]) => [node, answers.get(xpath) ?? []]),
  );
  return { byElement, byAddress, ...(byForm.size > 0 && { byForm }) };
}
