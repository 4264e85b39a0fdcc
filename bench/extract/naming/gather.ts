import { clusterByTemplate, type PreparedPage } from '../../../src/extract/index.ts';
import { settled } from '../../../src/extract/naming/best-names.ts';
import { gatherEvidence } from '../../../src/extract/naming/evidence.ts';
import { unframed } from '../../../src/extract/naming/frame.ts';
import { fieldsToName, namelessFields, type Vocabulary } from '../../../src/extract/naming/index.ts';
import { knownModel } from '../../../src/extract/naming/known-values.ts';
import { compare, type Match } from '../../../src/extract/naming/score.ts';
import type { FieldEvidence, Wanted } from '../../../src/extract/naming/types.ts';
import { wantedNames } from '../../../src/extract/naming/wanted.ts';
import { comparePages, pagesToLearn } from '../../../src/extract/session/learn.ts';
import type { SwdeSite } from '../swde.ts';
import { askedFor, vocabularyWithout } from './held-out.ts';
import { truthTest } from './score.ts';

/** One name on one site: the fields that it could be given to, and on how many pages each is right. */
export interface Question {
  readonly vertical: string;
  /** The names of the site that are asked for together. */
  readonly wishes: readonly Wanted[];
  readonly at: number;
  readonly evidence: readonly FieldEvidence[];
  /** Each of the names compared with each of the fields. */
  readonly matches: readonly (readonly Match[])[];
  /** Share of the pages with the attribute that a field is right on. */
  readonly right: readonly number[];
  readonly isThere: boolean;
}

/** Asks for the names of a vertical on a site: by names alone without the vertical's words, with labels, and with all words. */
export function questionsOf(site: SwdeSite, pages: readonly PreparedPage[]): readonly Question[] {
  const { evidence, sample } = evidenceOf(pages);
  const ways: readonly (readonly [Vocabulary | undefined, boolean])[] = [
    [vocabularyWithout(site.vertical), false],
    [vocabularyWithout(site.vertical), true],
    [undefined, false],
  ];
  const model = knownModel(
    new Map(),
    evidence.map(({ values }) => values),
  );
  return ways.flatMap(([words, withLabels]) => {
    const wishes = settled(wantedNames(askedFor(site.vertical, withLabels), words), evidence);
    const matches = wishes.map((wish) => evidence.map((one) => compare(one, wish, model)));
    return wishes.map((wish, at): Question => {
      const { right, isThere } = rightOf(site, wish.name, evidence, sample);
      return { vertical: site.vertical, wishes, at, evidence, matches, right, isThere };
    });
  });
}

function evidenceOf(pages: readonly PreparedPage[]) {
  const [names = []] = clusterByTemplate(pages)
    .map((group) => group.pages)
    .toSorted((one, other) => other.length - one.length);
  const own = pages.filter(({ name }) => names.includes(name));
  const { wrapper, sample } = comparePages(pagesToLearn(own, {}));
  const learned = sample.map(({ page }) => page);
  const found = new Map(sample.map(({ page, extraction }) => [page.name, extraction]));
  const fields = fieldsToName(namelessFields(wrapper, found), learned);
  return { evidence: gatherEvidence(fields, learned), sample: learned.map(({ name }) => name) };
}

function rightOf(
  { pages }: SwdeSite,
  name: string,
  evidence: readonly FieldEvidence[],
  sample: readonly string[],
) {
  const isTrue = truthTest(pages.map(({ truth }) => truth.get(name) ?? []));
  const truths = new Map(pages.map(({ id, truth }) => [id, truth.get(name) ?? []]));
  const having = sample.filter((page) => (truths.get(page) ?? []).length > 0).length;
  const right = evidence.map(({ field, frame }) => {
    const pagesRight = sample.filter((page) => {
      const shown = (field.spots.get(page) ?? []).map(({ text }) => (frame ? unframed(text, frame) : text));
      return shown.length > 0 && shown.every((text) => isTrue(text, truths.get(page) ?? []));
    });
    return pagesRight.length / Math.max(1, having);
  });
  return { right, isThere: having > 0 };
}
