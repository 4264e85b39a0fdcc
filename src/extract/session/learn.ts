import { type GivenName, type LearnAbout, type MatchedPage, makeRules } from '../rules/make.ts';
import { clusterByTemplate } from '../template/index.ts';
import type { PreparedPage, TemplateRules, Wrapper } from '../types.ts';
import { choosePages } from '../wrapper/choose.ts';
import { expressionText } from '../wrapper/index.ts';
import { induce } from '../wrapper/induce.ts';
import { match } from '../wrapper/match.ts';
import { withMainList } from './main-list.ts';

/** Gives names to the fields of a wrapper. */
export interface NameFields {
  /** `main` is the list that the pages are about. */
  (wrapper: Wrapper, sample: readonly MatchedPage[], main?: string): Promise<readonly GivenName[]>;
  /** Whether more is known of a page than it shows: names are best learned from such. */
  isKnown?: (page: PreparedPage) => boolean;
}

/** What was learned of a template. */
export interface Learned {
  readonly rules: TemplateRules;
  readonly wrapper: Wrapper;
}

/** Pages that a wrapper is learned from at most. */
const mostPages = 10;

/** Learns the rules of pages of one template. */
export async function learnTemplate(
  pages: readonly PreparedPage[],
  about: LearnAbout,
  nameFields: NameFields,
): Promise<Learned> {
  const { wrapper, sample, main } = comparePages(pagesToLearn(pages, nameFields));
  const names = await nameFields(wrapper, sample, main);
  return { wrapper, rules: makeRules({ ...about, wrapper, sample, names }) };
}

/** Pages to learn from: half of them such as something is known of, where there are any. */
export function pagesToLearn(
  pages: readonly PreparedPage[],
  { isKnown }: Pick<NameFields, 'isKnown'>,
): readonly PreparedPage[] {
  const known = isKnown === undefined ? [] : choosePages(pages.filter(isKnown), mostPages / 2);
  const others = pages.filter((page) => !known.includes(page));
  return [...choosePages(others, mostPages - known.length), ...known];
}

/** The wrapper of some pages of one template, with what it finds on them. */
export function comparePages(pages: readonly PreparedPage[]): ReturnType<typeof withMainList> {
  const induced = induce(pages);
  const matched = pages.map((page) => ({ page, extraction: match(induced, page) }));
  return withMainList({ wrapper: induced, sample: matched });
}

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
