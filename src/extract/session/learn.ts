import { type GivenName, type MatchedPage, makeRules } from '../rules/make.ts';
import type { PreparedPage, TemplateRules, Wrapper } from '../types.ts';
import { choosePages } from '../wrapper/choose.ts';
import { induce } from '../wrapper/induce.ts';
import { match } from '../wrapper/match.ts';
import { withMainList } from './main-list.ts';

/** Gives names to the fields of a wrapper. */
export type NameFields = (
  wrapper: Wrapper,
  sample: readonly MatchedPage[],
  /** The list that the pages are about. */
  main?: string,
) => Promise<readonly GivenName[]>;

/** What was learned of a template. */
export interface Learned {
  readonly rules: TemplateRules;
  readonly wrapper: Wrapper;
}

/** What rules are learned for. */
export interface LearnAbout {
  readonly domain: string;
  readonly template: string;
  /** ISO 8601. */
  readonly learnedAt: string;
  /** Fields without names that rules are made for; absent: for all. */
  readonly mostNeutral?: number;
}

/** Pages that a wrapper is learned from at most. */
const mostPages = 10;

/** Learns the rules of pages of one template. */
export async function learnTemplate(
  pages: readonly PreparedPage[],
  about: LearnAbout,
  nameFields: NameFields,
): Promise<Learned> {
  const chosen = choosePages(pages, mostPages);
  const induced = induce(chosen);
  const matched = chosen.map((page) => ({ page, extraction: match(induced, page) }));
  const { wrapper, sample, main } = withMainList({ wrapper: induced, sample: matched });
  const names = await nameFields(wrapper, sample, main);
  return { wrapper, rules: makeRules({ ...about, wrapper, sample, names }) };
}
