import { natives } from './natives.ts';

/** Style sheets as they are now, which their text in the document may not tell. */

const changedSheets = new WeakSet<CSSStyleSheet>();
/** Counts changes of rules that scripts made. */
let sheetChanges = 0;

/** Remembers sheets that scripts change, which nothing shows afterwards. */
export function installSheets(): void {
  const changes = ['insertRule', 'deleteRule', 'addRule', 'removeRule', 'replace', 'replaceSync'];
  for (const name of changes) followSheet(CSSStyleSheet.prototype, name, (sheet) => sheet as CSSStyleSheet);
  for (const group of [globalThis.CSSGroupingRule, globalThis.CSSKeyframesRule]) {
    for (const name of ['insertRule', 'deleteRule', 'appendRule']) {
      if (group) followSheet(group.prototype, name, (rule) => (rule as CSSRule).parentStyleSheet);
    }
  }
  // Whoever asks for a rule's declarations may change them.
  const style = Object.getOwnPropertyDescriptor(CSSStyleRule.prototype, 'style');
  if (!style?.get) return;
  const get = style.get;
  Object.defineProperty(CSSStyleRule.prototype, 'style', {
    ...style,
    get(this: CSSStyleRule) {
      noteSheet(this.parentStyleSheet);
      return natives.apply(get, this, []);
    },
  });
}

function noteSheet(sheet: CSSStyleSheet | null): void {
  if (!sheet) return;
  changedSheets.add(sheet);
  sheetChanges++;
}

function followSheet(owner: object, name: string, sheetOf: (self: unknown) => CSSStyleSheet | null): void {
  const methods = owner as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[name];
  if (typeof original !== 'function') return;
  methods[name] = function (this: unknown, ...args: unknown[]) {
    noteSheet(sheetOf(this));
    return natives.apply(original, this, args);
  };
}

/** Live rules of a style or link element whose sheet was changed by script. */
export function changedCss(element: Element): string | undefined {
  const sheet = (element as HTMLStyleElement).sheet;
  return sheet && changedSheets.has(sheet) ? sheetText(sheet) : undefined;
}

/** Texts of the sheets that a document or a shadow root has adopted. */
export function sheetTexts(sheets: readonly CSSStyleSheet[] | undefined): string[] | undefined {
  if (!sheets || sheets.length === 0) return undefined;
  const texts = [...sheets].filter((sheet) => !sheet.disabled).map(sheetText);
  return texts.length > 0 ? texts : undefined;
}

function sheetText(sheet: CSSStyleSheet): string {
  try {
    return [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
  } catch {
    return '';
  }
}

let seenSheets: readonly unknown[] = [];
let reaching: ReadonlySet<Reach> = new Set();

/**
 * Whether the rules may have changed since the last call. Sheets come and go with their elements, with
 * files that arrive, and by script.
 */
export function sheetsChanged(): boolean {
  const now: unknown[] = [sheetChanges];
  for (const sheet of [...document.styleSheets, ...(document.adoptedStyleSheets ?? [])])
    now.push(sheet, sheet.disabled, ruleCount(sheet));
  const same = now.length === seenSheets.length && now.every((each, at) => each === seenSheets[at]);
  if (!same)
    reaching = new Set(now.flatMap((each) => (each instanceof CSSStyleSheet ? [...reachOf(each)] : [])));
  seenSheets = now;
  return !same;
}

function ruleCount(sheet: CSSStyleSheet): number {
  try {
    return sheet.cssRules.length;
  } catch {
    return -1;
  }
}

/** How a change may act on what is neither inside of it nor behind it. */
type Reach =
  /** On what is before or around it (`:has`, container queries). */
  | 'far'
  /** The focus, on all that is around it and inside of that. */
  | 'focus'
  /** What comes or goes, on what is inside of the elements beside it. */
  | 'inside';

/** Whether any rule that may show or hide something lets changes act so far. */
export function rulesReach(how: Reach): boolean {
  return reaching.has(how);
}

const reaches = new WeakMap<CSSStyleSheet, { readonly changes: number; readonly all: ReadonlySet<Reach> }>();

function reachOf(sheet: CSSStyleSheet): ReadonlySet<Reach> {
  const known = reaches.get(sheet);
  if (known && (known.changes === sheetChanges || !changedSheets.has(sheet))) return known.all;
  const all = new Set<Reach>();
  // Rules that may not be read may do anything.
  if (ruleCount(sheet) < 0) all.add('far');
  else for (const rule of sheet.cssRules) addReach(rule, all);
  reaches.set(sheet, { changes: sheetChanges, all });
  return all;
}

/** Declarations by which elements are shown, hidden, or put where nobody sees them. */
const shows =
  /[{;\s](?:display|visibility|opacity|position|overflow|height|width|(?:max|min|block|inline)-|content-v|inset|top|left|right|bottom|trans|scale|margin|flex|grid|all)/;

/** Elements that are counted, or stand beside another, and then something inside of them. */
const beside = /(?: [+~] |:(?:nth-|first-|last-|only-|empty))[^,]*? (?![+~,])/;

function addReach(rule: CSSRule, all: Set<Reach>): void {
  if ('containerName' in rule) all.add('far');
  const selector = (rule as CSSStyleRule).selectorText;
  if (selector !== undefined) {
    const found: Reach[] = [];
    if (selector.includes(':has(')) found.push('far');
    if (selector.includes(':focus-within')) found.push('focus');
    if (beside.test(selector)) found.push('inside');
    if (found.length > 0 && shows.test(rule.cssText)) for (const each of found) all.add(each);
  }
  const inner = (rule as CSSGroupingRule).cssRules;
  if (inner) for (const each of inner) addReach(each, all);
}
