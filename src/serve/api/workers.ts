/** Who works on a crawl whose store is shared: workers, what they have taken, and what nobody has. */
import { runStatus } from '../../run/sharing/status.ts';
import { aCount, aFlag, aNumber, anObject, aText, listOf, orNull, type TypeOf } from '../schema.ts';
import { crawlRoute } from './shared.ts';

const workerSchema = anObject({
  worker: aCount('Number of the worker'),
  name: aText('Machine and process'),
  joinedAt: aText('ISO 8601'),
  silent: aNumber('Seconds since it was heard of'),
  isAlive: aFlag(),
  hosts: aCount('Hosts that it has taken'),
  pages: aCount('Pages that it has kept'),
  rate: aNumber('Pages in a second, lately'),
  requests: aCount('Requests that are under way'),
});

const shareSchema = anObject({
  workers: listOf(workerSchema, 'Those that are alive first'),
  hosts: anObject({
    open: aCount('With addresses waiting or in hand'),
    leased: aCount('Taken by workers'),
    expired: aCount('Taken by workers that are silent: others take them over'),
  }),
  untaken: listOf(aText(), 'Hosts with addresses that nobody has taken, some of them'),
  rate: aNumber('Pages in a second of all workers, lately'),
  secondsLeft: orNull(aNumber('Until what waits now is done at that rate')),
});

/** How the work on a crawl is shared. */
export type ToldShare = TypeOf<typeof shareSchema>;

/** Whether several processes can work on a crawl in such a store. */
export function canBeShared(store: string): boolean {
  return /^postgres/i.test(store);
}

/** Routes of workers. */
export const workerRoutes = [
  crawlRoute({
    path: '/workers',
    tag: 'Crawls',
    summary:
      'Workers of a crawl that several processes share, and what is stuck; null where one process crawls',
    answer: anObject({ share: orNull(shareSchema) }),
    run: async ({ crawl }) => {
      const { place } = crawl;
      if (!canBeShared(place.store)) return { share: null };
      const { share, rate, estimate } = await runStatus(place);
      if (share === null) return { share: null };
      const { workers, hosts, untaken } = share;
      return {
        share: {
          workers: workers.toSorted((one, other) => Number(other.isAlive) - Number(one.isAlive)),
          hosts,
          untaken,
          rate: rate ?? 0,
          secondsLeft: estimate,
        },
      };
    },
  }),
];
