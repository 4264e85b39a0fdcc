import { leasedDocument, startLease, type WorkerReport } from '../model/share.ts';
import type { CrawlStatus } from '../run/sharing/status.ts';
import { count, counted } from './figures.ts';
import { usualColumns, wrap } from './terminal.ts';

/** Workers that are listed; those that are alive come first. */
const listed = 20;

/** How a crawl stands, in lines of so many columns. */
export function statusText(status: CrawlStatus, columns = usualColumns): string {
  const { name, finishedAt, pages, share, rate, estimate, busy } = status;
  const state = finishedAt !== null ? `finished ${finishedAt}` : busy ? 'at work' : 'nobody works on it';
  const lines = [
    `${name}: ${state}`,
    '',
    `  pages    ${count(pages.kept)} kept, ${count(pages.merged)} merged, ${count(pages.failed)} failed, ${count(pages.gone)} gone`,
    `  waiting  ${count(pages.queued)}${estimate === null ? '' : `, about ${span(estimate)} at ${(rate ?? 0).toFixed(1)} pages/s`}`,
  ];
  if (share === null) return `${lines.join('\n')}\n`;
  const { leases, hosts, workers, untaken } = share;
  lines.push(
    `  shared   ${count(hosts.open)} ${leases} with something waiting or in hand, ${count(hosts.leased)} taken`,
    '',
    ...workerLines(workers),
    ...stuckLines(status, untaken, hosts.expired, columns),
  );
  return `${lines.join('\n')}\n`;
}

function workerLines(workers: readonly WorkerReport[]): readonly string[] {
  const alive = workers.filter(({ isAlive }) => isAlive);
  const gone = workers.length - alive.length;
  if (workers.length === 0) return ['  no worker has joined yet: argiope worker --store …'];
  const head = '  worker                          taken     pages   pages/s  in hand  heard of';
  const rows = alive
    .slice(0, listed)
    .map(
      ({ name, hosts, pages, rate, requests, silent }) =>
        `  ${name.slice(-30).padEnd(30)} ${count(hosts).padStart(6)} ${count(pages).padStart(9)} ${rate.toFixed(1).padStart(9)} ${count(requests).padStart(8)}  ${span(silent)} ago`,
    );
  const more = alive.length > listed ? [`  and ${alive.length - listed} more`] : [];
  return [
    ...(alive.length > 0 ? [head, ...rows, ...more] : []),
    ...(gone > 0 ? [`  ${counted(gone, 'worker')} left`] : []),
  ];
}

function stuckLines(
  { finishedAt, share }: CrawlStatus,
  untaken: readonly string[],
  expired: number,
  columns: number,
): readonly string[] {
  if (finishedAt !== null) return [];
  const isManned = share?.workers.some(({ isAlive }) => isAlive) ?? false;
  return [
    ...(expired > 0
      ? [`  stuck: ${count(expired)} ${share?.leases} of workers that are silent; others take them over`]
      : []),
    ...(untaken.length > 0 && !isManned
      ? wrap(`stuck: nobody works on ${untaken.map(nameOf).join(', ')} …`, columns - 2).map(
          (line) => `  ${line}`,
        )
      : []),
  ];
}

/** Hosts have names, documents numbers. */
function nameOf(lease: string): string {
  const document = leasedDocument(lease);
  if (document !== null) return `document ${document}`;
  return lease === startLease ? 'the start page' : lease;
}

function span(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
