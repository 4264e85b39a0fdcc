import type { NamingAbout } from '../../../src/extract/index.ts';
import type { NamingModel } from '../../../src/extract/naming/index.ts';
import type { ExtractedRecord } from '../../../src/records/index.ts';
import { valuesOf } from '../../../src/records/record.ts';
import { percent, shareOf } from '../../statistics.ts';
import { fitModel } from '../naming/fit.ts';
import { type Question, questionsOf } from '../naming/gather.ts';
import { askedFor, vocabularyWithout } from '../naming/held-out.ts';
import { f1, mean, sum, type Tally, truthTest } from '../naming/score.ts';
import { preparedAsUsual, Sessions, tenPages } from '../naming/sessions.ts';
import { readSite, type SwdeSite, swdeSites } from '../swde.ts';
import type { ExtractPart } from './part.ts';

/** What one way of asking gave for one attribute of one site. */
interface Answer {
  readonly vertical: string;
  readonly way: string;
  readonly attribute: string;
  readonly site: string;
  readonly pages: readonly PageAnswer[];
}

interface PageAnswer {
  readonly tally: Tally;
  readonly isTrue: boolean;
  readonly confidence: number;
  /** What was found and what is true, where they differ. */
  readonly miss: string | null;
}

const ways = ['names', 'labels', 'names, all words', 'ten records'] as const;
const targets = { names: 0.85, labels: 0.85, 'names, all words': 0.85, 'ten records': 0.93 };
const defaultThreshold = 0.5;

/** Names on one site alone, as the command line gives them, with nothing learned from the vertical that is scored. */
export const loo: ExtractPart = {
  name: 'loo',
  title: 'Names on one site alone, each vertical left out of all that was learned (SWDE)',
  needs: ['groundtruth'],
  async run({ report, data, quick }) {
    const places = swdeSites(data).filter((_, at) => !quick || at % 5 === 0);
    const questions: Question[] = [];
    for (const { vertical, folder } of places) {
      report.progress(`looking at ${folder}`);
      const site = readSite(data, vertical, folder);
      questions.push(...questionsOf(site, preparedAsUsual(site)));
    }
    const verticals = [...new Set(places.map(({ vertical }) => vertical))];
    const models = new Map(
      verticals.map((held) => [held, fitModel(questions.filter(({ vertical }) => vertical !== held))]),
    );
    const answers: Answer[] = [];
    for (const { vertical, folder } of places) {
      report.progress(`naming ${folder}`);
      const site = readSite(data, vertical, folder);
      answers.push(...(await answersOn(site, models.get(vertical) as NamingModel)));
    }
    report.note(
      `Records as the command line writes them from the pages of one site, at the default threshold. Weights and confidence are
fitted without the vertical that is scored. "names", "labels" and "ten records": the words of the lexicon that are about the vertical
are left out too. "ten records": the truth of ten pages is given with --prior, and the other pages are scored.\n`,
    );
    for (const way of ways) tell(way);
    report.note(`fitted on all: ${JSON.stringify(fitModel(questions), rounded)}`);

    for (const way of ways) report.note(worst(answers.filter((answer) => answer.way === way)).join('\n'));

    function tell(way: (typeof ways)[number]): void {
      const own = answers.filter((answer) => answer.way === way);
      const rows = verticals.map((vertical) => [
        vertical,
        ...figures(own.filter((one) => one.vertical === vertical)),
      ]);
      const all = figures(own);
      const macro = mean(rows.map(([, score]) => score as number));
      report.table(
        [way, 'F1', 'precision', 'coverage', 'precision from .9 on', 'kept'],
        [...rows, ['all', macro, ...all.slice(1)]],
      );
      report.verdict(macro >= targets[way], `${way}: macro F1 >= ${targets[way]}`, macro.toFixed(3));
      report.verdict((all[1] as number) >= 0.97, `${way}: precision >= .97`, percent(all[1] as number));
      report.verdict((all[2] as number) >= 0.8, `${way}: coverage >= .80`, percent(all[2] as number));
      report.verdict(
        (all[3] as number) >= 0.99,
        `${way}: precision from .9 on >= .99`,
        percent(all[3] as number),
      );
    }
  },
};

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 100) / 100 : value;
}

async function answersOn(site: SwdeSite, model: NamingModel): Promise<readonly Answer[]> {
  const pages = preparedAsUsual(site);
  const sessions = new Sessions(pages);
  const ten = tenPages(pages);
  const prior = site.pages.filter(({ id }) => ten.has(id)).map(({ truth }) => Object.fromEntries(truth));
  const known = new Map(
    site.attributes.map((name) => [name, [...new Set(prior.flatMap((row) => row[name] ?? []))]]),
  );
  const { vertical } = site;
  const held = { model, vocabulary: vocabularyWithout(vertical), wanted: askedFor(vertical, false) };
  const asked: Readonly<Record<(typeof ways)[number], NamingAbout>> = {
    names: held,
    labels: { ...held, wanted: askedFor(vertical, true) },
    'names, all words': { model, wanted: held.wanted },
    'ten records': { ...held, known, prior },
  };
  const answers: Answer[] = [];
  for (const way of ways) {
    const records = await sessions.run(asked[way], defaultThreshold);
    const scored = site.pages.filter(({ id }) => way !== 'ten records' || !ten.has(id));
    for (const attribute of site.attributes)
      if (scored.some(({ truth }) => (truth.get(attribute) ?? []).length > 0))
        answers.push({
          vertical,
          way,
          attribute,
          site: site.name,
          pages: judged(scored, attribute, records),
        });
  }
  return answers;
}

function judged(
  pages: SwdeSite['pages'],
  attribute: string,
  records: readonly ExtractedRecord[],
): readonly PageAnswer[] {
  const isTrue = truthTest(pages.map(({ truth }) => truth.get(attribute) ?? []));
  const own = new Map(
    records.filter(({ path, fields }) => path === null && attribute in fields).map((one) => [one.page, one]),
  );
  return pages.map(({ id, truth }) => {
    const values = truth.get(attribute) ?? [];
    const record = own.get(id);
    const found = record === undefined ? [] : valuesOf(record.fields[attribute]);
    const isRight = found.length > 0 && found.every((text) => isTrue(text, values));
    const tally = {
      right: isRight ? 1 : 0,
      wrong: !isRight && found.length > 0 ? 1 : 0,
      missed: !isRight && values.length > 0 ? 1 : 0,
    };
    const miss =
      tally.wrong + tally.missed > 0 ? `${JSON.stringify(found)} for ${JSON.stringify(values)}` : null;
    return { tally, isTrue: values.length > 0, confidence: record?.confidence[attribute] ?? 0, miss };
  });
}

/** Attributes that are wrong on more than half of the pages of a site, with one of them. */
function worst(answers: readonly Answer[]): readonly string[] {
  return answers.flatMap(({ way, vertical, site, attribute, pages }) => {
    const score = f1(sum(pages.map(({ tally }) => tally))) ?? 1;
    const [miss = '', other = ''] = pages.flatMap((page) => page.miss ?? []);
    return score >= 0.5
      ? []
      : `${way}: ${vertical} ${site} ${attribute} ${score.toFixed(2)}: ${`${miss} | ${other}`.slice(0, 250)}`;
  });
}

/** Mean F1 over attributes, precision, coverage, and precision and coverage from a confidence of .9 on. */
function figures(answers: readonly Answer[]): readonly number[] {
  const attributes = [...new Set(answers.map(({ vertical, attribute }) => `${vertical} ${attribute}`))];
  const score = (key: string) =>
    mean(
      answers
        .filter(({ vertical, attribute }) => `${vertical} ${attribute}` === key)
        .map(({ pages }) => f1(sum(pages.map(({ tally }) => tally)))),
    );
  const pages = answers.flatMap((answer) => answer.pages);
  const there = pages.filter(({ isTrue }) => isTrue).length;
  const found = pages.filter(({ tally }) => tally.right + tally.wrong > 0);
  const sure = found.filter(({ confidence }) => confidence >= 0.9);
  const right = (some: readonly PageAnswer[]) =>
    shareOf(some.filter(({ tally }) => tally.right > 0).length, some.length);
  return [
    mean(attributes.map(score)),
    right(found),
    shareOf(found.length, there),
    right(sure),
    shareOf(sure.length, there),
  ];
}
