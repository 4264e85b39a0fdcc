import { join } from 'node:path';
import type { DocumentTree } from '../../../src/model/index.ts';
import type { Site } from '../../../test/sites/answer.ts';
import { percent } from '../../statistics.ts';
import { type CrawlOutcome, crawlWith, eventsOf, type Sample, trainModel } from '../engine.ts';
import { forum, forumSamples } from '../forum.ts';
import { judgePages } from '../judge.ts';
import { news, newsSamples } from '../news.ts';
import { whileServed } from '../served.ts';
import { type Variant, variants } from '../site/variant.ts';
import type { TrainingContext, TrainingPart } from './part.ts';

/** Whether a model outlives changes of the template, and notices a redesign. */
export const drift: TrainingPart = {
  name: 'drift',
  title: 'A model on templates that have changed',
  run,
};

const leastRecall = 0.95;

/** A site, in any variant, with what is crawled of it. */
interface Subject {
  readonly name: string;
  readonly want: readonly string[];
  make(variant: Variant): Site;
  seeds(origin: string): readonly string[];
  samples(origin: string): readonly Sample[];
  readonly keys: readonly string[];
  keyOf(document: DocumentTree): string | null;
}

/** One variant of one site. */
interface Row {
  readonly site: string;
  readonly variant: Variant;
  readonly recall: number;
  readonly events: number;
  readonly found: number;
  readonly valid: number;
  readonly drift: string | null;
}

async function run(context: TrainingContext): Promise<void> {
  const { report, quick } = context;
  const rows: Row[] = [];
  for (const subject of [newsSubject(), forumSubject(quick ? 100 : 300)]) {
    rows.push(...(await measure(context, subject)));
  }
  report.note('Models trained on the plain template.');
  report.table(
    ['site', 'template', 'valid pages', 'found', 'recall', 'events', 'drift'],
    rows.map(({ site, variant, valid, found, recall, events, drift: said }) => [
      ...[site, variant, valid, found, percent(recall), events],
      said ?? 'none',
    ]),
  );
  for (const row of rows) claim(context, row);
}

function claim({ report }: TrainingContext, { site, variant, recall, drift: said }: Row): void {
  if (variant === 'redesign') {
    report.verdict(said !== null, `${site}: a redesign is reported as drift`, said ?? 'nothing was said');
    return;
  }
  const claimed = `${site}, ${variant}: recall ≥ ${percent(leastRecall)}`;
  report.verdict(recall >= leastRecall, claimed, percent(recall));
}

async function measure({ report, folder }: TrainingContext, subject: Subject): Promise<readonly Row[]> {
  const { name, want, keys, keyOf } = subject;
  return whileServed(subject.make('plain'), async (running) => {
    report.progress(`drift: training on the ${name}`);
    const samples = subject.samples(running.origin);
    const out = join(folder, `${name}-training`);
    const { model } = await trainModel({ samples, want, events: ['click'], tags: ['a'], out });
    const rows: Row[] = [];
    for (const variant of variants) {
      report.progress(`drift: ${name}, ${variant}`);
      running.become(subject.make(variant));
      const crawled = await crawlWith({
        seeds: subject.seeds(running.origin),
        out: join(folder, `${name}-${variant}`),
        model,
        want,
        dedupe: 'double',
        strategy: 'nearest',
      });
      const { recall, found } = judgePages(crawled.pages, keys, keyOf);
      const counts = { recall, found: found.size, valid: keys.length, events: eventsOf(crawled) };
      rows.push({ site: name, variant, ...counts, drift: driftIn(crawled) });
    }
    return rows;
  });
}

function driftIn({ warnings }: CrawlOutcome): string | null {
  return warnings.find((text) => /does not fit the site/.test(text)) ?? null;
}

function newsSubject(): Subject {
  const { truth } = news();
  const articles = [1, 2, 3];
  return {
    name: 'news',
    want: ['comments'],
    keyOf: truth.keyOf,
    make: (variant) => news({ variant }),
    seeds: (origin) => articles.map((article) => origin + truth.path(article)),
    samples: (origin) =>
      newsSamples.map((article) => ({ type: 'comments', url: origin + truth.path(article) })),
    keys: articles.flatMap((article) => truth.keys(article)),
  };
}

function forumSubject(valid: number): Subject {
  const { truth } = forum({ valid });
  return {
    name: 'forum',
    want: ['list', 'thread'],
    keyOf: truth.keyOf,
    make: (variant) => forum({ valid, variant }),
    seeds: (origin) => [`${origin}/board`],
    samples: (origin) => forumSamples(truth, origin),
    keys: truth.keys(),
  };
}
