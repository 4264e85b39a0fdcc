/** The model that guided a crawl: what its patterns find on a page, and what dropping some would do. */
import { keptPages } from '../../derive/index.ts';
import type { TrainedModel } from '../../learn/index.ts';
import { ArgiopeError, type SiteStore } from '../../model/index.ts';
import {
  modelOfSite,
  type PatternPlace,
  patternEffect,
  patternHits,
  saveModel,
  withoutPatterns,
} from '../../run/models.ts';
import { NotThere } from '../not-there.ts';
import { aCount, aFlag, aNumber, anObject, aText, listOf, orNull, type TypeOf } from '../schema.ts';
import { crawlRoute, pageAt } from './shared.ts';

/** Pages of a type that are named. */
const namedPages = 500;

const patternSchema = anObject({
  at: aCount('Place of the pattern among those of its type'),
  event: aText(),
  leadsTo: aText('Type of the pages that it leads to'),
  paths: listOf(aText(), 'Where its elements are; the first that matches counts'),
  support: aNumber('Elements that were seen to lead to that type'),
  precision: aNumber('Share of its elements that led to something wanted, 0 to 1'),
  example: aText('One of the elements'),
});

const typeSchema = anObject({
  name: aText(),
  isWanted: aFlag(),
  count: aCount('Kept pages of the type'),
  pages: listOf(aCount(), `Numbers of the first ${namedPages}`),
  patterns: listOf(patternSchema),
});

const modelSchema = anObject({
  site: aText('Site that it was trained on'),
  trainedAt: aText('ISO 8601'),
  types: listOf(typeSchema),
});

/** The model of a crawl. */
export type ModelView = TypeOf<typeof modelSchema>;

const onPageSchema = anObject({
  page: aCount(),
  type: orNull(aText('Type of the page; null where it is of none')),
  frame: aText('Address of the stored page to outline elements on'),
  elements: listOf(
    anObject({
      at: aCount('Pattern that covers it'),
      xpath: aText(),
      label: aText(),
      target: orNull(aCount('Page that it leads to')),
    }),
  ),
});

/** What patterns find on a page. */
export type PatternsOnPage = TypeOf<typeof onPageSchema>;

const dropSchema = anObject({
  drop: listOf(anObject({ type: aText('Type of the page', 300), at: aCount('Place of the pattern') })),
});

const turnSchema = anObject({ before: aCount(), after: aCount() });

const effectSchema = anObject({
  tried: aCount('Pages that were looked at'),
  of: aCount('Pages that are kept'),
  elements: turnSchema,
  reached: turnSchema,
  missed: listOf(
    anObject({ number: aCount(), title: aText(), type: orNull(aText()) }),
    'Pages that would not be reached, the first ones',
  ),
});

/** What dropping patterns would do. */
export type ModelEffect = TypeOf<typeof effectSchema>;

/** Routes of models. */
export const modelRoutes = [
  crawlRoute({
    path: '/model',
    tag: 'Models',
    summary: 'The model that guided the crawl, with the pages of each type; null where it had none',
    answer: anObject({ model: orNull(modelSchema) }),
    run: ({ crawl }) =>
      crawl.shelf.read(async (site) => {
        const model = await modelOfSite(site);
        return { model: model && (await viewOf(site, model)) };
      }),
  }),
  crawlRoute({
    path: '/model/page',
    tag: 'Models',
    summary: 'What the patterns find on a page, and where that leads; nothing where there is no model',
    query: anObject({ page: aCount('Number of the page') }),
    answer: onPageSchema,
    run: async ({ crawl, desk, query }) => {
      const page = await pageAt(crawl, query.page);
      const elements = await crawl.shelf.read(async (site) => {
        const model = await modelOfSite(site);
        return model ? patternHits(site, model, page) : [];
      });
      const frame = `${desk.mirror()}${encodeURIComponent(crawl.id)}/point/${query.page}/`;
      return { page: query.page, type: page.content?.type ?? null, frame, elements };
    },
  }),
  crawlRoute({
    method: 'POST',
    path: '/model/try',
    tag: 'Models',
    summary: 'What would be fired and reached without some patterns; nothing is saved',
    body: dropSchema,
    answer: effectSchema,
    run: ({ crawl, body }) =>
      crawl.shelf.read(async (site) => {
        const model = await requiredModel(site);
        return patternEffect(site, model, checked(model, body.drop));
      }),
  }),
  crawlRoute({
    method: 'POST',
    path: '/model/save',
    tag: 'Models',
    summary: 'Keeps the model without some patterns, in the store and as model.json beside it',
    body: dropSchema,
    answer: anObject({ file: aText('Where it is; for argiope crawl --model'), patterns: aCount('Left') }),
    run: async ({ crawl, body }) => {
      const { place, shelf } = crawl;
      const model = await shelf.read(requiredModel);
      const left = withoutPatterns(model, checked(model, body.drop));
      return {
        file: await saveModel(place, left),
        patterns: left.types.flatMap((type) => type.patterns).length,
      };
    },
  }),
];

async function requiredModel(site: SiteStore): Promise<TrainedModel> {
  const model = await modelOfSite(site);
  if (model) return model;
  throw new NotThere('this crawl had no model', 'crawl with --model FILE, as argiope train writes it');
}

/** Patterns that are named must be there. */
function checked({ types }: TrainedModel, drop: readonly PatternPlace[]): readonly PatternPlace[] {
  for (const { type, at } of drop)
    if (!types.find(({ name }) => name === type)?.patterns[at])
      throw new ArgiopeError('USAGE', `the type "${type}" has no pattern ${at}`, {
        advice: 'ask for the model again: it may have been changed',
      });
  return drop;
}

async function viewOf(
  site: SiteStore,
  { site: name, trainedAt, types, want }: TrainedModel,
): Promise<ModelView> {
  const pages = new Map<string, { count: number; numbers: number[] }>();
  for await (const { number, content } of keptPages(site)) {
    const own = pages.get(content?.type ?? '') ?? { count: 0, numbers: [] };
    pages.set(content?.type ?? '', own);
    own.count++;
    if (own.numbers.length < namedPages) own.numbers.push(number);
  }
  return {
    site: name,
    trainedAt,
    types: types.map((type) => ({
      name: type.name,
      isWanted: want.includes(type.name),
      count: pages.get(type.name)?.count ?? 0,
      pages: pages.get(type.name)?.numbers ?? [],
      patterns: type.patterns.map(({ event, leadsTo, paths, support, precision, example }, at) => {
        return { at, event, leadsTo, paths, support, precision, example };
      }),
    })),
  };
}
