import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { exactPrint } from './exact.ts';
import { type VolatileMask, volatileKids } from './mask.ts';

/** Print of the element at an XPath; `null` where there is none. */
export function printAt(document: DocumentTree, path: string, mask: VolatileMask | null): string | null {
  return printEnter(document.root, mask, path.split('/').slice(1));
}

function printEnter(
  root: ElementNode,
  mask: VolatileMask | null,
  [first, ...steps]: readonly string[],
): string | null {
  if (first?.replace(/\[1\]$/, '') !== root.tag.toUpperCase()) return null;
  return printDescend(root, volatileKids(mask)(root.tag), steps);
}

function printDescend(from: ElementNode, mask: VolatileMask | null, steps: readonly string[]): string | null {
  const [step, ...rest] = steps;
  if (step === undefined) return exactPrint(from, mask);
  if (step === '#document') {
    return from.frame ? printEnter(from.frame.root, mask?.next.get('#document') ?? null, rest) : null;
  }
  const inShadow = step === '#shadow';
  const kids = inShadow ? from.shadow?.kids : from.kids;
  const [wanted, ...further] = inShadow ? rest : steps;
  if (!kids || wanted === undefined) return null;
  const kid = printKidAt(kids, wanted);
  const above = inShadow ? mask?.next.get('#shadow') : mask;
  return kid ? printDescend(kid, above?.next.get(printStep(wanted)) ?? null, further) : null;
}

function printStep(step: string): string {
  return step.endsWith(']') ? step : `${step}[1]`;
}

function printKidAt(kids: readonly TreeNode[], step: string): ElementNode | null {
  const [, name, index] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
  let left = Number(index ?? 1);
  for (const kid of kids) {
    if (typeof kid !== 'string' && kid.tag.toUpperCase() === name && --left === 0) return kid;
  }
  return null;
}
