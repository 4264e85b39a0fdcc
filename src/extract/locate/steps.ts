import { remembering } from '../../model/bounded-map.ts';
import type { PageNode, PreparedPage } from '../types.ts';

/** One move from a node to others; written as XPath has it, but that blank texts are no siblings. */
export type LocatorStep =
  | { readonly axis: 'up' }
  /** A kid; any of that name where `nth` is `null`. */
  | { readonly axis: 'down'; readonly tag: string; readonly nth: number | null }
  /** The nth sibling of that name after or before; all up to the next one like the start where `nth` is `null`. */
  | { readonly axis: 'after' | 'before'; readonly tag: string; readonly nth: number | null }
  | { readonly axis: 'attribute'; readonly name: string };

const siblingAxes = { after: 'following-sibling', before: 'preceding-sibling' } as const;

/** Writes steps as a relative path: `../following-sibling::DD[1]/text()[1]`; `.` where there are none. */
export function formatSteps(steps: readonly LocatorStep[]): string {
  return steps.length === 0 ? '.' : steps.map(formatStep).join('/');
}

function formatStep(step: LocatorStep): string {
  switch (step.axis) {
    case 'up':
      return '..';
    case 'attribute':
      return `@${step.name}`;
    case 'down':
      return named(step.tag, step.nth);
    default:
      return `${siblingAxes[step.axis]}::${named(step.tag, step.nth)}`;
  }
}

function named(tag: string, nth: number | null): string {
  if (tag === '#shadow' || tag === '#document') return tag;
  return `${tag === '#text' ? 'text()' : tag.toUpperCase()}[${nth ?? '*'}]`;
}

const stepForm =
  /^(?:(?<axis>following|preceding)-sibling::)?(?<name>text\(\)|(?!\S*::)[^\s/[\]@]+)(?:\[(?<nth>\d+|\*)\])?$/;

/** Reads steps, the same few for every page; `null` where they are not understood. */
export const parseSteps = remembering(5000, (text: string): readonly LocatorStep[] | null => {
  const steps = text === '.' ? [] : text.split('/').map(parseStep);
  return steps.includes(null) ? null : (steps as readonly LocatorStep[]);
});

function parseStep(text: string): LocatorStep | null {
  if (text === '..') return { axis: 'up' };
  if (/^@[^\s/]+$/.test(text)) return { axis: 'attribute', name: text.slice(1) };
  const groups = stepForm.exec(text)?.groups;
  if (!groups) return null;
  const name = groups.name as string;
  const tag = name === 'text()' ? '#text' : name.toLowerCase();
  const nth = groups.nth === '*' ? null : Number(groups.nth ?? 1);
  if (groups.axis === undefined) return { axis: 'down', tag, nth };
  return { axis: groups.axis === 'following' ? 'after' : 'before', tag, nth };
}

/** Nodes that the steps lead to from a node, in document order; an attribute's step stays on its element. */
export function follow(page: PreparedPage, from: number, steps: readonly LocatorStep[]): readonly number[] {
  let at: readonly number[] = [from];
  for (const step of steps) {
    at = at.length === 1 ? moved(page, at[0] as number, step) : at.flatMap((node) => moved(page, node, step));
    if (at.length === 0) break;
  }
  return at;
}

const nowhere: readonly number[] = [];

function moved(page: PreparedPage, from: number, step: LocatorStep): readonly number[] {
  const node = page.nodes[from] as PageNode;
  switch (step.axis) {
    case 'up':
      return node.parent < 0 ? nowhere : [node.parent];
    case 'attribute':
      return node.attrs[step.name] === undefined ? nowhere : [from];
    case 'down':
      return kidsNamed(page, node.kids, step.tag, step.nth);
    default:
      return sibling(page, node, step);
  }
}

function kidsNamed(
  page: PreparedPage,
  kids: readonly number[],
  tag: string,
  nth: number | null,
): readonly number[] {
  const found: number[] = [];
  for (const index of kids) {
    const kid = page.nodes[index] as PageNode;
    if (!isNamed(kid, tag)) continue;
    if (nth === null) found.push(index);
    else if (kid.nth === nth) return [index];
  }
  return found;
}

/** Steps are in lower case; elements of SVG may have capitals. */
function isNamed({ tag }: PageNode, name: string): boolean {
  return tag === name || (tag.length === name.length && tag.toLowerCase() === name);
}

function sibling(
  page: PreparedPage,
  node: PageNode,
  { axis, tag, nth }: Extract<LocatorStep, { axis: 'after' | 'before' }>,
): readonly number[] {
  if (node.parent < 0) return nowhere;
  const kids = (page.nodes[node.parent] as PageNode).kids;
  const place = placeAmong(kids, node.index);
  const side = axis === 'after' ? kids.slice(place + 1) : kids.slice(0, place).reverse();
  const end = nth !== null || node.tag === '#text' ? -1 : side.findIndex((kid) => isLike(page, kid, node));
  const found = (end < 0 ? side : side.slice(0, end)).filter((kid) =>
    isNamed(page.nodes[kid] as PageNode, tag),
  );
  if (nth !== null) return found.slice(nth - 1, nth);
  return axis === 'after' ? found : found.reverse();
}

/** Another label of the same make ends what belongs to this one. */
function isLike(page: PreparedPage, kid: number, node: PageNode): boolean {
  const other = page.nodes[kid] as PageNode;
  return other.tag === node.tag && other.attrs.class === node.attrs.class;
}

/** Place of a kid in the list of kids, which is in ascending order. */
function placeAmong(kids: readonly number[], index: number): number {
  let low = 0;
  let high = kids.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((kids[middle] as number) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Steps from a node down to one below it; `null` where it is not below. */
export function stepsDown(page: PreparedPage, from: number, to: number): readonly LocatorStep[] | null {
  const steps: LocatorStep[] = [];
  for (let at = to; at !== from; ) {
    const node = page.nodes[at];
    if (node === undefined || node.parent < 0) return null;
    steps.push({ axis: 'down', tag: node.tag.toLowerCase(), nth: node.nth });
    at = node.parent;
  }
  return steps.reverse();
}

/** Steps from one node to another by way of the nearest node that holds both. */
export function stepsBetween(page: PreparedPage, from: number, to: number): readonly LocatorStep[] {
  if (from === to) return [];
  const steps: LocatorStep[] = [];
  let branch = from;
  for (;;) {
    const node = page.nodes[branch] as PageNode;
    const parent = page.nodes[node.parent];
    if (parent === undefined) return steps;
    if (to >= parent.index && to < parent.end) break;
    steps.push({ axis: 'up' });
    branch = parent.index;
  }
  const start = page.nodes[branch] as PageNode;
  const parent = page.nodes[start.parent] as PageNode;
  const target = parent.kids.find((kid) => to >= kid && to < (page.nodes[kid] as PageNode).end);
  if (target === undefined) return [...steps, { axis: 'up' }];
  return [...steps, siblingStep(page, parent, start, target), ...(stepsDown(page, target, to) ?? [])];
}

function siblingStep(page: PreparedPage, parent: PageNode, start: PageNode, target: number): LocatorStep {
  const tag = (page.nodes[target] as PageNode).tag.toLowerCase();
  const after = target > start.index;
  const [low, high] = after ? [start.index, target] : [target, start.index];
  const between = parent.kids.filter(
    (kid) => kid > low && kid < high && isNamed(page.nodes[kid] as PageNode, tag),
  );
  return { axis: after ? 'after' : 'before', tag, nth: between.length + 1 };
}
