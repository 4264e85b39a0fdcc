import { canonicalSkipped } from '../../dom/exact.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import { nameOf, type SkeletonName } from './names.ts';
import type { SkeletonNode } from './node.ts';

/** A skeleton node while elements are still added to it. */
export interface SkeletonDraft {
  readonly label: string;
  readonly marks: Set<string>;
  repeated: boolean;
  readonly kids: Map<string, SkeletonDraft[]>;
}

/** Deeper elements are left out: pages nest a few dozen deep, broken ones thousands. */
const maxDepth = 64;

/** So many kinds of unnamed containers are told apart under one parent. */
const maxKinds = 6;

/** Text is what these are about, and where they stand differs from text to text: their kids count for the parent. */
const formatting: ReadonlySet<string> = new Set(
  'b i em strong u s small sub sup mark br wbr font'.split(' '),
);

/** Unnamed ones of these stand for anything; those of other tags under one parent are alike. */
const containers: ReadonlySet<string> = new Set(['div', 'section']);

/** Names of mere layout: one within another is no reply to it. */
const layout =
  /[.#](?:.*[_-])?(?:row|cols?|column|container|wrap(?:per)?|inner|outer|box|block|content|grid|flex)$/i;

/** The elements of a document, siblings of one label made one, whose kids are those of all of them. */
export function draftOf(document: DocumentTree): SkeletonDraft {
  const { label, marks } = nameOf(document.root);
  const root = emptyDraft(label, marks);
  absorb(root, document.root, [root]);
  return root;
}

function emptyDraft(label: string, marks: readonly string[]): SkeletonDraft {
  return { label, marks: new Set(marks), repeated: false, kids: new Map() };
}

/** `above` are the drafts from the root down to `draft`. */
function absorb(draft: SkeletonDraft, node: ElementNode, above: SkeletonDraft[]): void {
  if (above.length > maxDepth || node.tag === 'svg') return;
  if (node.kids) absorbKids(draft, node.kids, above, new Set());
  if (node.shadow)
    inside(draft, '#shadow', above, (shadow) => {
      absorbKids(shadow, node.shadow?.kids ?? [], above, new Set());
    });
  if (node.frame)
    inside(draft, '#document', above, (frame) => {
      absorb(frame, node.frame?.root as ElementNode, above);
    });
}

function inside(
  draft: SkeletonDraft,
  label: string,
  above: SkeletonDraft[],
  fill: (kid: SkeletonDraft) => void,
): void {
  const kid = kidOf(draft, { label, marks: [], named: true }, null);
  above.push(kid);
  fill(kid);
  above.pop();
}

/** `seen` are the kids that came from this very parent: a second one makes them repeated. */
function absorbKids(
  draft: SkeletonDraft,
  kids: readonly TreeNode[],
  above: SkeletonDraft[],
  seen: Set<SkeletonDraft>,
): void {
  for (const kid of kids) {
    if (typeof kid === 'string' || kid.tag === 'head' || canonicalSkipped.has(kid.tag)) continue;
    const name = nameOf(kid);
    if (!name.named && formatting.has(kid.tag)) {
      if (kid.kids && above.length <= maxDepth) absorbKids(draft, kid.kids, [...above, draft], seen);
      continue;
    }
    const found = kidOf(draft, name, kid);
    if (seen.has(found)) found.repeated = true;
    seen.add(found);
    const same =
      name.named && !layout.test(name.label) ? above.find(({ label }) => label === name.label) : null;
    const home = same ?? found;
    above.push(home);
    // A reply looks like what it replies to, however deep replies go.
    absorb(home, kid, above);
    above.pop();
  }
}

function kidOf(draft: SkeletonDraft, name: SkeletonName, node: ElementNode | null): SkeletonDraft {
  let kinds = draft.kids.get(name.label);
  if (!kinds) {
    kinds = [];
    draft.kids.set(name.label, kinds);
  }
  let found = kinds[0];
  if (found && node && !name.named && containers.has(node.tag)) found = likeness(kinds, node);
  if (!found) {
    found = emptyDraft(name.label, []);
    kinds.push(found);
  }
  for (const mark of name.marks) found.marks.add(mark);
  return found;
}

/** Of several kinds of unnamed containers, the one that holds most of the same; none where all hold other things. */
function likeness(kinds: readonly SkeletonDraft[], node: ElementNode): SkeletonDraft | undefined {
  const labels = new Set<string>();
  addLabels(node.kids ?? [], labels, 0);
  if (node.shadow) labels.add('#shadow');
  let best: SkeletonDraft | undefined;
  let most = 0.5;
  for (const kind of kinds) {
    const share = overlap(labels, kind.kids);
    if (share >= most && (share > most || !best)) {
      best = kind;
      most = share;
    }
  }
  return best ?? (kinds.length >= maxKinds ? kinds[0] : undefined);
}

/** The labels that an element's kids will have in a skeleton. */
function addLabels(kids: readonly TreeNode[], labels: Set<string>, depth: number): void {
  for (const kid of kids) {
    if (typeof kid === 'string' || canonicalSkipped.has(kid.tag)) continue;
    const name = nameOf(kid);
    if (name.named || !formatting.has(kid.tag)) labels.add(name.label);
    else if (kid.kids && depth < maxDepth) addLabels(kid.kids, labels, depth + 1);
  }
}

function overlap(labels: ReadonlySet<string>, kids: ReadonlyMap<string, unknown>): number {
  if (labels.size === 0 || kids.size === 0) return labels.size === kids.size ? 1 : 0;
  let both = 0;
  for (const label of labels) if (kids.has(label)) both++;
  return both / Math.min(labels.size, kids.size);
}

/**
 * The draft as it is kept, at most `limit` nodes of it: levels are filled from the top, so that a page that is
 * a little larger than another loses only a little more, at its bottom.
 */
export function finished(draft: SkeletonDraft, limit: number): SkeletonNode {
  interface Open {
    readonly from: SkeletonDraft;
    readonly to: { -readonly [K in keyof SkeletonNode]: SkeletonNode[K] } & { kids: SkeletonNode[] };
  }
  const open = (from: SkeletonDraft): Open => ({
    from,
    to: { label: from.label, marks: [...from.marks].sort(), repeated: from.repeated, kids: [] },
  });
  const queue = [open(draft)];
  let count = 1;
  for (const { from, to } of queue) {
    for (const kinds of from.kids.values()) {
      for (const kind of kinds) {
        if (count >= limit) return (queue[0] as Open).to;
        const kid = open(kind);
        to.kids.push(kid.to);
        queue.push(kid);
        count++;
      }
    }
  }
  return (queue[0] as Open).to;
}
