/** What a page was over time. */
import { runHistory } from '../../run/history.ts';
import { NotThere } from '../not-there.ts';
import {
  aCount,
  aFlag,
  aNumber,
  anObject,
  aText,
  aWord,
  listOf,
  maybe,
  orNull,
  type TypeOf,
} from '../schema.ts';
import { pageAt, pageRoute } from './shared.ts';

const historySchema = anObject({
  firstSeen: aText('ISO 8601'),
  lastSeen: aText('ISO 8601'),
  checks: aCount('Visits after the first'),
  changes: aCount(),
  perDay: orNull(aNumber('Changes per day by what was seen')),
  goneAt: orNull(aText()),
  versions: listOf(
    anObject({
      version: aCount(),
      title: aText(),
      capturedAt: aText(),
      status: aNumber(),
      fingerprint: aText(),
    }),
  ),
  diffs: listOf(
    anObject({
      from: aCount(),
      to: aCount(),
      added: aCount('Lines'),
      removed: aCount('Lines'),
      hunks: listOf(
        anObject({
          before: aCount(),
          after: aCount(),
          lines: listOf(anObject({ sign: aWord([' ', '-', '+']), text: aText() })),
        }),
      ),
    }),
  ),
});

/** What a page was over time. */
export type ToldHistory = TypeOf<typeof historySchema>;

/** Routes of history. */
export const historyRoutes = [
  pageRoute({
    path: '/history',
    tag: 'Pages',
    summary: 'Versions of a page, and what each has changed',
    query: anObject({ html: maybe(aFlag('Compare documents instead of main texts')) }),
    answer: historySchema,
    run: async ({ crawl, number, query }) => {
      if ((await pageAt(crawl, number)).content === null)
        throw new NotThere(`page ${number} was not kept: it has no versions`);
      const { place } = crawl;
      const found = await runHistory({ ...place, page: String(number), html: query.html ?? false });
      const { firstSeen, lastSeen, checks, changes, perDay, goneAt, versions, diffs } = found;
      return {
        firstSeen,
        lastSeen,
        checks,
        changes,
        perDay,
        goneAt,
        diffs,
        versions: versions.map(({ version, title, capturedAt, status, fingerprint }) => {
          return { version, title, capturedAt, status, fingerprint };
        }),
      };
    },
  }),
];
