/** Rules of records: what they find on a page, what a change of them would do, and new versions of them. */
import { isNeutral, type PreparedPage, type TemplateRules } from '../../extract/index.ts';
import { ArgiopeError, type SiteStore } from '../../model/index.ts';
import { spread } from '../../model/spread.ts';
import { pageOfSite, pagesFolder } from '../../run/extraction/pages.ts';
import { newestRules } from '../../run/extraction/rules.ts';
import { changedRules, fieldsOn, type RuleChange } from '../../run/labelling/change.ts';
import type { ServedCrawl } from '../crawl.ts';
import { NotThere } from '../not-there.ts';
import { type Desk, jsonRoute } from '../route.ts';
import { aCount, aFlag, aNumber, anObject, anyJson, aText, listOf, orNull, type TypeOf } from '../schema.ts';
import { crawlRoute } from './shared.ts';

/** Pages on which a change is tried. */
const triedPages = 40;
/** Characters of a value that are shown. */
const shownValue = 200;

const fieldSchema = anObject({
  at: aCount('Place of the field in the rules of its template'),
  name: aText(),
  isNamed: aFlag('Whether it has a name of its own'),
  list: orNull(aText('List whose items have it')),
  attribute: orNull(aText('Attribute that it is read from; null for texts')),
  confidence: aNumber('0 to 1'),
  because: listOf(aText(), 'How it got its name'),
  ways: aCount('Alternatives by which it is found'),
});

const templateSchema = anObject({
  template: aText('Name; the type of its records'),
  version: aCount(),
  learnedAt: aText('ISO 8601'),
  pages: listOf(aText(), 'Pages that it was learned from, by number or file'),
  fields: listOf(fieldSchema),
});

/** A template and its fields. */
export type TemplateView = TypeOf<typeof templateSchema>;

const onPageSchema = anObject({
  page: aText(),
  fit: aNumber('How much of what the rules expect is there, 0 to 1'),
  frame: orNull(aText('Address of the stored page to point at')),
  texts: listOf(anyJson<readonly [number, string]>('Number and text, in the order of the page')),
  fields: listOf(
    anObject({
      at: aCount(),
      name: aText(),
      list: orNull(aText()),
      values: listOf(aText()),
      numbers: listOf(aCount(), 'Numbers of the texts that are its values'),
    }),
  ),
});

/** What rules find on a page. */
export type RulesOnPage = TypeOf<typeof onPageSchema>;

const changesSchema = anObject({
  changes: listOf(
    anyJson<RuleChange>(
      'One of {kind: rename, at, to}, {kind: drop, at}, {kind: point, at or null, name, labels: {page: [numbers of texts]}}',
    ),
  ),
});

const effectSchema = anObject({
  tried: aCount('Pages on which it was tried'),
  of: aCount('Pages that the template is known on'),
  changed: aCount('Pages on which a value is another'),
  fields: listOf(
    anObject({
      name: aText(),
      before: orNull(aCount('Pages on which it was found; null where it is new')),
      after: orNull(aCount('Pages on which it would be found; null where it is dropped')),
    }),
  ),
  rows: listOf(
    anObject({
      page: aText(),
      field: aText(),
      before: listOf(aText()),
      after: listOf(aText()),
    }),
    'Values that would be others, the first ones',
  ),
});

/** What changes would do. */
export type RulesEffect = TypeOf<typeof effectSchema>;

const templateParams = anObject({
  crawl: aText('Name of the crawl', 300),
  template: aText('Name of the template', 300),
});

/** Routes of rules. */
export const rulesRoutes = [
  crawlRoute({
    path: '/rules',
    tag: 'Rules',
    summary: 'The newest rules of every template',
    answer: anObject({ templates: listOf(templateSchema) }),
    run: async ({ crawl }) => {
      const all = await crawl.shelf.read(newestRules);
      return { templates: all.map(viewOf) };
    },
  }),
  jsonRoute({
    method: 'GET',
    path: '/api/crawls/{crawl}/rules/{template}/page',
    tag: 'Rules',
    summary: 'What the rules of a template find on a page',
    params: templateParams,
    query: anObject({ page: aText('Number or file of the page', 2048) }),
    answer: onPageSchema,
    run: ({ desk, params, query }) => onPage(desk, params, query.page, []),
  }),
  jsonRoute({
    method: 'POST',
    path: '/api/crawls/{crawl}/rules/{template}/page',
    tag: 'Rules',
    summary: 'What they would find there after changes; nothing is saved',
    params: templateParams,
    query: anObject({ page: aText('Number or file of the page', 2048) }),
    body: changesSchema,
    answer: onPageSchema,
    run: ({ desk, params, query, body }) => onPage(desk, params, query.page, body.changes),
  }),
  jsonRoute({
    method: 'POST',
    path: '/api/crawls/{crawl}/rules/{template}/try',
    tag: 'Rules',
    summary: 'What changes would do on pages that are known; nothing is saved',
    params: templateParams,
    body: changesSchema,
    answer: effectSchema,
    run: async ({ desk, params, body }) => {
      const crawl = desk.crawls.get(params.crawl);
      return crawl.shelf.read((site) => effectOf(site, params.template, body.changes));
    },
  }),
  jsonRoute({
    method: 'POST',
    path: '/api/crawls/{crawl}/rules/{template}/save',
    tag: 'Rules',
    summary: 'Keeps the changed rules as a new version, and makes the records anew by them',
    params: templateParams,
    body: changesSchema,
    answer: anObject({ version: aCount(), records: aCount(), rejected: aCount() }),
    run: async ({ desk, params, body }) =>
      saved(desk.crawls.get(params.crawl), params.template, body.changes),
  }),
];

function viewOf({ template, version, learnedAt, pages, fields }: TemplateRules): TemplateView {
  return {
    template,
    version,
    learnedAt,
    pages: pages.slice(0, 500),
    fields: fields.map(({ name, list, attribute, confidence, because = [], locators }, at) => ({
      at,
      name,
      isNamed: !isNeutral(name),
      list,
      attribute,
      confidence,
      because,
      ways: locators.length,
    })),
  };
}

async function rulesOf(site: SiteStore, template: string): Promise<TemplateRules> {
  const all = await newestRules(site);
  const found = all.find((rules) => rules.template === template);
  if (found) return found;
  throw new NotThere(
    `there are no rules of a template "${template}"`,
    `templates: ${all.map((rules) => rules.template).join(', ') || 'none; run argiope extract first'}`,
  );
}

async function pageNamed(site: SiteStore, name: string): Promise<PreparedPage | null> {
  const folder = await pagesFolder(site, null);
  if (folder === null) return pageOfSite(site, name, null);
  const { pageOfFile } = await import('../../run/extraction/pages.ts');
  // Only files that rules were learned from: a name must not lead out of the folder.
  const known = (await newestRules(site)).some(({ pages }) => pages.includes(name));
  return known ? pageOfFile(folder, name, null) : null;
}

async function pointedPages(
  site: SiteStore,
  changes: readonly RuleChange[],
): Promise<readonly PreparedPage[]> {
  const names = new Set(
    changes.flatMap((change) => (change.kind === 'point' ? Object.keys(change.labels) : [])),
  );
  const pages: PreparedPage[] = [];
  for (const name of names) {
    const page = await pageNamed(site, name);
    if (page) pages.push(page);
  }
  return pages;
}

/** Changes as they come from outside: kinds and places are looked at before they are used. */
function checked(changes: readonly RuleChange[]): readonly RuleChange[] {
  const isPlace = (at: unknown) => Number.isSafeInteger(at) && (at as number) >= 0;
  const isRight = (change: RuleChange): boolean => {
    switch (change?.kind) {
      case 'drop':
        return isPlace(change.at);
      case 'rename':
        return isPlace(change.at) && typeof change.to === 'string';
      case 'point':
        return (
          (change.at === null || isPlace(change.at)) &&
          (change.name === null || typeof change.name === 'string') &&
          typeof change.labels === 'object' &&
          change.labels !== null &&
          Object.values(change.labels).every((numbers) => Array.isArray(numbers) && numbers.every(isPlace))
        );
      default:
        return false;
    }
  };
  if (changes.every(isRight)) return changes;
  throw new ArgiopeError('USAGE', 'a change is none of rename, drop and point', {
    advice: '/api/openapi.json says what is expected',
  });
}

async function onPage(
  desk: Desk,
  params: { readonly crawl: string; readonly template: string },
  name: string,
  changes: readonly RuleChange[],
): Promise<RulesOnPage> {
  const crawl = desk.crawls.get(params.crawl);
  return crawl.shelf.read(async (site) => {
    const before = await rulesOf(site, params.template);
    const rules = changedRules(before, checked(changes), await pointedPages(site, changes));
    const page = await pageNamed(site, name);
    if (!page) throw new NotThere(`there is no page ${name}`, 'name a page of the template');
    const { fit, fields } = fieldsOn(rules, page);
    const texts = page.nodes.flatMap(({ text }, at) => (text === '' ? [] : [[at, text] as const]));
    const isStored = /^\d+$/.test(name) && (await pagesFolder(site, null)) === null;
    const frame = isStored ? `${desk.mirror()}${encodeURIComponent(crawl.id)}/point/${name}/` : null;
    return { page: name, fit, frame, texts, fields };
  });
}

async function effectOf(
  site: SiteStore,
  template: string,
  changes: readonly RuleChange[],
): Promise<RulesEffect> {
  const before = await rulesOf(site, template);
  const after = changedRules(before, checked(changes), await pointedPages(site, changes));
  const names = new Map<string, { before: number | null; after: number | null }>();
  const key = ({ name, list }: { readonly name: string; readonly list: string | null }) =>
    list === null ? name : `${list} › ${name}`;
  for (const field of before.fields) names.set(key(field), { before: 0, after: null });
  for (const field of after.fields)
    names.set(key(field), { before: names.get(key(field))?.before ?? null, after: 0 });
  const rows: RulesEffect['rows'][number][] = [];
  const different = new Set<string>();
  let tried = 0;
  for (const name of spread(before.pages, triedPages)) {
    const page = await pageNamed(site, name);
    if (!page) continue;
    tried++;
    const found = [fieldsOn(before, page), fieldsOn(after, page)].map(
      ({ fields }) => new Map(fields.map((field) => [key(field), field.values])),
    );
    for (const [field, counts] of names) {
      const [old = [], now = []] = found.map((values) => values.get(field));
      if (counts.before !== null && old.length > 0) counts.before++;
      if (counts.after !== null && now.length > 0) counts.after++;
      if (JSON.stringify(old) === JSON.stringify(now)) continue;
      different.add(name);
      if (rows.length < 60) rows.push({ page: name, field, before: old.map(brief), after: now.map(brief) });
    }
  }
  return {
    tried,
    of: before.pages.length,
    changed: different.size,
    fields: [...names].map(([name, counts]) => ({ name, ...counts })),
    rows,
  };
}

function brief(value: string): string {
  return value.length <= shownValue ? value : `${value.slice(0, shownValue)}…`;
}

async function saved(
  { place, shelf }: ServedCrawl,
  template: string,
  changes: readonly RuleChange[],
): Promise<{ readonly version: number; readonly records: number; readonly rejected: number }> {
  const rules = await shelf.read(async (site) => {
    const before = await rulesOf(site, template);
    return changedRules(before, checked(changes), await pointedPages(site, changes));
  });
  const [{ rules: tools }, { runExtraction }, { defaultExtraction }] = await Promise.all([
    import('../../run/rules.ts'),
    import('../../run/extract.ts'),
    import('../../config/index.ts'),
  ]);
  const [kept] = await tools.save(place, [{ ...rules, learnedAt: new Date().toISOString() }]);
  const made = await runExtraction(defaultExtraction(place.out, { store: place.store }));
  return { version: kept?.version ?? rules.version, records: made.records, rejected: made.rejected };
}
