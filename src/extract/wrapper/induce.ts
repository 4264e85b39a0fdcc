import { groupsWith } from '../../model/counts.ts';
import type { Expression, PreparedPage, Wrapper } from '../types.ts';
import { choosePages, oddOnes, traitsOf } from './choose.ts';
import { templateBits } from './cost.ts';
import { express } from './express.ts';
import { grow } from './grow.ts';
import { match } from './match.ts';
import { maxPeers } from './vocabulary.ts';

/** Pages from which one that is unlike the others can be told. */
const enoughToTell = 3;

/** Bits of one character: of a value, and of text that the template does not mention. */
const [valueBits, strayBits] = [5, 8];

/**
 * Learns the template of pages of one kind: the contract of RoadRunner, a union-free expression that explains them.
 *
 * Siblings that repeat are collapsed, the pages are aligned level by level, each place counts the pages that have
 * it, and a part whose order cannot be found is one opaque field. A page of another kind is left out.
 */
export function induce(pages: readonly PreparedPage[]): Wrapper {
  const sample = alike(choosePages(pages, maxPeers));
  const drafts = grow(sample.map((page) => ({ page, nodes: [0] })));
  const { body, fields, lists } = express(drafts);
  const expression: Expression = body[0] ?? { kind: 'element', tag: 'html', attrs: {}, kids: [] };
  const wrapper: Wrapper = { expression, fields, lists, sample: sample.map(({ name }) => name), score: 0 };
  const data = sample.reduce((sum, page) => sum + dataBits(wrapper, page), 0);
  return { ...wrapper, score: Math.round(templateBits(drafts, sample.length) + data) };
}

function alike(pages: readonly PreparedPage[]): readonly PreparedPage[] {
  if (pages.length < enoughToTell) return pages;
  const traits = pages.map(traitsOf);
  const counts = groupsWith(traits);
  const odd = oddOnes(traits, counts);
  return odd.size * 2 < pages.length ? pages.filter((_, at) => !odd.has(at)) : pages;
}

/** Bits to write down one page under a wrapper: its values, and what the wrapper does not explain. */
function dataBits(wrapper: Wrapper, page: PreparedPage): number {
  const { values, fit } = match(wrapper, page);
  let [told, shown] = [0, 0];
  for (const spots of values.values()) for (const { text } of spots) told += text.length;
  for (const { index, text } of page.nodes) if (page.noise.get(index) !== 'script') shown += text.length;
  return told * valueBits + shown * (1 - fit) * strayBits;
}
