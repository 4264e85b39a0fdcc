import { resolve } from 'node:path';
import {
  crawlSettings,
  extractSettings,
  readOptions,
  readSeeds,
  recrawlSettings,
  storeIn,
  trainSettings,
} from '../../config/index.ts';
import type {
  GraphReport,
  MarkdownReport,
  MirrorReport,
  PagesReport,
  SitemapReport,
  WarcReport,
} from '../../derive/index.ts';
import type { TrainSummary } from '../../learn/index.ts';
import {
  ArgiopeError,
  type FormReport,
  type LinkReport,
  type PageHistory,
  type RecrawlSummary,
} from '../../model/index.ts';
import type { CrawlControls } from '../controls.ts';
import type { ExtractSummary } from '../extraction/summary.ts';
import type { LoginOptions, LoginReport } from '../login/login.ts';
import type { QueryReport } from '../query/query.ts';
import type { SearchAnswer } from '../search/answer.ts';
import type {
  ExportFlags,
  GraphFlags,
  HistoryFlags,
  LoginFlags,
  QueryFlags,
  SearchFlags,
  SitemapFlags,
} from './flags.ts';
import {
  type ExtractOptions,
  type GivenHooks,
  type RecrawlOptions,
  type RunOptions,
  splitHooks,
  type TrainOptions,
} from './options.ts';
import { storePlace } from './store.ts';

const runOptions = ['signal', 'listen', 'hooks', 'labeller'] as const;

/** Visits the pages of a crawl again and brings its folder up to date: what is new, changed, gone. */
export async function recrawl(
  dir: string,
  options: RecrawlOptions & {
    /** Told what each round came to, with `every`. */
    readonly round?: ((summary: RecrawlSummary) => void) | undefined;
    /** Addresses of the crawl with the logins that they need, which no store keeps. */
    readonly seeds?: string | readonly string[] | undefined;
  } = {},
): Promise<RecrawlSummary> {
  const { values, sources } = readOptions('recrawl', without(options, 'out'), [
    ...runOptions,
    'round',
    'seeds',
  ]);
  const again = options.seeds === undefined ? null : readSeeds([options.seeds].flat());
  const { files } = splitHooks(options.hooks);
  const settings = recrawlSettings(storePlace(dir), again, { values: { ...values, hooks: files }, sources });
  const { runRecrawl: run } = await import('../recrawl.ts');
  return run(settings, { ...controlsOf(options), ...(options.round && { round: options.round }) });
}

/** Asks the forms of crawls and pages for records, all at once, and joins their answers. */
export async function query(
  text: string,
  options: QueryFlags & {
    /** Pages with forms that are asked too. */
    readonly urls?: string | readonly string[] | undefined;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<QueryReport> {
  const { values } = readOptions('query', options, ['urls', 'signal']);
  const { about, sources, queryTimeout: timeout, answerPages: pages, save, saved, store, records } = values;
  const urls = [options.urls ?? []].flat();
  const crawl = crawlSettings(urls.length > 0 ? urls : ['http://localhost/'], values);
  const outs = values.queryOut.map((out) => resolve(out));
  const dir = resolve(values.queryDir);
  const { runQuery: run } = await import('../query/query.ts');
  return run(
    { query: text, outs, urls, store, about, sources, timeout, pages, save, saved, records, dir, crawl },
    options.signal && { signal: options.signal },
  );
}

/** Signs in, by steps or by a person in a window, and keeps the login as a profile for crawls. */
export async function login(
  url: string,
  options: LoginFlags & Pick<LoginOptions, 'confirmed' | 'signal'> = {},
): Promise<LoginReport> {
  const { values } = readOptions('login', options, ['confirmed', 'signal']);
  const { confirmed, signal } = options;
  const { runLogin: run } = await import('../login/login.ts');
  const settings = crawlSettings(readSeeds([url]).seeds, values);
  return run(settings, { ...(confirmed && { confirmed }), ...(signal && { signal }) });
}

/** Tells which forms the pages of a crawl have, and what they are for; none is sent. */
export async function forms(dir: string): Promise<FormReport> {
  const { runForms: run } = await import('../forms.ts');
  return run(storePlace(dir));
}

/** Tells which links of a crawl are broken, lead to redirects, or to another address of a page. */
export async function links(dir: string): Promise<LinkReport> {
  const { runLinks: run } = await import('../links.ts');
  return run(storePlace(dir));
}

/** Turns the pages of a crawl, or the HTML files of a folder that is none, into records below `out`. */
export async function extract(
  dir: string,
  options: ExtractOptions & {
    /** Folder of HTML files to read; `dir` is then where the records go. */
    readonly pages?: string | undefined;
  } = {},
): Promise<ExtractSummary> {
  const { values } = readOptions('extract', without(options, 'out'), runOptions);
  const { files } = splitHooks(options.hooks);
  const place = values.pages === null ? storePlace(dir) : { out: resolve(dir), store: storeIn(resolve(dir)) };
  const settings = extractSettings(
    { ...place, ...(values.store && { store: values.store }) },
    { ...values, hooks: files },
  );
  const { runExtraction: run } = await import('../extract.ts');
  return run(settings, controlsOf(options));
}

/** Learns which actions lead to the wanted pages, from samples, from a first look at a site, or from a crawl. */
export async function train(options: TrainOptions): Promise<TrainSummary> {
  const { values } = readOptions('train', without(options, 'fromStore'), [...runOptions, 'seeds', 'from']);
  const { seeds, from } = options;
  const asked = [values.sample.length > 0, seeds !== undefined, from !== undefined].filter(Boolean);
  if (asked.length !== 1)
    throw new ArgiopeError(
      'USAGE',
      `train needs one of sample, seeds and from; got ${asked.length === 0 ? 'none' : 'several'}`,
      { advice: "for example: train({ sample: { thread: 'https://example.org/t/1' }, out: 'model.json' })" },
    );
  const found = seeds === undefined ? { seeds: [] } : readSeeds([seeds].flat());
  const place = from === undefined ? {} : { store: storePlace(from).store };
  const settings = {
    ...trainSettings(found.seeds, { ...values, ...place, fromStore: from !== undefined }),
    logins: ('logins' in found && found.logins) || {},
  };
  const { runTraining: run } = await import('../train.ts');
  return run(settings, controlsOf(options));
}

/** Writes the static mirror of a crawl anew, from its store alone. */
export async function mirror(dir: string): Promise<MirrorReport> {
  return (await derived()).runMirror(storePlace(dir));
}

/** Writes the sitemap of a crawl. */
export async function sitemap(dir: string, options: SitemapFlags = {}): Promise<SitemapReport> {
  const { baseUrl } = readOptions('sitemap', without(options, 'out', 'store')).values;
  return (await derived()).runSitemap({ ...storePlace(dir), baseUrl });
}

/** Writes the graph of a crawl: pages and transitions. */
export async function graph(dir: string, options: GraphFlags = {}): Promise<GraphReport> {
  const { graphFormat } = readOptions('graph', without(options, 'out', 'store')).values;
  return (await derived()).runGraph({ ...storePlace(dir), format: graphFormat });
}

/** Writes the pages of a crawl as a listing, an archive, or Markdown. */
export async function exportPages(
  dir: string,
  options: ExportFlags = {},
): Promise<PagesReport | WarcReport | MarkdownReport> {
  const { exportFormat, text } = readOptions('export', without(options, 'out', 'store')).values;
  return (await derived()).runExport({ ...storePlace(dir), format: exportFormat, text });
}

/** Tells what a page of a crawl was over time: its versions, and what each has changed. */
export async function history(
  dir: string,
  page: string | number,
  options: HistoryFlags = {},
): Promise<PageHistory> {
  const { html, versions } = readOptions('history', without(options, 'out', 'store')).values;
  const { runHistory: run } = await import('../history.ts');
  return run({ ...storePlace(dir), page: String(page), html, versions });
}

/** Searches the pages, files and records of a crawl. */
export async function search(dir: string, query: string, options: SearchFlags = {}): Promise<SearchAnswer> {
  const { limit, offset, reindex } = readOptions('search', without(options, 'out', 'store')).values;
  const { runReindex, runSearch } = await import('../search/search.ts');
  const place = storePlace(dir);
  if (reindex) await runReindex(place);
  return runSearch({ ...place, query, limit, offset });
}

function derived(): Promise<typeof import('../derived.ts')> {
  return import('../derived.ts');
}

/** What the folder says must not be said a second time, and perhaps otherwise. */
function without(options: object, ...names: readonly string[]): object {
  const twice = names.find((name) => name in options);
  if (twice === undefined) return options;
  throw new ArgiopeError('USAGE', `the option "${twice}" is not taken here: the first argument says it`);
}

function controlsOf(
  given: RunOptions & {
    readonly hooks?: GivenHooks | undefined;
    readonly labeller?: CrawlControls['labeller'] | undefined;
  },
): CrawlControls {
  const { signal, listen, labeller } = given;
  return {
    ...(signal && { signal }),
    ...(listen && { listen }),
    ...(labeller && { labeller }),
    hooks: splitHooks(given.hooks).own,
  };
}
