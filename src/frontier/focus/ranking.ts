import type { CrawlSettings } from '../../config/settings.ts';
import { Focus, type LinkSigns, priorityOfScore, scoreOfPriority } from './focus.ts';

/** The page that links are ranked on. */
export interface RankedPage {
  /** How much it has to do with the topic, 0 to 1. */
  readonly relevance: number;
  /** Priority with which it was waiting. */
  readonly priority: number;
}

/** Priority where there is no topic. */
export const seedPriority = 1000;

/** Orders waiting addresses by a topic (`--focus`), and drops those that fit it too little (`--focus-threshold`). */
export class TopicRanking {
  readonly #focus: Focus;
  readonly #threshold: number;

  private constructor(focus: Focus, threshold: number) {
    this.#focus = focus;
    this.#threshold = threshold;
  }

  /** The ranking that the settings ask for, `null` where they name no topic. */
  static of({ focus, focusThreshold }: Pick<CrawlSettings, 'focus' | 'focusThreshold'>): TopicRanking | null {
    const topic = focus === null ? null : Focus.of(focus);
    return topic && new TopicRanking(topic, focusThreshold ?? 0);
  }

  /** How much a page has to do with the topic, 0 to 1, to three digits. */
  relevance(title: string, text: string): number {
    return Math.round(this.#focus.page(title, text) * 1000) / 1000;
  }

  /** Priority of a link, `null` where it has too little to do with the topic. */
  link(link: LinkSigns, { relevance, priority }: RankedPage): number | null {
    const score = this.#focus.score(link, { own: relevance, expected: scoreOfPriority(priority) });
    return score < this.#threshold ? null : priorityOfScore(score);
  }

  /** Priority of an address that was found in no page. */
  address(url: string): number {
    return priorityOfScore(this.#focus.link({ url, text: '' }));
  }
}
