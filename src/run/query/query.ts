import { resolve } from 'node:path';
import type { CrawlSettings } from '../../config/settings.ts';
import { writeRecords } from '../../derive/records/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import {
  answerNames,
  bindRequest,
  conditionText,
  type JoinedRecord,
  joinRecords,
  parseRequest,
  type QueryRequest,
  rankSources,
  recordName,
  type UnifiedRecord,
  unifiedRecords,
} from '../../query/index.ts';
import type { ExtractedRecord } from '../../records/index.ts';
import { sinkOf } from '../extraction/inputs.ts';
import { askSource, mostPages } from './ask.ts';
import { BrowserTurns, SourceBrowser } from './browser.ts';
import { QueryHome } from './home.ts';
import { SourceReader } from './reader.ts';
import { findSources, type QueryLogin, type QuerySource, queryLogin, storeOf } from './sources.ts';
import { TimeLimit } from './time-limit.ts';

/** What is asked, whom, and how long it may take. */
export interface QuerySettings {
  /** Empty where a saved query is repeated. */
  readonly query: string;
  /** Folders of crawls whose forms are asked. */
  readonly outs: readonly string[];
  /** Store of a crawl, where it is not in its folder. */
  readonly store?: string | null;
  /** Pages with forms that are asked too. */
  readonly urls: readonly string[];
  /** Words for what the sources should be about. */
  readonly about: string | null;
  /** How many sources are asked at most; `null`: all. */
  readonly sources: number | null;
  /** Seconds that each source gets. */
  readonly timeout: number;
  /** Pages of one answer that are read. */
  readonly pages?: number;
  /** Folder for the mapping, samples and saved queries. */
  readonly dir: string;
  readonly save: string | null;
  readonly saved: string | null;
  /** Where records go besides, as with `extract`. */
  readonly records: readonly string[];
  /** How servers are asked. */
  readonly crawl: CrawlSettings;
}

/** What became of one source. */
export interface SourceReport {
  readonly source: string;
  readonly url: string;
  readonly status: 'answered' | 'failed' | 'late' | 'not asked';
  /** Records that met what was asked. */
  readonly records: number;
  readonly seconds: number;
  /** Conditions that the form could not say; its answers were checked for them where they tell. */
  readonly unexpressed: readonly string[];
  readonly notes: readonly string[];
}

/** One record of the answer. */
export interface QueryRecord extends Omit<JoinedRecord, 'unchecked'> {
  /** Conditions that nobody could check. */
  readonly unchecked?: readonly string[];
  /** Whether it was not among the answers before, where the query is a saved one. */
  readonly isNew?: boolean;
}

/** The answer of `argiope query`. */
export interface QueryReport {
  readonly command: 'query';
  readonly query: string;
  readonly records: readonly QueryRecord[];
  readonly sources: readonly SourceReport[];
  /** Records that are new since the query was asked before. */
  readonly new?: number;
  /** File that says how conditions are put into the fields of each source. */
  readonly map: string;
  /** Files that records were written to. */
  readonly files?: readonly string[];
}

/** Asks all sources at once, joins what they say, and tells what became of each. */
export async function runQuery(
  given: QuerySettings,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<QueryReport> {
  const home = new QueryHome(given.dir);
  const before = given.saved === null ? null : home.saved(given.saved);
  const settings = before === null ? given : { ...given, ...pick(before), query: before.query };
  const request = parseRequest(settings.query);
  const { crawl } = settings;
  const login = await queryLogin(settings);
  const turns = new BrowserTurns();
  const stores = settings.store
    ? [{ out: settings.outs[0] ?? '.', store: settings.store }]
    : settings.outs.map(storeOf);
  const known = (name: string) => home.mapOf(name);
  const looks = { settings: crawl, ...login, turns, timeout: settings.timeout, signal, known };
  const { sources, lost } = await findSources({ stores, urls: settings.urls }, looks);
  const mapped = sources.map((source) => withHome(source, home));
  const chosen = rankSources(mapped, settings.about, request)
    .map(({ source }) => source)
    .slice(0, settings.sources ?? mapped.length);
  const asked = await Promise.all(
    chosen.map((source) => askOne(source, request, { settings, home, login, turns, signal })),
  );
  await home.save();
  const joined = joinRecords(
    asked.flatMap(({ records }) => records),
    request,
  );
  const gone = lost.map(
    ({ source, why }): SourceReport => ({
      ...nothing(source, source),
      status: statusOf(why),
      notes: [why.message],
    }),
  );
  const reports = [...asked.map(({ report }) => report), ...gone];
  refuseSilence(reports);
  const seen = before === null ? null : new Set(before.seen);
  const records = joined.map((record) => told(record, seen));
  const name = settings.save ?? settings.saved;
  if (name !== null) {
    const { query, outs, urls, about, sources: most } = settings;
    const all = [
      ...new Set([
        ...(before?.seen ?? []),
        ...joined.map(({ fields, sources: own }) => recordName(fields, own)),
      ]),
    ];
    const paths = outs.map((out) => resolve(out));
    await home.keepQuery({
      name,
      query,
      outs: paths,
      urls,
      about,
      sources: most,
      seen: all,
      time: new Date().toISOString(),
    });
  }
  return {
    command: 'query',
    query: settings.query,
    records,
    sources: reports,
    ...(seen !== null && { new: records.filter(({ isNew }) => isNew).length }),
    map: home.mapFile,
    ...(settings.records.length > 0 && { files: await written(settings, records) }),
  };
}

function pick({ outs, urls, about, sources }: Pick<QuerySettings, 'outs' | 'urls' | 'about' | 'sources'>) {
  return { outs, urls, about, sources };
}

/** A source with what people have corrected, and with the sample that is kept of it. */
function withHome(source: QuerySource, home: QueryHome): QuerySource {
  const { page, meanings } = source;
  const { fields } = home.learn(source.name, { form: sentTo(source), page, fields: meanings, answers: {} });
  return { ...source, meanings: fields, sample: home.sample(source.name)?.texts ?? [] };
}

/** Where the form of a source sends to, for the person who reads the mapping. */
function sentTo({ form, sent }: QuerySource): string {
  return sent === null ? '(by a script)' : form.action;
}

interface AskParts {
  readonly settings: QuerySettings;
  readonly home: QueryHome;
  readonly login: QueryLogin;
  readonly turns: BrowserTurns;
  readonly signal: AbortSignal | undefined;
}

interface Asked {
  readonly report: SourceReport;
  readonly records: readonly UnifiedRecord[];
}

function nothing(source: string, url: string): Omit<SourceReport, 'status'> {
  return { source, url, records: 0, seconds: 0, unexpressed: [], notes: [] };
}

/** Asks one source; whatever happens there is told and holds nobody back. */
async function askOne(source: QuerySource, request: QueryRequest, parts: AskParts): Promise<Asked> {
  const { name, form, page, meanings } = source;
  const { settings, home, login, turns, signal } = parts;
  const bound = bindRequest(form, meanings, request);
  const base = nothing(name, page);
  if (bound === null) {
    const notes = ['its form has no field for anything that was asked'];
    const unexpressed = request.conditions.map(conditionText);
    return { report: { ...base, status: 'not asked', unexpressed, notes }, records: [] };
  }
  const asWords = bound.asWords.map((one) => `it was asked for ${conditionText(one)} as words`);
  const unexpressed = bound.unexpressed.filter((one) => !bound.asWords.includes(one)).map(conditionText);
  if (bound.words.length > 0) unexpressed.push(bound.words.join(' '));
  const crawl = { ...settings.crawl, seeds: source.seeds };
  const reader = new SourceReader(crawl, login.cookies);
  const limit = new TimeLimit(settings.timeout, signal);
  const browser = new SourceBrowser({ settings: crawl, reader, turns, limit, storage: login.storage });
  const start = performance.now();
  const ended = (status: SourceReport['status'], notes: readonly string[], records = 0): SourceReport => {
    const seconds = Math.round(performance.now() - start) / 1000;
    return { ...base, status, unexpressed, records, seconds, notes };
  };
  try {
    const hands = { reader, browser, kept: home.sample(name), engine: crawl.engine };
    const answer = await limit.of(askSource(source, bound, { ...hands, pages: settings.pages ?? mostPages }));
    if (answer === 'late')
      return { report: ended('late', [`no whole answer within ${settings.timeout} s`]), records: [] };
    if (answer.sample !== null) {
      const { script, ...sample } = answer.sample;
      // Requests of somebody who is signed in may say who it is.
      const isOpen = script !== undefined && login.cookies.length === 0;
      await home.keepSample(name, isOpen ? answer.sample : sample);
    }
    const names = answerNames(answer.rows, home.mapOf(name)?.answers ?? {});
    home.learn(name, { form: sentTo(source), page, fields: meanings, answers: names });
    const { conditions } = request;
    const { expressed, words } = bound;
    const records = unifiedRecords(name, answer.rows, names, { conditions, expressed, words });
    return { report: ended('answered', [...asWords, ...answer.notes], records.length), records };
  } catch (error) {
    return { report: ended(statusOf(error), [(error as Error).message]), records: [] };
  } finally {
    limit.close();
    await Promise.all([reader.close(), browser.close()]);
  }
}

function statusOf(error: unknown): 'late' | 'failed' {
  return error instanceof ArgiopeError && error.code === 'TIMEOUT' ? 'late' : 'failed';
}

/** Where nobody answered, an empty table would say that there is nothing. */
function refuseSilence(reports: readonly SourceReport[]): void {
  if (reports.some(({ status }) => status === 'answered')) return;
  const why = reports.map(({ source, notes }) => `${source}: ${notes[0] ?? 'not asked'}`).slice(0, 5);
  throw new ArgiopeError(
    'NOTHING_CRAWLED',
    reports.length === 0 ? 'there is no form that can be asked' : `no source answered (${why.join('; ')})`,
    {
      advice:
        'Name crawls with --out DIR or pages with forms by their addresses; `argiope forms` lists forms.',
    },
  );
}

function told({ unchecked, ...record }: JoinedRecord, seen: ReadonlySet<string> | null): QueryRecord {
  return {
    ...record,
    ...(unchecked.length > 0 && { unchecked: unchecked.map(conditionText) }),
    ...(seen !== null && { isNew: !seen.has(recordName(record.fields, record.sources)) }),
  };
}

/** Writes records as `extract` does, below the folder of queries. */
async function written(
  { dir, records: places, query }: QuerySettings,
  records: readonly QueryRecord[],
): Promise<readonly string[]> {
  const folder = resolve(dir);
  const set = {
    source: query,
    schema: null,
    records: records.map(
      ({ fields, sources }, at): ExtractedRecord => ({
        page: String(at + 1),
        url: sources[0]?.url ?? null,
        type: 'query',
        path: null,
        fields: {
          ...Object.fromEntries(
            Object.entries(fields).map(([name, values]) => [
              name,
              values.length === 1 ? (values[0] as string) : values,
            ]),
          ),
          source: sources.map(({ source }) => source),
        },
        confidence: {},
        key: recordName(fields, sources),
      }),
    ),
  };
  const sinks = places.flatMap((place) => sinkOf(place, folder));
  return (await writeRecords(set, { dir: folder, sinks })).files;
}
