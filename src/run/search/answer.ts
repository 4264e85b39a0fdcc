import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EntryPaths, type EntryStep } from '../../derive/entry-path.ts';
import { pageLabel } from '../../derive/label.ts';
import { possibleNames } from '../../derive/names/file-names.ts';
import type { Facet, Page, SearchQuery, SiteStore } from '../../model/index.ts';
import type { ExtractedRecord } from '../../records/index.ts';
import {
  findTokens,
  OwnText,
  pageMatches,
  parseQuery,
  type RankedHit,
  ranked,
  readingLines,
  recordMatches,
  snippetOf,
  soughtOf,
  suggestion,
} from '../../search/index.ts';

/** A page of a hit: where it is, how it is reached, and the text that matches. */
export interface FoundPage {
  /** Number of the page; `null` for a record of a file that is no page of the crawl. */
  readonly number: number | null;
  /** Address that opens it, `null` where only events lead to it. */
  readonly url: string | null;
  readonly title: string;
  /** Its title and what is fired on the way to it: `New thing › Reviews`. */
  readonly label: string;
  /** The part of its text that matches best. */
  readonly text: string;
  /** Where in that text the words stand that were asked for. */
  readonly marks: readonly (readonly [number, number])[];
  /** File of the page in the mirror, from the folder of the crawl; `null` where there is none. */
  readonly mirror: string | null;
  /** How it is reached: the address to open, then the events to fire. */
  readonly entry: readonly EntryStep[];
  readonly score: number;
}

/** One hit. */
export interface SearchHit extends FoundPage {
  /** Other states of the same document that match, the best first; absent where there are none. */
  readonly states?: readonly FoundPage[];
  /** How many more of them match. */
  readonly moreStates?: number;
  /** The record that was asked for. */
  readonly record?: Pick<ExtractedRecord, 'type' | 'path' | 'fields'>;
}

/** An answer: the JSON object of `search --json`. */
export interface SearchAnswer {
  readonly command: 'search';
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /** How many there are in all. */
  readonly total: number;
  /** Values of the fields of the records that match, with their numbers. */
  readonly facets?: Readonly<Record<string, Facet>>;
  /** What was probably meant, where a word is on no page. */
  readonly suggestion?: string;
  /** Pages that show the words in their frame alone, where nothing was found. */
  readonly inFrame?: number;
  /** Pages that are not indexed yet, because a crawl that runs has the store. */
  readonly waiting?: number;
}

/** States of one hit that are shown. */
const mostStates = 10;

/** How many hits are shown, and from which on. */
export interface AnswerOptions {
  readonly limit: number;
  readonly offset?: number;
}

/** Values of a field that are named. */
const facetValues = 10;

/** Answers a question from the index of a site; records are the hits where a field of theirs is asked for. */
export async function answer(
  site: SiteStore,
  out: string,
  text: string,
  options: AnswerOptions,
): Promise<SearchAnswer> {
  const query = parseQuery(text);
  const teller = new HitTeller(site, out, query);
  const found =
    query.fields.length > 0
      ? await recordHits(teller, site, query, options)
      : await pageHits(teller, site, query, options);
  const base = { command: 'search', query: text, ...found } as const;
  if (found.total > 0 || query.all.length === 0) return base;
  const better = await suggestion(text, query, site.search);
  const inFrame = await framePages(site, query);
  return { ...base, ...(better !== null && { suggestion: better }), ...(inFrame > 0 && { inFrame }) };
}

type Found = Pick<SearchAnswer, 'hits' | 'total' | 'facets'>;

async function pageHits(
  teller: HitTeller,
  site: SiteStore,
  query: SearchQuery,
  { limit, offset = 0 }: AnswerOptions,
): Promise<Found> {
  const all = ranked(await pageMatches(site.search, query));
  const hits: SearchHit[] = [];
  for (const hit of all.slice(offset, offset + limit)) hits.push(await teller.hit(hit, mostStates));
  return { hits, total: all.length };
}

async function recordHits(
  teller: HitTeller,
  site: SiteStore,
  query: SearchQuery,
  { limit, offset = 0 }: AnswerOptions,
): Promise<Found> {
  const all = await recordMatches(site.search, query);
  const hits: SearchHit[] = [];
  for (const { id, score } of all.slice(offset, offset + limit)) {
    const json = await site.search.record(id);
    if (json !== null) hits.push(await teller.record(JSON.parse(json) as ExtractedRecord, score));
  }
  const facets = await site.search.facets(
    all.map(({ id }) => id),
    facetValues,
  );
  return { hits, total: all.length, ...(all.length > 0 && { facets }) };
}

/** Makes hits of what the index found. */
class HitTeller {
  readonly #site: SiteStore;
  readonly #out: string;
  readonly #paths: EntryPaths;
  readonly #own: OwnText;
  readonly #sought: ReturnType<typeof soughtOf>;

  constructor(site: SiteStore, out: string, query: SearchQuery) {
    this.#site = site;
    this.#out = out;
    this.#paths = new EntryPaths(site);
    this.#own = new OwnText(site.search);
    this.#sought = soughtOf(query.all);
  }

  async hit({ pages }: RankedHit, most: number): Promise<SearchHit> {
    const [best, ...others] = pages;
    const hit = await this.#page(best as (typeof pages)[number]);
    const states: FoundPage[] = [];
    for (const state of others.slice(0, most)) states.push(await this.#page(state));
    const more = others.length - states.length;
    return { ...hit, ...(states.length > 0 && { states }), ...(more > 0 && { moreStates: more }) };
  }

  async record({ type, path, fields, url, page: name }: ExtractedRecord, score: number): Promise<SearchHit> {
    const number = /^\d+$/.test(name) ? Number(name) : null;
    const page = number === null ? null : await this.#site.page(number);
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${valueText(value)}`);
    const snippet = snippetOf(lines, this.#sought);
    const place =
      page === null ? { url, title: '', label: '', mirror: null, entry: [] } : await this.#place(page);
    return { number, ...place, ...snippet, score: rounded(score), record: { type, path, fields } };
  }

  async #page({ number, score }: { readonly number: number; readonly score: number }): Promise<FoundPage> {
    const [indexed, page] = [await this.#site.search.page(number), await this.#site.page(number)];
    const place = page && (await this.#place(page));
    const own = indexed && (await this.#own.of(indexed));
    return {
      number,
      ...(place ?? { url: null, label: '', mirror: null, entry: [] }),
      title: indexed?.title ?? '',
      ...snippetOf(own ? readingLines(own) : [], this.#sought),
      score: rounded(score),
    };
  }

  async #place(page: Page): Promise<Pick<FoundPage, 'url' | 'title' | 'label' | 'mirror' | 'entry'>> {
    const entry = await this.#paths.of(page);
    const title = page.content?.title ?? '';
    return {
      url: await this.#paths.addressOf(page),
      title,
      label: pageLabel(title, entry),
      mirror: await mirrorFile(this.#site, this.#out, page),
      entry,
    };
  }
}

function valueText(value: ExtractedRecord['fields'][string]): string {
  return [value]
    .flat()
    .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    .join(', ');
}

function rounded(score: number): number {
  return Number(score.toPrecision(6));
}

/** How many pages have all words of a question in what their site shows on most of its pages. */
async function framePages(site: SiteStore, query: SearchQuery): Promise<number> {
  const wanted = soughtTokens(query);
  if (wanted.length === 0) return 0;
  const { seeds } = await site.info();
  const hosts = new Set(seeds.map((seed) => URL.parse(seed)?.host ?? ''));
  let pages = 0;
  for (const host of hosts) {
    const frame = await site.search.frame(host);
    const tokens = new Set(findTokens((frame?.texts ?? []).join('\n')));
    if (frame && wanted.every((token) => tokens.has(token))) pages += frame.pages;
  }
  return pages;
}

function soughtTokens({ all }: SearchQuery): readonly string[] {
  const { words, runs } = soughtOf(all);
  return [...words.map(({ text }) => text), ...runs.flatMap((run) => findTokens(run).slice(0, -1))];
}

/** File of a page in the mirror that was written, from the folder of the crawl; `null` where there is none. */
export async function mirrorFile(site: SiteStore, out: string, page: Page): Promise<string | null> {
  for (const name of await possibleNames(site, page)) {
    const file = `mirror/${name}.html`;
    if (existsSync(join(out, file))) return file;
  }
  return null;
}
