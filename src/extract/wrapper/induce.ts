import type { PreparedPage, Wrapper } from '../types.ts';
import { express } from './express.ts';
import { grow } from './grow.ts';

/** Learns the template of pages of one kind. */
export function induce(pages: readonly PreparedPage[]): Wrapper {
  const drafts = grow(pages.map((page) => ({ page, nodes: [0] })));
  const { body, fields, lists } = express(drafts);
  const expression = body[0] ?? { kind: 'element', tag: 'html', attrs: {}, kids: [] };
  return { expression, fields, lists, sample: pages.map(({ name }) => name), score: 0 };
}
