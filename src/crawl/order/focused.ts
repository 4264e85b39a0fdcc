import { readTree } from '../../dom/reading/tree.ts';
import { visibleText } from '../../dom/text.ts';
import type { TopicRanking } from '../../frontier/index.ts';
import type { Capture, LinkMeta } from '../../model/index.ts';
import type { Judged } from '../discover/gate.ts';
import type { Waiting } from './queue.ts';

/** Priority of a link on the page in hand, `null` where it is to be left. */
export type Rank = (judged: Judged) => number | null;

/** What a topic says of a page that is about to be kept. */
export interface Focused {
  readonly relevance: number;
  /** The same judgements, with what the page says about its links. */
  readonly judged: readonly Judged[];
  readonly rank: Rank;
}

/** Judges a page and its links by a topic. */
export function focusOn(
  ranking: TopicRanking,
  visit: Waiting,
  capture: Capture,
  judged: readonly Judged[],
): Focused {
  const { document } = capture;
  const relevance = ranking.relevance(document.title, visibleText(document));
  const page = { relevance, priority: visit.priority ?? 0 };
  return {
    relevance,
    judged: described(judged, capture),
    rank: ({ action, url }) => ranking.link({ url: url ?? '', text: action.label, meta: action.meta }, page),
  };
}

/** Browsers say what links are called; what stands around them is read from the document. */
function described(judged: readonly Judged[], { document }: Capture): readonly Judged[] {
  if (judged.some(({ action: { meta } }) => meta !== undefined && !meta.toggle && !meta.hidden))
    return judged;
  const metas = new Map<string, LinkMeta>();
  for (const { xpath, meta } of readTree(document).links) if (xpath !== '') metas.set(xpath, meta);
  return judged.map((one) => {
    const meta = metas.get(one.action.xpath);
    return meta === undefined || Object.keys(meta).length === 0
      ? one
      : { ...one, action: { ...one.action, meta } };
  });
}
