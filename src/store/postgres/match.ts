import type { FieldQuery, SearchQuery, SearchTerm } from '../../model/search.ts';
import type { Queries } from './connection.ts';
import { leafOf, wordLeaf } from './words.ts';

/** What is looked through: pages, whose words stand in parts, or records with theirs. */
export type MatchSource = 'pages' | 'records';

/** Parts of a statement over rows `m` that match a question; its values begin with the second. */
export interface Matching {
  readonly joins: string;
  readonly where: string;
  readonly score: string;
  readonly values: readonly unknown[];
}

/** Weights of classes D, C, B and A: address, words, tokens, title; those of SQLite's, of one. */
const weights = `'{0.17, 0.25, 0.17, 1}'::float4[]`;

/**
 * Reads a question as conditions and a score. Every word or phrase counts by how often and where it is in the text
 * (`ts_rank`, by the length of the text) and by how few texts have it, as BM25 does.
 */
export async function matching(
  queries: Queries,
  site: number,
  query: SearchQuery,
  source: MatchSource,
): Promise<Matching> {
  const writer = new MatchWriter(source);
  for (const term of query.all) writer.require(writer.condition(term));
  for (const term of query.none) writer.require(`NOT (${writer.condition(term)})`);
  writer.oneOf('m.type', query.types);
  if (source === 'pages') writer.hosts(query.sites);
  else for (const field of query.fields) writer.field(field);
  const leaves = [...new Set(query.all.flatMap(leavesOf))];
  for (const leaf of leaves) writer.rank(leaf, await rarity(queries, site, leaf, source));
  return writer;
}

function leavesOf(term: SearchTerm): readonly string[] {
  if (term.kind !== 'term') return term.terms.flatMap(leavesOf);
  return term.word === null || term.column !== 'any' ? [leafOf(term)] : [leafOf(term), wordLeaf(term.word)];
}

/** How much a find counts by how few of the texts it is in (the IDF of BM25). */
async function rarity(queries: Queries, site: number, leaf: string, source: MatchSource): Promise<number> {
  const table = source === 'pages' ? 'search_words' : 'search_records';
  const row = await queries.get<{ found: number; all: number }>(
    `SELECT count(*) FILTER (WHERE words @@ $2::tsquery) AS found, count(*) AS all FROM ${table} WHERE site = $1`,
    ...[site, leaf],
  );
  const { found = 0, all = 0 } = row ?? {};
  return Math.max(1e-6, Math.log((all - found + 0.5) / (found + 0.5) + 1));
}

class MatchWriter implements Matching {
  readonly #source: MatchSource;
  readonly #conditions: string[] = ['true'];
  readonly #scores: string[] = [];
  readonly values: unknown[] = [];

  constructor(source: MatchSource) {
    this.#source = source;
  }

  get joins(): string {
    if (this.#source === 'records' || this.#scores.length === 0) return '';
    return `JOIN LATERAL (SELECT ${this.#scores.join(' + ')} AS score FROM search_words w
      WHERE w.site = m.site AND w.number = m.number) s ON true`;
  }

  get where(): string {
    return this.#conditions.join(' AND ');
  }

  get score(): string {
    if (this.#scores.length === 0) return '0::float8';
    return this.#source === 'pages' ? 's.score' : this.#scores.join(' + ');
  }

  require(condition: string): void {
    this.#conditions.push(condition);
  }

  condition(term: SearchTerm): string {
    if (term.kind !== 'term') {
      const parts = term.terms.map((each) => this.condition(each));
      return `(${parts.join(term.kind === 'all' ? ' AND ' : ' OR ')})`;
    }
    const found = this.#has(leafOf(term));
    return term.word === null || term.column !== 'any'
      ? found
      : `(${found} OR ${this.#has(wordLeaf(term.word))})`;
  }

  #has(leaf: string): string {
    const query = `${this.#value(leaf)}::tsquery`;
    return this.#source === 'records'
      ? `m.words @@ ${query}`
      : `m.number IN (SELECT number FROM search_words WHERE site = $1 AND words @@ ${query})`;
  }

  rank(leaf: string, rarity: number): void {
    const [words, of] = this.#source === 'records' ? ['m.words', ''] : ['w.words', 'max'];
    const found = `ts_rank(${weights}, ${words}, ${this.#value(leaf)}::tsquery, 1)`;
    this.#scores.push(`${of}(${found}) * ${this.#value(rarity)}::float8`);
  }

  oneOf(column: string, texts: readonly string[]): void {
    if (texts.length > 0) this.require(`${column} = ANY (${this.#value(texts)}::text[])`);
  }

  /** Hosts, or the domains that they are in; a port counts where one is asked for. */
  hosts(sites: readonly string[]): void {
    if (sites.length === 0) return;
    const asked = sites.map((site) => {
      const host = site
        .toLowerCase()
        .replace(/^[a-z]+:\/\//, '')
        .replace(/\/.*$/, '');
      const column = host.includes(':') ? 'm.host' : "split_part(m.host, ':', 1)";
      return `(${column} = ${this.#value(host)} OR right(${column}, ${host.length + 1}) = ${this.#value(`.${host}`)})`;
    });
    this.require(`(${asked.join(' OR ')})`);
  }

  /** What is asked of a record's field. Names of fields are compared in lower case. */
  field(test: FieldQuery): void {
    const name = this.#value(test.field);
    const exists = `EXISTS (SELECT 1 FROM search_values v WHERE v.site = m.site AND v.record = m.id
      AND v.field = ${name} AND ${this.#valueTest(test)})`;
    this.require(test.isNot ? `NOT ${exists}` : exists);
  }

  #valueTest(test: FieldQuery): string {
    switch (test.kind) {
      case 'compare':
        return `v.number ${test.sign} ${this.#value(test.value)}::float8`;
      case 'equals':
        return `v.plain = ${this.#value(test.text)}`;
      case 'contains':
        return `position(${this.#value(` ${test.tokens.join(' ')}${test.prefix ? '' : ' '}`)} in v.tokens) > 0`;
    }
  }

  #value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length + 1}`;
  }
}
