/** Pages that could not be had, by what became of them. */
import { errorCodes } from '../../model/index.ts';
import { failedPages } from '../../run/library/failures.ts';
import { aCount, anObject, aText, aWord, listOf, maybe, orNull, type TypeOf } from '../schema.ts';
import { crawlRoute } from './shared.ts';

/** Pages of one code that are named. */
const namedPages = 200;

const failedSchema = anObject({
  number: aCount(),
  url: orNull(aText('Its address; null where events were to lead to it')),
  message: aText(),
  foundOn: orNull(aCount('Page on which it was found')),
});

const groupSchema = anObject({
  code: aText('Stable code (docs/exit-codes.md)'),
  consequence: aWord(['retry', 'skip', 'rest', 'stop'], 'What the crawler does because of it'),
  count: aCount(),
  pages: listOf(failedSchema, `The first ${namedPages}`),
});

/** Failures of one code. */
export type FailureGroup = TypeOf<typeof groupSchema>;

/** Routes of failures. */
export const failureRoutes = [
  crawlRoute({
    path: '/failures',
    tag: 'Crawls',
    summary: 'Pages that could not be had, by code and consequence',
    query: anObject({ known: maybe(aCount('How many are known; only tells requests apart')) }),
    answer: anObject({ groups: listOf(groupSchema) }),
    run: async ({ crawl }) => {
      const { shelf } = crawl;
      const groups = new Map<string, { count: number; pages: TypeOf<typeof failedSchema>[] }>();
      for await (const { code, ...page } of failedPages((reader) => shelf.read(reader))) {
        const group = groups.get(code) ?? { count: 0, pages: [] };
        groups.set(code, group);
        group.count++;
        if (group.pages.length < namedPages) group.pages.push(page);
      }
      return {
        groups: [...groups]
          .map(([code, group]) => ({ code, consequence: consequenceOf(code), ...group }))
          .sort((one, other) => other.count - one.count),
      };
    },
  }),
];

function consequenceOf(code: string): FailureGroup['consequence'] {
  return Object.hasOwn(errorCodes, code) ? errorCodes[code as keyof typeof errorCodes].consequence : 'skip';
}
