import type { FieldQuery, ListQuestion } from '../../model/search.ts';

/** Conditions on rows `m`, pages or records, that alone are meant; values begin with the second. */
export function meant(
  of: ListQuestion['of'],
  { types, sites, fields }: NonNullable<ListQuestion['only']>,
): { readonly where: string; readonly values: readonly unknown[] } {
  const writer = new ConditionWriter();
  writer.oneOf('m.type', types);
  if (of === 'pages') writer.hosts(sites);
  else for (const field of fields) writer.field(field);
  return writer;
}

class ConditionWriter {
  readonly #conditions: string[] = ['true'];
  readonly values: unknown[] = [];

  get where(): string {
    return this.#conditions.join(' AND ');
  }

  require(condition: string): void {
    this.#conditions.push(condition);
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
