import type { Draft } from './draft.ts';

/** Bits to name a tag, to begin an element of a template, and to tell of one optional part whether it is there. */
const [tagBits, nodeBits, choiceBits] = [6, 12, 1];

/** Peers that must have been compared before their order is given up. */
const fewest = 4;

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

/** Whether a template of the insides costs more than to spell out each of them: then there is no template. */
export function isFreeForm(drafts: readonly Draft[], sizes: readonly number[]): boolean {
  if (sizes.length < fewest) return false;
  const spelled = sizes.reduce((sum, size) => sum + size * tagBits, 0);
  return templateBits(drafts, sizes.length) > spelled;
}
