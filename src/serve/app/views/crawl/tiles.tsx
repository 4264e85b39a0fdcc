import type { LiveFigures } from '../../../live/figures.ts';
import { Plot, thinned } from '../../parts/plot.tsx';
import { bytesText, countOf, countText, rateText, timeText } from '../../parts/words.ts';

interface Tile {
  readonly name: string;
  readonly value: string;
  readonly more: string;
  readonly key: keyof LiveFigures;
}

/** The figures of a crawl, each with a small plot. */
export function Tiles({
  samples,
  latest,
  isLive,
}: {
  readonly samples: readonly LiveFigures[];
  readonly latest: LiveFigures;
  readonly isLive: boolean;
}) {
  const drawn = thinned(samples);
  return (
    <dl class="tiles" aria-label="Figures of the crawl">
      {tilesOf(latest, isLive).map(({ name, value, more, key }) => (
        <div class="tile" key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            <div class="more">{more}</div>
          </dd>
          {drawn.length > 1 && (
            <dd class="plot-of">
              <Plot points={drawn.map((sample) => [sample.at, Number(sample[key] ?? 0)])} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function tilesOf(figures: LiveFigures, isLive: boolean): readonly Tile[] {
  const { pages, waiting, fired, replayed, requests, requestsFromCache, bytes, errors, files, seconds } =
    figures;
  const left = figures.secondsLeft;
  const rate = isLive ? figures.pagesPerSecond : seconds > 0 ? pages / seconds : null;
  return [
    { name: 'Pages', value: countText(pages), more: files > 0 ? countOf(files, 'file') : '', key: 'pages' },
    {
      name: 'Pages per second',
      value: rateText(rate),
      more: isLive ? `${timeText(seconds)} of crawling` : `mean of ${timeText(seconds)}`,
      key: 'pagesPerSecond',
    },
    {
      name: 'Waiting',
      value: countText(waiting),
      more: isLive && left !== null ? `about ${timeText(Math.max(1, left))} left` : '',
      key: 'waiting',
    },
    {
      name: 'Events fired',
      value: countText(fired),
      more: replayed > 0 ? `${countText(replayed)} again on the way` : '',
      key: 'fired',
    },
    {
      name: 'Requests',
      value: countText(requests),
      more: `${bytesText(bytes)}${requestsFromCache > 0 ? `, ${countText(requestsFromCache)} from memory` : ''}`,
      key: 'requests',
    },
    { name: 'Errors', value: countText(errors), more: errors > 0 ? 'listed below' : '', key: 'errors' },
    ...(figures.memory === null
      ? []
      : [
          {
            name: 'Memory',
            value: bytesText(figures.memory),
            more: 'without the browser',
            key: 'memory' as const,
          },
        ]),
  ];
}
