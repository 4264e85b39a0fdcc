/** The search of a crawl. */
import { runSearch } from '../../run/search/search.ts';
import {
  aCount,
  aNumber,
  anObject,
  anyJson,
  aText,
  listOf,
  mapOf,
  maybe,
  orNull,
  type TypeOf,
} from '../schema.ts';
import { crawlRoute } from './shared.ts';

const foundShape = {
  number: orNull(aCount('Number of the page; null for a record of a file that is no page')),
  url: orNull(aText('Address that opens it')),
  title: aText(),
  label: aText(),
  text: aText('The part of its text that matches best'),
  marks: listOf(listOf(aCount()), 'Where in that text the words stand: from, to'),
  score: aNumber(),
};

const hitSchema = anObject({
  ...foundShape,
  states: listOf(anObject(foundShape), 'Other states of the same document that match'),
  moreStates: aCount(),
  record: orNull(
    anObject({
      type: aText(),
      path: orNull(aText()),
      fields: anyJson<Readonly<Record<string, unknown>>>('Values by field'),
    }),
  ),
});

/** One hit. */
export type ToldHit = TypeOf<typeof hitSchema>;

const answerSchema = anObject({
  query: aText(),
  total: aCount(),
  hits: listOf(hitSchema),
  facets: mapOf(
    anObject({
      values: listOf(anObject({ value: aText(), count: aCount() })),
      others: aCount('Values beside those named'),
      range: orNull(listOf(aNumber(), 'Least and most')),
    }),
    'Values of the fields of the records that match',
  ),
  suggestion: orNull(aText('What was probably meant')),
  inFrame: aCount('Pages that show the words in what all pages have in common'),
  waiting: aCount('Pages that are not indexed yet'),
});

/** An answer of the search. */
export type ToldAnswer = TypeOf<typeof answerSchema>;

type Found = Awaited<ReturnType<typeof runSearch>>['hits'][number];

function foundOf({ number, url, title, label, text, marks, score }: Omit<Found, 'states' | 'record'>) {
  return { number, url, title, label, text, marks: marks.map(([from, to]) => [from, to]), score };
}

/** Routes of search. */
export const searchRoutes = [
  crawlRoute({
    path: '/search',
    tag: 'Search',
    summary: 'Search pages, files and records, as `argiope search` does',
    query: anObject({
      q: aText('Words; "phrases", abc*, -without, OR, title:, type:, price<50', 1000),
      limit: maybe(aNumber('Hits at most; 10 unless given', { whole: true, from: 1, to: 100 })),
      offset: maybe(aCount('Hits to leave out before')),
    }),
    answer: answerSchema,
    run: async ({ crawl, query }) => {
      const { q, limit = 10, offset = 0 } = query;
      const { place } = crawl;
      const found = await runSearch({ ...place, query: q, limit, offset });
      return {
        query: q,
        total: found.total,
        hits: found.hits.map((hit) => ({
          ...foundOf(hit),
          states: (hit.states ?? []).map(foundOf),
          moreStates: hit.moreStates ?? 0,
          record: hit.record
            ? { type: hit.record.type, path: hit.record.path, fields: hit.record.fields }
            : null,
        })),
        facets: Object.fromEntries(
          Object.entries(found.facets ?? {}).map(([name, { values, others, range }]) => [
            name,
            { values, others, range: range ? [...range] : null },
          ]),
        ),
        suggestion: found.suggestion ?? null,
        inFrame: found.inFrame ?? 0,
        waiting: found.waiting ?? 0,
      };
    },
  }),
];
