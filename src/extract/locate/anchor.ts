import { bareStep, type Pattern, type PatternStep, parsePattern } from '../../dom/pattern.ts';
import { remembering } from '../../model/bounded-map.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';

const none: readonly number[] = [];

/** What patterns matched on a page: fields that stand near each other are found by the same ones. */
const matched = new WeakMap<PreparedPage, Map<string, readonly number[]>>();

/** Elements of a page that a pattern matches, in document order. */
export function anchored(page: PreparedPage, anchor: string): readonly number[] {
  const own = matched.get(page) ?? new Map<string, readonly number[]>();
  matched.set(page, own);
  let found = own.get(anchor);
  if (found === undefined) {
    found = matches(page, anchor);
    own.set(anchor, found);
  }
  return found;
}

function matches(page: PreparedPage, anchor: string): readonly number[] {
  const { steps } = readPattern(anchor);
  const last = steps.at(-1) ?? bareStep('*');
  return listed(catalogueOf(page), last, page).filter((index) =>
    fulfils(page, index, steps, steps.length - 1),
  );
}

const readPattern = remembering(5000, (text: string): Pattern => parsePattern(text));

/** Elements that may fulfil a step: the shortest list that one of its conditions has. */
function listed(catalogue: Catalogue, step: PatternStep, page: PreparedPage): readonly number[] {
  if (step.id !== null) return catalogue.ids.get(step.id) ?? none;
  const [first] = step.classes;
  if (first !== undefined) return catalogue.classes.get(first) ?? none;
  for (const { name, value } of step.attributes) {
    const found = value === null ? undefined : catalogue.named.get(`${name}=${value}`);
    if (found) return found;
  }
  if (step.tag !== '*') return catalogue.tags.get(step.tag) ?? none;
  return page.nodes.filter(({ tag }) => tag !== '#text').map(({ index }) => index);
}

function fulfils(page: PreparedPage, index: number, steps: readonly PatternStep[], at: number): boolean {
  const step = steps[at];
  const node = page.nodes[index];
  if (step === undefined || node === undefined || !isMet(step, node)) return false;
  if (at === 0) return step.descendant || node.parent < 0;
  if (!step.descendant) return node.parent >= 0 && fulfils(page, node.parent, steps, at - 1);
  for (let above = node.parent; above >= 0; above = (page.nodes[above] as PageNode).parent) {
    if (fulfils(page, above, steps, at - 1)) return true;
  }
  return false;
}

function isMet(step: PatternStep, { tag, nth, attrs }: PageNode): boolean {
  if (step.tag !== '*' && step.tag !== tag) return false;
  if (step.index !== null && step.index !== nth) return false;
  if (step.id !== null && attrs.id !== step.id) return false;
  const classes = step.classes.length > 0 ? (attrs.class ?? '').split(/\s+/) : none;
  if (!step.classes.every((name) => (classes as readonly string[]).includes(name))) return false;
  return step.attributes.every(
    ({ name, value }) => attrs[name] !== undefined && (value === null || attrs[name] === value),
  );
}
