import type { PageInputView } from '../../../api/page-parts.ts';
import { crawlApi, useApi } from '../../api.ts';
import { Empty, WhenThere } from '../../parts/states.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import type { PartProps } from '../page.tsx';

/** Answers of the site that a page was made from. */
export function PageRequests({ crawl, page }: PartProps) {
  const found = useApi<{ readonly requests: readonly PageInputView[] }>(
    crawlApi(crawl, `/pages/${page.number}/requests`),
  );
  return (
    <WhenThere of={found}>
      {({ requests }) =>
        requests.length === 0 ? (
          <Empty>
            {page.kind === 'state'
              ? 'No request was needed to make this state of its document.'
              : 'It is not known which answers it was made from.'}
          </Empty>
        ) : (
          <table class="stacked">
            <TableHead columns={['Request', 'Gave', 'Last changed']} />
            <tbody>
              {requests.map((request) => (
                <tr key={`${request.method} ${request.url} ${request.sent}`}>
                  <th scope="row" class="any">
                    <code>
                      {request.method} {request.url}
                    </code>
                    {request.answered !== null && (
                      <div class="soft small">
                        answered by <code>{request.answered}</code>
                      </div>
                    )}
                    {request.sent !== null && (
                      <div class="soft small">
                        sent <code>{request.sent}</code>
                      </div>
                    )}
                  </th>
                  <td data-name="Gave">{request.kind}</td>
                  <td data-name="Changed">{request.lastModified ?? request.etag ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </WhenThere>
  );
}
