import type { DocumentTree, ElementNode } from '../model/document.ts';
import { textUnit } from './units.ts';

/** What can be chosen in a document, by list: options of a select, a box or a radio button. Each by the unit that its text is. */
export type Choices = readonly ReadonlySet<string>[];

/** The lists of a document from which something can be chosen, whether it is chosen or not. */
export function choicesIn({ root }: DocumentTree): Choices {
  const reading: Reading = { lists: [], boxes: new Set(), labels: new Map() };
  read(root, reading);
  const labelled = [...reading.labels].flatMap(([id, unit]) =>
    reading.boxes.has(id) ? [new Set([unit])] : [],
  );
  return [...reading.lists, ...labelled].filter((list) => list.size > 0);
}

interface Reading {
  readonly lists: ReadonlySet<string>[];
  /** Boxes and radio buttons, by their `id`. */
  readonly boxes: Set<string>;
  /** Texts of labels that name what they are for. */
  readonly labels: Map<string, string>;
}

function read(node: ElementNode, reading: Reading): void {
  const { tag, attrs = {} } = node;
  if (tag === 'select') {
    reading.lists.push(new Set(within(node, 'option').map(unitOf).filter(isSaid)));
    return;
  }
  if (tag === 'input' && isBox(node) && attrs.id) reading.boxes.add(attrs.id);
  if (tag === 'label') {
    const unit = unitOf(node);
    if (isSaid(unit) && within(node, 'input').some(isBox)) reading.lists.push(new Set([unit]));
    else if (isSaid(unit) && attrs.for) reading.labels.set(attrs.for, unit);
  }
  for (const kid of kidsOf(node)) if (typeof kid !== 'string') read(kid, reading);
  if (node.frame) read(node.frame.root, reading);
}

function isBox({ attrs = {} }: ElementNode): boolean {
  return attrs.type === 'checkbox' || attrs.type === 'radio';
}

function isSaid(unit: string): boolean {
  return unit !== textUnit('');
}

function within(node: ElementNode, tag: string): ElementNode[] {
  return (node.kids ?? []).flatMap((kid) =>
    typeof kid === 'string' ? [] : kid.tag === tag ? [kid] : within(kid, tag),
  );
}

function unitOf(node: ElementNode): string {
  return textUnit(textIn(node));
}

function textIn(node: ElementNode): string {
  return (node.kids ?? []).map((kid) => (typeof kid === 'string' ? kid : textIn(kid))).join(' ');
}

function kidsOf({ kids = [], shadow }: ElementNode): NonNullable<ElementNode['kids']> {
  return shadow ? [...kids, ...shadow.kids] : kids;
}
