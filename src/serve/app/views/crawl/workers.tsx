import type { ToldShare } from '../../../api/workers.ts';
import { crawlApi, useAgain, useApi } from '../../api.ts';
import { Failed } from '../../parts/states.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { countOf, countText, rateText, timeText } from '../../parts/words.ts';

/** Workers of a crawl that several processes share, and what is stuck. */
export function Workers({ id, isOver }: { readonly id: string; readonly isOver: boolean }) {
  const found = useApi<{ readonly share: ToldShare | null }>(crawlApi(id, '/workers'));
  const { reload } = found;
  const isAlone = found.data !== null && found.data.share === null;
  useAgain(reload, !isAlone && !isOver);
  if (found.error) return <Failed error={found.error} again={reload} />;
  const share = found.data?.share;
  if (!share || (isOver && share.workers.length === 0)) return null;
  return (
    <section class="section">
      <h2>Workers</h2>
      {!isOver && <Standing share={share} />}
      <WorkerTable share={share} />
    </section>
  );
}

function Standing({ share: { hosts, untaken, workers, rate, secondsLeft } }: { readonly share: ToldShare }) {
  const isManned = workers.some(({ isAlive }) => isAlive);
  return (
    <>
      <p class="soft">
        {countOf(hosts.open, 'host')} with addresses waiting or in hand, {countText(hosts.leased)} taken;{' '}
        {rateText(rate)} pages/s
        {secondsLeft !== null && hosts.open > 0 && `, about ${timeText(secondsLeft)} left`}
      </p>
      {hosts.expired > 0 && (
        <p class="alert">
          {countOf(hosts.expired, 'host')} of workers that are silent: others take{' '}
          {hosts.expired === 1 ? 'it' : 'them'} over.
        </p>
      )}
      {!isManned && (
        <p class="alert">
          Nobody works on it{untaken.length > 0 && `; waiting: ${untaken.join(', ')} …`}. Join with{' '}
          <code>argiope worker --store …</code>
        </p>
      )}
    </>
  );
}

function WorkerTable({ share: { workers } }: { readonly share: ToldShare }) {
  if (workers.length === 0) return null;
  return (
    <table class="stacked">
      <TableHead columns={['Worker', '#Hosts', '#Pages', '#Pages/s', '#In hand', 'Heard of']} />
      <tbody>
        {workers.slice(0, 50).map(({ worker, name, isAlive, hosts, pages, rate, requests, silent }) => (
          <tr key={worker} class={isAlive ? '' : 'soft'}>
            <th scope="row" class="any">
              {name}
            </th>
            <td class="num" data-name="Hosts">
              {countText(hosts)}
            </td>
            <td class="num" data-name="Pages">
              {countText(pages)}
            </td>
            <td class="num" data-name="Pages/s">
              {isAlive ? rateText(rate) : '–'}
            </td>
            <td class="num" data-name="In hand">
              {isAlive ? countText(requests) : '–'}
            </td>
            <td data-name="Heard of">{isAlive ? `${timeText(silent)} ago` : 'has left'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
