import { isStateToken } from '../../dom/pattern/stable.ts';
import { groupsWith } from '../../model/counts.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { hashTag, hashText, joinHashes } from '../wrapper/hash.ts';
import type { Measures } from './measures.ts';

/** Elements that a text is made of: where they stand differs from text to text. */
export const formatting: ReadonlySet<string> = new Set(
  '#text b i em strong u s small sub sup mark br hr wbr img font'.split(' '),
);

/** Levels below a sibling that its shape is made of, and nodes that are looked at. */
const [depth, most] = [6, 300];

/** What two shapes must share to be one, of all that either has. */
const shared = 0.6;

/** Kinds that are told apart among the siblings of one node. */
const maxKinds = 40;

/**
 * Siblings as numbers, the same for those that are alike in what is inside them and in whether they link
 * somewhere; 0 for those without any text. Each is compared with the first of each kind, so that kinds do not
 * creep towards each other.
 */
export function shapesOf(page: PreparedPage, measures: Measures, kids: readonly PageNode[]): number[] {
  const isUsual = usualClasses(kids);
  const leaders: { readonly tag: string; readonly linked: boolean; readonly shape: ReadonlySet<number> }[] =
    [];
  return kids.map((node) => {
    if (measures.text(node.index, node.end) === 0) return 0;
    const linked = measures.links(node.index, node.end) > 0;
    const shape = shapeOf(page, node, isUsual);
    const known = leaders.findIndex(
      (leader) =>
        leader.tag === node.tag && leader.linked === linked && overlap(leader.shape, shape) >= shared,
    );
    if (known >= 0) return known + 1;
    return leaders.length < maxKinds ? leaders.push({ tag: node.tag, linked, shape }) : maxKinds + 1;
  });
}

/** Siblings as numbers by their tags alone; 0 for those without any text. */
export function tagsOf(measures: Measures, kids: readonly PageNode[]): number[] {
  const tags: string[] = [];
  return kids.map(({ index, end, tag }) => {
    if (measures.text(index, end) === 0) return 0;
    const known = tags.indexOf(tag);
    return known >= 0 ? known + 1 : tags.push(tag);
  });
}

/** Elements that are one thing each where their authors give them the same name. */
const oneThing = /^(?:li|article|section|div)$/;

/** What an element is called by its author, where that says that those of one name are one thing each; empty where it does not. */
export function groupName(node: PageNode | undefined): string {
  const first = node !== undefined && oneThing.test(node.tag) ? firstClass(node) : '';
  return first === '' ? '' : `${node?.tag}.${first}`;
}

/** The first class of an element, which mostly says what it is. */
export function firstClass(node: PageNode | undefined): string {
  return node?.attrs.class?.trim().split(/\s+/)[0] ?? '';
}

/** Siblings as numbers by what their authors call them; 0 for those without a name or any text. */
export function groupNames(measures: Measures, kids: readonly PageNode[]): number[] {
  const names: string[] = [];
  return kids.map((node) => {
    const name = groupName(node);
    if (name === '' || measures.text(node.index, node.end) === 0) return 0;
    const known = names.indexOf(name);
    return known >= 0 ? known + 1 : names.push(name);
  });
}

/** Share of siblings that must have a class for it to say what they are: the rest is theirs alone, as categories and tags of posts. */
const leastUsual = 0.25;

/** Which classes of siblings stand on several of them. */
function usualClasses(kids: readonly PageNode[]): (name: string) => boolean {
  const counts = groupsWith(kids.map(({ attrs }) => classesOf(attrs.class)));
  return (name) => (counts.get(name) ?? 0) >= leastUsual * kids.length;
}

/** Tags with their parents and classes below a node, of its own classes those that are usual. */
function shapeOf(page: PreparedPage, top: PageNode, isUsual: (name: string) => boolean): Set<number> {
  const shape = new Set<number>();
  const end = Math.min(top.end, top.index + most);
  for (let at = top.index; at < end; at++) {
    const node = page.nodes[at] as PageNode;
    if (node.depth - top.depth > depth || formatting.has(node.tag) || page.noise.get(at) === 'script')
      continue;
    const above = at === top.index ? 0 : hashTag(page.nodes[node.parent]?.tag ?? '');
    const step = joinHashes(joinHashes(above, node.depth - top.depth), hashTag(node.tag));
    shape.add(step);
    for (const name of classesOf(node.attrs.class))
      if (node !== top || isUsual(name)) shape.add(joinHashes(step, hashText(name)));
  }
  return shape;
}

/** Classes that say what an element is; stripes and states say nothing. */
function classesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  return text.split(/\s+/).filter((name) => name !== '' && !isStateToken(name));
}

function overlap(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let both = 0;
  for (const step of one) if (other.has(step)) both++;
  const all = one.size + other.size - both;
  return all === 0 ? 1 : both / all;
}
