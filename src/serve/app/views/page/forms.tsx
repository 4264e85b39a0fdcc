import type { PageFormView } from '../../../api/page-parts.ts';
import { crawlApi, useApi } from '../../api.ts';
import { Empty, WhenThere } from '../../parts/states.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import type { PartProps } from '../page.tsx';

/** Forms of a page: what they are for, and what their fields take. */
export function PageForms({ crawl, page }: PartProps) {
  const found = useApi<{ readonly forms: readonly PageFormView[] }>(
    crawlApi(crawl, `/pages/${page.number}/forms`),
  );
  return (
    <WhenThere of={found}>
      {({ forms }) =>
        forms.length === 0 ? (
          <Empty>There is no form on this page.</Empty>
        ) : (
          forms.map((form) => (
            <section key={form.xpath} class="record">
              <h2>
                {form.kind}
                <span class="soft small">
                  {' '}
                  {Math.round(form.confidence * 100)} % sure{form.searchable && ', can be searched'}
                </span>
              </h2>
              <p class="small soft any">
                <code>
                  {form.method.toUpperCase()} {form.action ?? '(only a script knows where to)'}
                </code>
              </p>
              <table class="fields">
                <TableHead columns={['Field', 'Takes', '#Values offered']} />
                <tbody>
                  {form.fields.map((field, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: fields of a stored form never move
                    <tr key={at}>
                      <th scope="row">{field.label || field.name || field.control}</th>
                      <td>{field.kind}</td>
                      <td class="num">{field.options === 0 ? 'any' : field.options}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          ))
        )
      }
    </WhenThere>
  );
}
