import type { ToldAnswer } from '../../../api/search.ts';
import { countText } from '../../parts/words.ts';

/** A question with a further condition on a field. */
export function withTerm(question: string, field: string, value: string): string {
  const name = /\s/.test(field) ? `"${field}"` : field;
  return `${question} ${name}="${value.replaceAll('"', '')}"`;
}

/** Values of the fields of the records that match; choosing one narrows the question. */
export function Facets({
  facets,
  choose,
}: {
  readonly facets: ToldAnswer['facets'];
  readonly choose: (field: string, value: string) => void;
}) {
  const fields = Object.entries(facets);
  if (fields.length === 0) return null;
  return (
    <aside class="facets" aria-label="Values of fields">
      {fields.map(([field, { values, others, range }]) => (
        <section key={field}>
          <h2>{field}</h2>
          {range && (
            <p class="small soft">
              {range[0]} to {range[1]}
            </p>
          )}
          <ul>
            {values.map(({ value, count }) => (
              <li key={value}>
                <button type="button" class="plain" onClick={() => choose(field, value)}>
                  <span class="one-line">{value}</span>
                  <span class="num soft">{countText(count)}</span>
                </button>
              </li>
            ))}
          </ul>
          {others > 0 && <p class="small soft">{countText(others)} more</p>}
        </section>
      ))}
    </aside>
  );
}
