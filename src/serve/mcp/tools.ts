import { mostCharacters, pieceOf, rowsWithin, shortened } from './bounds.ts';
import { type AskedPart, type McpCall, type McpPort, pageParts, type RecordQuestion } from './port.ts';
import type { z } from './sdk.ts';

/** A tool as a client sees it, and what answers it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether it leaves everything as it is, and whether it asks the site. */
  readonly readOnly: boolean;
  readonly openWorld: boolean;
  answer(input: never, call: McpCall): Promise<object>;
}

/** Room that is left for an answer's text or rows beside what else it says. */
const room = mostCharacters - 4000;

/** What the inputs of tools are made of. */
class Inputs {
  readonly z: typeof z;

  constructor(given: typeof z) {
    this.z = given;
  }

  whole(least: number, most: number, preset: number, description: string) {
    return this.z.int().min(least).max(most).default(preset).describe(description);
  }

  text(description: string) {
    return this.z.string().max(2000).describe(description);
  }

  offset() {
    return this.whole(0, 1e9, 0, 'Where to begin: the "next" of the answer before');
  }
}

/** The tools of a crawl. */
export function mcpTools(port: McpPort, schemas: typeof z): readonly McpTool[] {
  const of = new Inputs(schemas);
  return [
    ...(port.crawl ? [crawlTool(port.crawl, of)] : []),
    ...(port.query ? [queryTool(port.query, of)] : []),
    searchTool(port, of),
    pageTool(port, of),
    recordsTool(port, of),
  ];
}

function crawlTool(crawl: NonNullable<McpPort['crawl']>, of: Inputs): McpTool {
  return {
    name: 'crawl',
    title: 'Crawl the site',
    description:
      'Crawls the site of this server, or goes on where the last call stopped, and gives the figures. It ends after so many more pages or seconds; "finished" says whether anything is left: call again to go on. Which site and how far links are followed was set when the server was started, and cannot be changed.',
    input: of.z.strictObject({
      pages: of.whole(1, 100_000, 200, 'Pages to add at most'),
      seconds: of.whole(1, 3600, 45, 'Seconds to take at most'),
    }),
    readOnly: false,
    openWorld: true,
    answer: async (input: { pages: number; seconds: number }, call) =>
      shortened(await crawl(input, call)) as object,
  };
}

function queryTool(query: NonNullable<McpPort['query']>, of: Inputs): McpTool {
  return {
    name: 'query',
    title: 'Ask the forms of the site',
    description:
      'Asks the search forms that the crawl has found, on the live site, and gives the records of the answers: author=Smith, year>=2020, price=10..20, or plain words. Says what a form could not express. Only forms that search are sent. Needs a crawl that has found forms.',
    input: of.z.strictObject({
      query: of.text('Conditions and words, with commas between them'),
      seconds: of.whole(1, 600, 30, 'Seconds that each form gets to answer'),
      limit: of.whole(1, 200, 20, 'Records to give'),
      offset: of.offset(),
    }),
    readOnly: true,
    openWorld: true,
    answer: async (input: { query: string; seconds: number; limit: number; offset: number }, call) => {
      const { records, ...told } = (await query(input, call)) as { records: readonly object[] };
      const found = { ...told, total: records.length };
      const { rows } = rowsWithin(records.slice(0, input.offset + input.limit), input.offset, room);
      return { ...(shortened(found) as object), ...pagedBy(found, input.offset, rows.length), records: rows };
    },
  };
}

function searchTool(port: McpPort, of: Inputs): McpTool {
  return {
    name: 'search',
    title: 'Search the crawl',
    description:
      'Finds pages, files and records of the crawl by words. Understands "phrases", beginnings (abc*), -without, this OR that, title: and url:, type: and site:. Each hit has the number of its page, which the page tool takes.',
    input: of.z.strictObject({
      query: of.text('Words to look for'),
      limit: of.whole(1, 50, 10, 'Hits to give'),
      offset: of.offset(),
    }),
    readOnly: true,
    openWorld: false,
    answer: async (input: { query: string; limit: number; offset: number }) => {
      const { hits, ...found } = (await port.search(input)) as { hits: readonly object[] };
      const { rows } = rowsWithin(hits, 0, room);
      return { ...(shortened(found) as object), ...pagedBy(found, input.offset, rows.length), hits: rows };
    },
  };
}

function recordsTool(port: McpPort, of: Inputs): McpTool {
  return {
    name: 'records',
    title: 'Records of the pages',
    description:
      'Gives records (fields with values) that were extracted from the pages: all of them, those of a type, or those that a question finds, such as: price<50 author:Smith, date>=2024-05-01, name="Blue shirt". The answer names the types there are.',
    input: of.z.strictObject({
      query: of.text('Conditions on fields; empty: all records').default(''),
      type: of.text('Type of records to give; empty: all').default(''),
      limit: of.whole(1, 200, 20, 'Records to give'),
      offset: of.offset(),
    }),
    readOnly: true,
    openWorld: false,
    answer: async (input: RecordQuestion) => {
      const { records, ...found } = (await port.records(input)) as { records: readonly object[] };
      const { rows } = rowsWithin(records, 0, room);
      return { ...(shortened(found) as object), ...pagedBy(found, input.offset, rows.length), records: rows };
    },
  };
}

/** Where the next answer begins, `null` where this is the last. */
function pagedBy(found: object, from: number, given: number): { readonly next: number | null } {
  const { total = 0 } = found as { total?: number };
  return { next: given > 0 && from + given < total ? from + given : null };
}

function pageTool(port: McpPort, of: Inputs): McpTool {
  return {
    name: 'page',
    title: 'Read a page',
    description:
      'Reads one page of the crawl by its number or address: its main text as Markdown, its links, its actions (what can be clicked, and why it was fired or not), its records, or the path by which it is reached. Pages without an address are reached by events and have a number only.',
    input: of.z.strictObject({
      page: of.z
        .union([of.z.int().min(0), of.z.string().min(1).max(2048)])
        .describe('Number or address of the page'),
      part: of.z.enum(pageParts).default('text').describe('What to give of it'),
      offset: of.offset(),
      most: of.whole(200, room, 12_000, 'Characters to give at most'),
    }),
    readOnly: true,
    openWorld: false,
    answer: async (input: { page: number | string; part: AskedPart; offset: number; most: number }) => {
      const found = await port.page({ page: String(input.page), part: input.part });
      const piece =
        found.text === undefined
          ? rowsWithin(found.rows ?? [], input.offset, input.most)
          : pieceOf(found.text, input.offset, input.most);
      const { total, next } = piece;
      const part = 'text' in piece ? { text: piece.text } : { [input.part]: piece.rows };
      return { ...(shortened(found.about) as object), total, next, ...part };
    },
  };
}
