import { clusterByTemplate } from '../template/index.ts';
import type { PreparedPage, TemplateRules } from '../types.ts';
import { expressionText } from '../wrapper/index.ts';
import { type LearnAbout, learnTemplate, type NameFields } from './learn.ts';

/** What was learned of a template, and its wrapper as people read it. */
export interface Taught {
  readonly rules: TemplateRules;
  readonly expression: string;
}

/** Compares pages: here and now, or somewhere else while other things go on. */
export interface Learner {
  /** Puts pages together that are of one template. */
  cluster(pages: readonly PreparedPage[]): Promise<readonly (readonly PreparedPage[])[]>;
  /** Learns the rules of pages of one template. */
  learn(pages: readonly PreparedPage[], about: LearnAbout): Promise<Taught>;
  /** Ends what it has begun. */
  close(): Promise<void>;
}

/** A learner that works in this thread, which stands still meanwhile. */
export function ownLearner(nameFields: NameFields): Learner {
  return {
    async cluster(pages) {
      const byName = new Map(pages.map((page) => [page.name, page]));
      return clusterByTemplate(pages).map(({ pages: names }) =>
        names.flatMap((name) => byName.get(name) ?? []),
      );
    },
    async learn(pages, about) {
      const { rules, wrapper } = await learnTemplate(pages, about, nameFields);
      return { rules, expression: expressionText(wrapper) };
    },
    async close() {},
  };
}
