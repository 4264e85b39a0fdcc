import type { FieldQuery, SearchTerm } from '../../model/search.ts';

/** A condition of SQL with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const columns = { any: '{title find}', title: 'title', url: 'url' } as const;

/**
 * Terms in the language of FTS5; `null` where nothing must be there. What must not be there counts only beside
 * something that must (see `withoutMatch`).
 */
export function matchText(all: readonly SearchTerm[], none: readonly SearchTerm[]): string | null {
  if (all.length === 0) return null;
  const wanted = all.map(termText).join(' AND ');
  return none.length === 0 ? wanted : `(${wanted}) NOT (${none.map(termText).join(' OR ')})`;
}

/** What must not be there, for questions that name nothing that must. */
export function withoutMatch(none: readonly SearchTerm[]): string | null {
  return none.length === 0 ? null : none.map(termText).join(' OR ');
}

function termText(term: SearchTerm): string {
  if (term.kind !== 'term') {
    const parts = term.terms.map(termText);
    return parts.length === 1
      ? (parts[0] as string)
      : `(${parts.join(term.kind === 'all' ? ' AND ' : ' OR ')})`;
  }
  const { column, tokens, prefix, word } = term;
  const found = `${columns[column]} : ${quoted(tokens.join(' '))}${prefix ? ' *' : ''}`;
  // A word of two characters is one of its pairs already, and ranks where it is a word by the second column.
  return word === null || column !== 'any' ? found : `(${found} OR words : ${quoted(word)})`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '')}"`;
}

/** What is asked of a record's field. Names of fields are compared in lower case. */
export function fieldCondition(test: FieldQuery): Condition {
  const { sql, values } = valueCondition(test);
  const exists = `EXISTS (SELECT 1 FROM search_values AS v
    WHERE v.record = search_records.id AND v.field = ? AND ${sql})`;
  return { sql: test.isNot ? `NOT ${exists}` : exists, values: [test.field, ...values] };
}

function valueCondition(test: FieldQuery): Condition {
  switch (test.kind) {
    case 'compare':
      return { sql: `v.number ${test.sign} ?`, values: [test.value] };
    case 'equals':
      return { sql: 'v.plain = ?', values: [test.text] };
    case 'contains':
      return {
        sql: 'instr(v.tokens, ?) > 0',
        values: [` ${test.tokens.join(' ')}${test.prefix ? '' : ' '}`],
      };
  }
}

/** One of several texts. */
export function oneOf(column: string, texts: readonly string[]): Condition {
  if (texts.length === 0) return { sql: '1', values: [] };
  return { sql: `${column} IN (${texts.map(() => '?').join(', ')})`, values: texts };
}

/** Hosts, or the domains that they are in; a port counts where one is asked for. */
export function hostCondition(sites: readonly string[]): Condition {
  if (sites.length === 0) return { sql: '1', values: [] };
  const asked = sites.map((site) =>
    site
      .toLowerCase()
      .replace(/^[a-z]+:\/\//, '')
      .replace(/\/.*$/, ''),
  );
  const bare = (site: string) =>
    site.includes(':')
      ? 'search_pages.host'
      : "substr(search_pages.host || ':', 1, instr(search_pages.host || ':', ':') - 1)";
  const one = asked.map((site) => `(${bare(site)} = ? OR ${bare(site)} LIKE '%.' || ?)`);
  return { sql: `(${one.join(' OR ')})`, values: asked.flatMap((site) => [site, site]) };
}
