import { pathOf, textOfNode } from '../page/index.ts';
import type { Locator, PageNode, PreparedPage, Spot, TextPart } from '../types.ts';
import { anchored } from './anchor.ts';
import { catalogueOf, labelKey } from './catalogue.ts';
import { cutPart } from './part.ts';
import { follow, type LocatorStep, parseSteps } from './steps.ts';

/** The nodes that one item of a list is made of: what is looked for is below them. */
export type ItemScope = readonly number[];

/** A value without its path, which costs more than finding it. */
export type NodeValue = Omit<Spot, 'path'>;

const nothing: readonly NodeValue[] = [];

/** The way to all nodes of an item: everything that it says. */
export const wholeItem = '.[*]';

/** Where a locator leads on a page, or within an item of one of its lists; in document order. */
export function locate(locator: Locator, page: PreparedPage, scope?: ItemScope): readonly Spot[] {
  return withPaths(locator, page, placesOf(locator, page, scope));
}

/** Places that a locator found, with their paths. */
export function withPaths(
  locator: Locator,
  page: PreparedPage,
  places: readonly NodeValue[],
): readonly Spot[] {
  const attribute = attributeIn(locator);
  return places.map(({ node, text }) => ({
    path: pathOf(page, node, attribute),
    node,
    text,
  }));
}

/** The attribute that a locator's way ends with, `null` for text. */
function attributeIn(locator: Locator): string | null {
  const way = locator.kind === 'absolute' ? locator.path : locator.steps;
  return /(?:^|\/)@([^/]+)$/.exec(way)?.[1] ?? null;
}

/** What `locate` finds, without paths. */
export function placesOf(locator: Locator, page: PreparedPage, scope?: ItemScope): readonly NodeValue[] {
  const places: NodeValue[] = [];
  lookUp(locator, page, scope, (place) => places.push(place) > 0);
  return places;
}

/** What a locator finds where all of it is wanted; `null` as soon as something else is found. */
export function placesAmong(
  locator: Locator,
  page: PreparedPage,
  scope: ItemScope | undefined,
  isWanted: (place: NodeValue) => boolean,
): readonly NodeValue[] | null {
  const places: NodeValue[] = [];
  let isClean = true;
  lookUp(locator, page, scope, (place) => {
    isClean = isWanted(place);
    places.push(place);
    return isClean;
  });
  return isClean ? places : null;
}

/** Goes where a locator leads, as long as `see` wants to see more. */
function lookUp(
  locator: Locator,
  page: PreparedPage,
  scope: ItemScope | undefined,
  see: (place: NodeValue) => boolean,
): void {
  if (locator.kind === 'absolute') {
    for (const place of absolute(locator, page, scope)) if (!see(place)) return;
    return;
  }
  const steps = parseSteps(locator.steps);
  if (steps === null) return;
  const attribute = attributeAt(steps);
  const inside = (index: number) => scope === undefined || isInside(page, scope, index);
  const seen = new Set<number>();
  let nth = 0;
  for (const start of startsOf(locator, page)) {
    if (!inside(start)) continue;
    nth++;
    if (locator.nth !== undefined && nth < locator.nth) continue;
    for (const node of follow(page, start, steps)) {
      if (seen.has(node) || !inside(node)) continue;
      seen.add(node);
      const text = valueAt(page, node, attribute, locator.part);
      if (text !== null && !see({ node, text })) return;
    }
    if (nth === locator.nth) return;
  }
}

function startsOf(locator: Exclude<Locator, { kind: 'absolute' }>, page: PreparedPage): readonly number[] {
  if (locator.kind === 'anchor') return anchored(page, locator.anchor);
  const { texts, heads } = catalogueOf(page);
  // Label and value in one node: the text goes on behind the label.
  const listed = locator.steps === '.' ? heads : texts;
  return listed.get(labelKey(locator.label)) ?? [];
}

/** `/HTML/BODY[1]/…` from the top; `.[2]/B[1]/…` from the second node of an item. */
function absolute(
  { path, part }: Extract<Locator, { kind: 'absolute' }>,
  page: PreparedPage,
  scope?: ItemScope,
): readonly NodeValue[] {
  if (path === wholeItem) return placesAt(page, scope ?? [], [], part);
  const within = /^\.\[(\d+)\](?:\/(.*))?$/s.exec(path);
  const steps = parseSteps(within ? (within[2] ?? '.') : path.replace(/^\/[^/]+\/?/, '') || '.');
  const start = within ? scope?.[Number(within[1]) - 1] : 0;
  if (steps === null || start === undefined) return nothing;
  if (!within && !path.startsWith(`/${page.nodes[0]?.tag.toUpperCase()}`)) return nothing;
  const nodes = follow(page, start, steps);
  // A step to a sibling may lead out of the item.
  const inside = within && scope ? nodes.filter((node) => isInside(page, scope, node)) : nodes;
  return placesAt(page, inside, steps, part);
}

function isInside(page: PreparedPage, scope: ItemScope, index: number): boolean {
  return scope.some((top) => index >= top && index < (page.nodes[top] as PageNode).end);
}

function placesAt(
  page: PreparedPage,
  nodes: readonly number[],
  steps: readonly LocatorStep[],
  part: TextPart | undefined,
): readonly NodeValue[] {
  const attribute = attributeAt(steps);
  return nodes.flatMap((node) => {
    const text = valueAt(page, node, attribute, part);
    return text === null ? [] : { node, text };
  });
}

function attributeAt(steps: readonly LocatorStep[]): string | null {
  const last = steps.at(-1);
  return last?.axis === 'attribute' ? last.name : null;
}

/** The value that a node, or an attribute of it, shows; `null` where that is nothing. */
function valueAt(
  page: PreparedPage,
  index: number,
  attribute: string | null,
  part: TextPart | undefined,
): string | null {
  const whole =
    attribute === null
      ? textOfNode(page, index)
      : (page.nodes[index] as PageNode).attrs[attribute]?.replace(/\s+/g, ' ').trim();
  const text = part === undefined || whole === undefined ? whole : cutPart(whole, part);
  return text === undefined || text === '' ? null : text;
}
