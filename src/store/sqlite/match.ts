import type { FieldQuery } from '../../model/search.ts';

/** A condition of SQL with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** What is asked of a record's field. Names of fields are compared in lower case. */
export function fieldCondition(test: FieldQuery): Condition {
  const { sql, values } = valueCondition(test);
  const exists = `EXISTS (SELECT 1 FROM search_values AS v
    WHERE v.site = search_records.site AND v.record = search_records.id AND v.field = ? AND ${sql})`;
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
  const one = asked.map((site) => `(${bare(site)} = ? OR substr(${bare(site)}, -length(?)) = ?)`);
  const values = asked.flatMap((site) => [site, `.${site}`, `.${site}`]);
  return { sql: `(${one.join(' OR ')})`, values };
}
