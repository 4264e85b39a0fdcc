import {
  bareStep,
  formatPattern,
  looksGenerated,
  type PatternStep,
  stableClasses,
} from '../../dom/pattern.ts';
import { pathOf } from '../page/index.ts';
import type { Locator, PageNode, PreparedPage, Spot } from '../types.ts';
import { anchored } from './anchor.ts';
import { catalogueOf, headOf, labelKey, namingAttributes } from './catalogue.ts';
import { nearTexts } from './labels.ts';
import type { ItemScope } from './locate.ts';
import { formatSteps, type LocatorStep, stepsBetween, stepsDown } from './steps.ts';

/** Levels above a value that are asked for a name. */
const anchorLevels = 8;
/** Of elements of one name, those beyond this place are told apart by luck. */
const greatestPlace = 6;

/** The attribute that a spot is the value of, `null` for text. */
export function attributeAt({ path }: Spot): string | null {
  return /\/@([^/]+)$/.exec(path)?.[1] ?? null;
}

/** Every way to say where a value stands: by labels, by names around it, and by its whole path. */
export function candidatesFor(
  page: PreparedPage,
  spot: Spot,
  isLabel: (text: string) => boolean,
  scope?: ItemScope,
): readonly Locator[] {
  const attribute = attributeAt(spot);
  const tail: readonly LocatorStep[] = attribute === null ? [] : [{ axis: 'attribute', name: attribute }];
  return [
    ...byLabel(page, spot, tail, isLabel, scope),
    ...byAnchor(page, spot, tail, scope),
    byPath(page, spot, attribute, tail, scope),
    ...besideFirst(page, spot, tail, scope),
  ];
}

/** From the first node of an item to one after it: several of them are all up to the next item. */
function besideFirst(
  page: PreparedPage,
  { node }: Spot,
  tail: readonly LocatorStep[],
  scope?: ItemScope,
): readonly Locator[] {
  const [first] = scope ?? [];
  if (first === undefined || node < (page.nodes[first] as PageNode).end) return [];
  const steps = formatSteps([...stepsBetween(page, first, node), ...tail]);
  return [{ kind: 'absolute', path: `.[1]/${steps}` }];
}

function byPath(
  page: PreparedPage,
  { node }: Spot,
  attribute: string | null,
  tail: readonly LocatorStep[],
  scope?: ItemScope,
): Locator {
  if (scope === undefined) return { kind: 'absolute', path: pathOf(page, node, attribute) };
  const at = scope.findIndex((top) => node >= top && node < (page.nodes[top] as PageNode).end);
  const steps = [...(stepsDown(page, scope[at] ?? 0, node) ?? []), ...tail];
  return {
    kind: 'absolute',
    path: steps.length === 0 ? `.[${at + 1}]` : `.[${at + 1}]/${formatSteps(steps)}`,
  };
}

function* byLabel(
  page: PreparedPage,
  { node }: Spot,
  tail: readonly LocatorStep[],
  isLabel: (text: string) => boolean,
  scope?: ItemScope,
): Generator<Locator> {
  const { text } = page.nodes[node] as PageNode;
  const head = headOf(text);
  if (head !== null && tail.length === 0 && isLabel(head)) {
    const starts = nodesWithin(page, catalogueOf(page).heads.get(labelKey(head)) ?? [], scope);
    yield* placed({ kind: 'label', label: head, steps: '.' }, starts, node);
  }
  for (const near of nearTexts(page, node)) {
    if (!isLabel(near.text)) continue;
    const steps = formatSteps([...stepsBetween(page, near.node, node), ...tail]);
    const starts = nodesWithin(page, catalogueOf(page).texts.get(labelKey(near.text)) ?? [], scope);
    if (starts.includes(near.node))
      yield* placed({ kind: 'label', label: near.text, steps }, starts, near.node);
  }
}

function* byAnchor(
  page: PreparedPage,
  { node }: Spot,
  tail: readonly LocatorStep[],
  scope?: ItemScope,
): Generator<Locator> {
  let at = node;
  for (let level = 0; level < anchorLevels; level++) {
    const element = page.nodes[at] as PageNode;
    const down = stepsDown(page, at, node);
    if (element.tag === 'body' || down === null) return;
    for (const anchor of namesIn(page, element)) {
      const starts = nodesWithin(page, anchored(page, anchor), scope);
      const steps = formatSteps([...down, ...tail]);
      if (starts.includes(at)) yield* placed({ kind: 'anchor', anchor, steps }, starts, at);
    }
    if (element.parent < 0) return;
    at = element.parent;
  }
}

/** Those of the nodes that stand in the item, or all where no item is looked at. */
export function nodesWithin(
  page: PreparedPage,
  nodes: readonly number[],
  scope?: ItemScope,
): readonly number[] {
  if (scope === undefined) return nodes;
  const tops = scope.map((top) => page.nodes[top] as PageNode);
  return nodes.filter((node) => tops.some(({ index, end }) => node >= index && node < end));
}

/** With all places, and with the one that it is, where there are several. */
function* placed<L extends Exclude<Locator, { kind: 'absolute' }>>(
  locator: L,
  starts: readonly number[],
  start: number,
): Generator<L> {
  yield locator;
  const nth = starts.indexOf(start) + 1;
  if (nth > 0 && nth <= greatestPlace) yield { ...locator, nth };
}

/** Names of elements: those around one field are around its neighbours too. */
const named = new WeakMap<PreparedPage, Map<number, readonly string[]>>();

function namesIn(page: PreparedPage, element: PageNode): readonly string[] {
  const own = named.get(page) ?? new Map<number, readonly string[]>();
  named.set(page, own);
  let names = own.get(element.index);
  if (names === undefined) {
    names = [...namePatterns(element)];
    own.set(element.index, names);
  }
  return names;
}

/** Patterns of the names that an element will probably have tomorrow. */
function* namePatterns({ tag, attrs }: PageNode): Generator<string> {
  if (tag === '#text') return;
  const step = bareStep(tag, true);
  if (attrs.id && !looksGenerated(attrs.id)) yield written({ ...step, id: attrs.id });
  for (const name of namingAttributes) {
    const value = attrs[name];
    if (value && value.length <= 60 && !looksGenerated(value))
      yield written({ ...step, attributes: [{ name, value }] });
  }
  const classes = stableClasses(attrs.class);
  for (const name of classes) yield written({ ...step, classes: [name] });
  if (classes.length > 1) yield written({ ...step, classes });
  if (/^h[1-6]$/.test(tag)) yield written(step);
}

function written(step: PatternStep): string {
  return formatPattern({ steps: [step] });
}
