import type { Draft } from './draft.ts';

/** Bits to name a tag, to begin an element of a template, and to tell of one optional part whether it is there. */
const [tagBits, nodeBits, choiceBits] = [6, 12, 1];

/** Peers that must have been compared, and places that must have been found, before their order is given up. */
const fewest = 4;

/** Share of named places from which a level was made by a program, whatever it looks like: authors name nothing. */
const namedShare = 0.2;

function isNamed(draft: Draft): boolean {
  if (draft.kind === 'repeat') return draft.body.some(isNamed);
  return draft.kind === 'element' && (draft.attributes.has('id') || draft.attributes.has('class'));
}

/** Bits to write down a template, with what each of `peers` uses of it. */
export function templateBits(drafts: readonly Draft[], peers: number): number {
  let total = 0;
  for (const draft of drafts) {
    total += nodeBits + (draft.support < draft.of ? choiceBits * peers : 0);
    if (draft.kind === 'element' && !draft.opaque) total += templateBits(draft.kids, draft.support);
    else if (draft.kind === 'repeat') total += templateBits(draft.body, draft.support);
  }
  return total;
}

/**
 * Whether a template of one level costs more than to spell out the siblings of each peer: then there is none. Only
 * the level itself counts, so that one that is told by rules is not given up for what is inside its elements.
 */
export function isFreeForm(drafts: readonly Draft[], lengths: readonly number[]): boolean {
  if (lengths.length < fewest || drafts.length < fewest) return false;
  if (drafts.filter(isNamed).length > drafts.length * namedShare) return false;
  const spelled = lengths.reduce((sum, length) => sum + length * tagBits, 0);
  const optional = drafts.filter(({ support, of }) => support < of).length;
  return drafts.length * nodeBits + optional * choiceBits * lengths.length > spelled;
}
