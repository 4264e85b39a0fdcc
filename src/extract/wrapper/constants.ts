import type { Draft, ElementDraft, TextDraft } from './draft.ts';
import { readsAsLabel } from './wording.ts';

/** Ancestors whose tags and names say what kind of place a text is in. */
const depth = 3;

interface Leaf {
  readonly draft: TextDraft;
  readonly place: string;
}

/** Whether a text is the same wherever it was seen. */
export function isConstant({ texts }: TextDraft): boolean {
  return texts.size === 1;
}

/**
 * Texts that never changed and may be data all the same: they follow a label the way that changing ones follow
 * theirs. A sample in which every car has an automatic gearbox does not make `Automatic` a part of the template.
 */
export function constantValues(drafts: readonly Draft[]): ReadonlySet<TextDraft> {
  const leaves: Leaf[] = [];
  read(drafts, [], leaves);
  const pairs = new Set<string>();
  for (const [label, value] of following(leaves)) {
    if (isLabel(label) && !isConstant(value.draft)) pairs.add(pairOf(label, value));
  }
  const found = new Set<TextDraft>();
  for (const [label, value] of following(leaves)) {
    if (!isLabel(label) || found.has(label.draft) || !isConstant(value.draft) || value.draft.noise) continue;
    const [text = ''] = value.draft.texts.keys();
    if (readsAsLabel(text)) continue;
    if (pairs.has(pairOf(label, value)) || readsAsLabel(label.draft.texts.keys().next().value ?? '')) {
      found.add(value.draft);
    }
  }
  for (const draft of repeatedInValues(leaves)) found.add(draft);
  return found;
}

/** Texts that never changed but begin what changes: where all titles begin with `Canon`, `Canon` is a value. */
function repeatedInValues(leaves: readonly Leaf[]): TextDraft[] {
  const values = leaves.filter(({ draft, place }) => draft.texts.size > 1 && !/\btitle\./.test(place));
  return leaves.flatMap(({ draft }) => {
    const [text = ''] = draft.texts.keys();
    if (!isConstant(draft) || draft.noise || draft.support < 2 || text.length < 3) return [];
    const begins = ({ draft: value }: Leaf) =>
      [...value.texts.keys()].every((long) => long.startsWith(`${text} `) && long.length > text.length + 1);
    return !readsAsLabel(text) && values.some(begins) ? [draft] : [];
  });
}

function isLabel({ draft }: Leaf): boolean {
  return isConstant(draft) && /\p{L}/u.test(draft.texts.keys().next().value ?? '');
}

function* following(leaves: readonly Leaf[]): Generator<readonly [Leaf, Leaf]> {
  for (let at = 1; at < leaves.length; at++) yield [leaves[at - 1] as Leaf, leaves[at] as Leaf];
}

function pairOf(label: Leaf, value: Leaf): string {
  return `${label.place} | ${value.place}`;
}

function read(drafts: readonly Draft[], above: readonly string[], leaves: Leaf[]): void {
  for (const draft of drafts) {
    if (draft.kind === 'text') leaves.push({ draft, place: above.slice(-depth).join(' ') });
    else if (draft.kind === 'repeat') read(draft.body, above, leaves);
    else read(draft.kids, [...above, stepOf(draft)], leaves);
  }
}

function stepOf({ tag, attributes }: ElementDraft): string {
  return `${tag}.${attributes.get('class')?.[0] ?? ''}`;
}
