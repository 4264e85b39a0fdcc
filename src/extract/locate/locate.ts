import { pathOf, textOfNode } from '../page/index.ts';
import type { Locator, PageNode, PreparedPage, Spot, TextPart } from '../types.ts';
import { anchored } from './anchor.ts';
import { catalogueOf, labelKey } from './catalogue.ts';
import { cutPart } from './part.ts';
import { follow, parseSteps, type Step } from './steps.ts';

/** The nodes that one item of a list is made of: what is looked for is below them. */
export type Scope = readonly number[];

const nothing: readonly Spot[] = [];

/** Where a locator leads on a page, or within an item of one of its lists; in document order. */
export function locate(locator: Locator, page: PreparedPage, scope?: Scope): readonly Spot[] {
  if (locator.kind === 'absolute') return absolute(locator, page, scope);
  const steps = parseSteps(locator.steps);
  if (steps === null) return nothing;
  const inside = (index: number) => scope === undefined || isInside(page, scope, index);
  const starts = startsOf(locator, page).filter(inside);
  const chosen = locator.nth === undefined ? starts : starts.slice(locator.nth - 1, locator.nth);
  const ends = new Set(chosen.flatMap((start) => follow(page, start, steps)).filter(inside));
  return spotsAt(page, [...ends], steps, locator.part);
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
  scope?: Scope,
): readonly Spot[] {
  const within = /^\.\[(\d+)\](?:\/(.*))?$/s.exec(path);
  const steps = parseSteps(within ? (within[2] ?? '.') : path.replace(/^\/[^/]+\/?/, '') || '.');
  const start = within ? scope?.[Number(within[1]) - 1] : 0;
  if (steps === null || start === undefined) return nothing;
  if (!within && !path.startsWith(`/${page.nodes[0]?.tag.toUpperCase()}`)) return nothing;
  return spotsAt(page, follow(page, start, steps), steps, part);
}

function isInside(page: PreparedPage, scope: Scope, index: number): boolean {
  return scope.some((top) => index >= top && index < (page.nodes[top] as PageNode).end);
}

function spotsAt(
  page: PreparedPage,
  nodes: readonly number[],
  steps: readonly Step[],
  part: TextPart | undefined,
): readonly Spot[] {
  const last = steps.at(-1);
  const attribute = last?.axis === 'attribute' ? last.name : null;
  return nodes.flatMap((index) => spotAt(page, index, attribute, part) ?? []);
}

/** The value that a node, or an attribute of it, shows; `null` where that is nothing. */
export function spotAt(
  page: PreparedPage,
  index: number,
  attribute: string | null,
  part?: TextPart,
): Spot | null {
  const node = page.nodes[index] as PageNode;
  const whole = attribute === null ? textOfNode(page, index) : (node.attrs[attribute] ?? '').trim();
  const text = part === undefined ? whole : cutPart(whole, part);
  if (text === null || text === '') return null;
  return { path: pathOf(page, index, attribute), node: index, text };
}
