import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as rest } from 'node:timers/promises';
import {
  ExtractSession,
  fieldNamer,
  type Learner,
  ownLearner,
  preparePage,
  ThreadedLearner,
} from '../../../src/extract/index.ts';
import { heavyPage } from '../shop.ts';
import type { ExtractPart } from './part.ts';

const naming = { least: 0.5 };

/** How long a crawl stands still while pages beside it are compared. */
export const pauses: ExtractPart = {
  name: 'pauses',
  title: 'Pauses of a crawl while templates are learned',
  needs: [],
  async run({ report, quick }) {
    const pages = Array.from({ length: quick ? 10 : 40 }, (_, at) =>
      preparePage({ name: String(at), url: `https://shop.test/thing/${at}`, html: heavyPage(at) }),
    );
    const measure = async (learner: Learner) => {
      const session = new ExtractSession({
        domain: 'shop.test',
        rules: [],
        known: new Map(),
        minConfidence: 0.5,
        allFields: false,
        learner,
        now: () => new Date(0),
      });
      // A thread is begun once for a whole crawl.
      await learner.cluster(pages.slice(0, 2));
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      await rest(20);
      const begun = performance.now();
      let records = 0;
      for (const page of pages) records += (await session.add(page)).length;
      records += (await session.finish()).length;
      const seconds = (performance.now() - begun) / 1000;
      await rest(20);
      delay.disable();
      await learner.close();
      return { seconds, longest: delay.max / 1e6, records };
    };
    const here = await measure(ownLearner(fieldNamer(naming)));
    const beside = await measure(new ThreadedLearner(naming));
    report.note(`${pages.length} pages of about 800 texts each.\n`);
    report.table(
      ['pages are compared', 'seconds in all', 'longest pause, ms', 'records'],
      [
        ['in the same thread', here.seconds.toFixed(2), here.longest.toFixed(0), here.records],
        ['in a thread of their own', beside.seconds.toFixed(2), beside.longest.toFixed(0), beside.records],
      ],
    );
    report.verdict(here.records === beside.records, 'the same records', `${here.records}, ${beside.records}`);
    report.verdict(
      beside.longest * 4 <= here.longest,
      'longest pause <= a quarter of that without a thread',
      `${(beside.longest / here.longest).toFixed(2)} times`,
    );
  },
};
