import { elementAround } from './unhidden.ts';

/** Selectors of rules that give a pointing hand, by sheet, for as many rules as it had. */
const pointerRules = new WeakMap<CSSStyleSheet, { readonly rules: number; readonly selectors: string[] }>();

const pointsHere = /cursor:\s*pointer/;
const foundAtMost = 500;

/**
 * Elements with a pointing hand inside a root, the outermost only. Style sheets are asked which rules give
 * it, because asking each element for its style would cost more than all the rest of a capture.
 */
export function pointedInside(root: Document | ShadowRoot | Element): Element[] {
  const scope = root.getRootNode() as Document | ShadowRoot;
  const selectors = ['[style*="cursor"]'];
  for (const sheet of [...scope.styleSheets, ...(scope.adoptedStyleSheets ?? [])]) {
    selectors.push(...pointerSelectors(sheet));
  }
  const found = new Set<Element>();
  for (const selector of selectors) {
    for (const element of selectedSafely(root, selector)) {
      if (found.size >= foundAtMost) break;
      if (getComputedStyle(element).cursor === 'pointer') found.add(element);
    }
  }
  return [...found].filter((element) => !insideAny(elementAround(element), found, root));
}

function insideAny(element: Element | null, found: ReadonlySet<Element>, root: Node): boolean {
  for (let at = element; at && at !== root; at = elementAround(at)) if (found.has(at)) return true;
  return false;
}

function selectedSafely(root: ParentNode, selector: string): Iterable<Element> {
  try {
    return root.querySelectorAll(selector);
  } catch {
    return [];
  }
}

function pointerSelectors(sheet: CSSStyleSheet): readonly string[] {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    return []; // Of another origin.
  }
  const known = pointerRules.get(sheet);
  if (known?.rules === rules.length) return known.selectors;
  const selectors = [...pointersAmong(rules)];
  pointerRules.set(sheet, { rules: rules.length, selectors });
  return selectors;
}

/** By the text of rules: whoever asks for their declarations is taken for one who changes them. */
function* pointersAmong(rules: CSSRuleList): Iterable<string> {
  for (const rule of rules) {
    if (!pointsHere.test(rule.cssText)) continue;
    const { selectorText, cssRules } = rule as CSSStyleRule;
    if (typeof selectorText === 'string') yield selectorText.replace(/:(?:hover|active|focus)\b/g, '');
    else if (cssRules) yield* pointersAmong(cssRules);
  }
}
