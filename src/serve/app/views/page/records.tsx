import { crawlApi, useApi } from '../../api.ts';
import { Empty, WhenThere } from '../../parts/states.tsx';
import type { PartProps } from '../page.tsx';

interface ToldRecord {
  readonly type: string;
  readonly path: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Records that were made of a page. */
export function PageRecords({ crawl, page }: PartProps) {
  const found = useApi<{ readonly records: readonly ToldRecord[] }>(
    crawlApi(crawl, `/pages/${page.number}/records`),
  );
  return (
    <WhenThere of={found}>
      {({ records }) =>
        records.length === 0 ? (
          <Empty>
            <p>
              No record was made of this page. <code>argiope extract</code> makes records of the pages of a
              crawl.
            </p>
          </Empty>
        ) : (
          records.map((record) => (
            <section key={record.path ?? ''} class="record">
              <h2>
                {record.type}
                {record.path !== null && <code class="soft small"> {record.path}</code>}
              </h2>
              <FieldTable fields={record.fields} />
            </section>
          ))
        )
      }
    </WhenThere>
  );
}

/** Values of a record by their fields. */
export function FieldTable({ fields }: { readonly fields: Readonly<Record<string, unknown>> }) {
  return (
    <table class="fields">
      <tbody>
        {Object.entries(fields).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="any">{valueText(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–');
}
