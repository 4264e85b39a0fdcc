/** Parts of one page: the way to it, its actions, what was merged into it, and what it was made from. */
import { EntryPaths, formFacts, shownForms, storedDocument } from '../../derive/index.ts';
import type { Page, SiteStore } from '../../model/index.ts';
import { reasonText } from '../../model/reason-text.ts';
import { NotThere } from '../not-there.ts';
import { rawRoute } from '../route.ts';
import { aCount, aFlag, aNumber, anObject, anyJson, aText, listOf, orNull, type TypeOf } from '../schema.ts';
import { pageRowSchema, pageRows } from './pages.ts';
import { pageAt, pageParams, pageRoute } from './shared.ts';

const stepSchema = anObject({
  page: aCount('Number of the page that the step leads to'),
  title: aText('Its title'),
  open: orNull(aText('Address to open; null where an event is fired')),
  on: orNull(aCount('Page on which the event is fired')),
  fire: orNull(aText('Event')),
  label: aText('What is written on the element'),
  value: orNull(aText('What is chosen, typed or pressed')),
  xpath: orNull(aText()),
  instruction: orNull(aText('What the event does')),
});

/** A step on the way to a page. */
export type PathStep = TypeOf<typeof stepSchema>;

const actionSchema = anObject({
  ord: aCount('Order on the page'),
  event: aText(),
  label: aText(),
  value: orNull(aText()),
  id: orNull(aText('The id of the element')),
  xpath: aText(),
  instruction: anObject({ kind: aText(), scope: aText(), text: aText() }),
  reason: aText('Why it was fired or not: a word'),
  why: aText('The same in words'),
  target: orNull(aCount('Page that it leads to')),
  targetTitle: aText(),
});

/** An action of a page. */
export type PageAction = TypeOf<typeof actionSchema>;

const formSchema = anObject({
  kind: aText('What it is for'),
  confidence: aNumber(),
  searchable: aFlag('It asks a database, and asking it does no harm'),
  method: aText(),
  action: orNull(aText()),
  xpath: aText(),
  fields: listOf(
    anObject({ name: aText(), label: aText(), kind: aText(), control: aText(), options: aCount() }),
  ),
});

/** A form of a page. */
export type PageFormView = TypeOf<typeof formSchema>;

const inputSchema = anObject({
  method: aText(),
  url: aText(),
  kind: aText('document, data or script'),
  answered: orNull(aText('Address that answered, where that is another one')),
  etag: orNull(aText()),
  lastModified: orNull(aText()),
  sent: orNull(aText('What was sent along')),
});

/** An answer of the site that a page was made from. */
export type PageInputView = TypeOf<typeof inputSchema>;

/** Pages between a page and the one whose address is opened, that one first. */
async function chainTo(site: SiteStore, page: Page): Promise<readonly Page[]> {
  const chain: Page[] = [page];
  for (let at = page; at.entry.kind === 'action' && chain.length < 10_000; ) {
    const before = await site.page(at.entry.source);
    if (!before) break;
    chain.unshift(before);
    at = before;
  }
  return chain;
}

/** What a step is where nothing else is said. */
const noStep = { open: null, on: null, fire: null, label: '', value: null, xpath: null, instruction: null };

async function pathTo(site: SiteStore, page: Page): Promise<readonly PathStep[]> {
  const steps = await new EntryPaths(site).of(page);
  const chain = await chainTo(site, page);
  return steps.map((step, at) => {
    const to = chain[at];
    const reached = { page: to?.number ?? page.number, title: to?.content?.title ?? '' };
    if ('open' in step) return { ...reached, ...noStep, open: step.open };
    const { fire, label, value = null, xpath, instruction } = step;
    const on = chain[at - 1]?.number ?? null;
    return { ...reached, ...noStep, on, fire, label, value, xpath, instruction };
  });
}

/** A link keeps the reason by which it was given a number; by now that may have been visited. */
function whyOf(reason: string, target: Page | null): string {
  const isVisited = reason === 'queued' && target !== null && target.status !== 'queued';
  return isVisited ? 'followed: its instruction was new' : reasonText(reason);
}

/** Actions that are told at most: a page of a spreadsheet may have tens of thousands. */
const mostActions = 2000;
/** Numbers of merged pages that one answer lists. */
const mostMerged = 500;

/** Routes of the parts of a page. */
export const pagePartRoutes = [
  pageRoute({
    path: '/path',
    tag: 'Pages',
    summary: 'The way to a page, step by step, from the address that is opened',
    answer: anObject({ steps: listOf(stepSchema) }),
    run: async ({ crawl, number }) => {
      const page = await pageAt(crawl, number);
      return { steps: await crawl.shelf.read((site) => pathTo(site, page)) };
    },
  }),
  pageRoute({
    path: '/actions',
    tag: 'Pages',
    summary: `Actions of a page with their instructions, and why each was fired or not; ${mostActions} at most`,
    answer: anObject({ actions: listOf(actionSchema), total: aCount() }),
    run: async ({ crawl, number }) => {
      await pageAt(crawl, number);
      return crawl.shelf.read(async (site) => {
        const all = await site.transitions(number);
        const targets = new Map<number, Page | null>();
        const actions: PageAction[] = [];
        for (const { ord, action, target, reason } of all.slice(0, mostActions)) {
          if (target !== null && !targets.has(target)) targets.set(target, await site.page(target));
          const { event, label, value = null, id, xpath, instruction } = action;
          const { kind, scope, text } = instruction;
          const to = target === null ? null : targets.get(target);
          actions.push({
            ord,
            event,
            label,
            value,
            id,
            xpath,
            instruction: { kind, scope, text },
            reason,
            why: whyOf(reason, to ?? null),
            target,
            targetTitle: to?.content?.title ?? '',
          });
        }
        return { actions, total: all.length };
      });
    },
  }),
  pageRoute({
    path: '/merged',
    tag: 'Pages',
    summary: `Numbers that turned out to be this page; ${mostMerged} at most`,
    answer: anObject({ pages: listOf(pageRowSchema) }),
    run: async ({ crawl, number }) => {
      return crawl.shelf.read(async (site) => ({
        pages: await pageRows(site, await site.mergedInto(number, mostMerged)),
      }));
    },
  }),
  pageRoute({
    path: '/records',
    tag: 'Pages',
    summary: 'Records that were made of a page',
    answer: anObject({
      records: listOf(
        anObject({
          type: aText(),
          path: orNull(aText('Place in the page; null where the record is the page')),
          fields: anyJson<Readonly<Record<string, unknown>>>('Values by the names of fields'),
        }),
      ),
    }),
    run: async ({ crawl, number }) => {
      const page = await crawl.shelf.page(number);
      const records = page?.records ?? [];
      return { records: records.map(({ type, path, fields }) => ({ type, path, fields })) };
    },
  }),
  pageRoute({
    path: '/forms',
    tag: 'Pages',
    summary: 'Forms of a page, what they are for and what their fields take',
    answer: anObject({ forms: listOf(formSchema) }),
    run: async ({ crawl, number }) => {
      const page = await pageAt(crawl, number);
      if (page.content === null) return { forms: [] };
      const document = await crawl.shelf.read((site) => storedDocument(site, page));
      return {
        forms: shownForms(document)
          .map(formFacts)
          .map((form) => ({ ...form, fields: [...form.fields] })),
      };
    },
  }),
  pageRoute({
    path: '/requests',
    tag: 'Pages',
    summary: 'Answers of the site that a page was made from',
    answer: anObject({ requests: listOf(inputSchema) }),
    run: async ({ crawl, number }) => {
      const { shelf } = crawl;
      const inputs = await shelf.read((site) => site.inputs([number]));
      return {
        requests: (inputs.get(number) ?? []).map(
          ({ method, url, kind, answered, etag, lastModified, question }) => {
            return { method, url, kind, answered, etag, lastModified, sent: question?.body ?? null };
          },
        ),
      };
    },
  }),
  rawRoute({
    method: 'GET',
    path: '/api/crawls/{crawl}/pages/{number}/picture',
    tag: 'Pages',
    summary: 'A picture of a page, painted from the store; needs a browser',
    params: pageParams,
    produces: 'image/png',
    run: async ({ desk, params }, { response }) => {
      const page = await desk.crawls.get(params.crawl).shelf.page(params.number);
      if (page === null) throw new NotThere(`page ${params.number} was not kept: there is nothing to paint`);
      const png = await page.screenshot();
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length });
      response.end(png);
    },
  }),
];
