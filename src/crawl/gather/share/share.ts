import type { CookieJar, PlainCookie } from '../../../drivers/http/index.ts';
import type { HostManners, Manners, RobotsAnswer, Sessions } from '../../../frontier/index.ts';
import type { HostLease, SharedSite } from '../../../model/index.ts';
import type { Counting, Limits } from '../../index.ts';
import type { Access } from '../access.ts';
import type { Gatherer } from '../gatherer.ts';
import type { LinkJudge } from '../judge.ts';
import type { KnownNumbers } from '../known.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { WaitingAddress } from '../waiting.ts';
import { HostKeeper } from './keeper.ts';

/** What one of several workers on a crawl has of its own. */
export interface Share {
  readonly site: SharedSite;
  readonly cookies: CookieJar;
  /** Set when hosts are kept: whether the leases are surely this worker's. */
  isSure: () => boolean;
}

/** Hosts that a worker has at the most, for each page that it can have in hand: those that rest take no place. */
const hostsPerWorker = 4;

/** What is kept of a host from one lease to the next. */
interface Learned {
  readonly manners?: HostManners;
  readonly robots?: Readonly<Record<string, RobotsAnswer>>;
  readonly cookies?: readonly PlainCookie[];
}

/** Leases hosts for a gatherer, and keeps what it knows in line with what others do. */
export function keepHosts(parts: {
  readonly share: Share;
  readonly schedule: Schedule<WaitingAddress>;
  readonly gatherer: Gatherer;
  readonly access: Access;
  readonly manners: Manners;
  readonly workers: number;
  readonly known: {
    readonly addresses: KnownNumbers;
    readonly totals: Counting;
    readonly judge: LinkJudge;
    readonly sessions: Sessions;
  };
  readonly limits: Limits;
}): HostKeeper {
  const { share, schedule, gatherer, access, manners, known } = parts;
  const { site } = share;
  site.onLost((lost, merged) => {
    for (const { fingerprint, winner } of lost) known.addresses.set(fingerprint, winner);
    known.totals.instructionsUnique -= lost.length;
    known.totals.duplicates += merged.length;
    parts.limits.uncountPages(merged.length);
  });
  const keeper = new HostKeeper({
    site,
    most: Math.max(16, hostsPerWorker * parts.workers),
    open: (lease) => {
      takeOver(lease, manners, access, share.cookies);
      schedule.open(lease.host, Date.now());
    },
    close: (host) => schedule.close(host),
    learned: (host) => learnedOf(host, manners, access, share.cookies),
    wake: () => gatherer.wake(),
    fail: (error) => gatherer.fail(error),
    requests: () => gatherer.inHand,
    pages: () => parts.limits.figures(0).pages,
    refresh: () => refresh(share, known),
  });
  share.isSure = keeper.isSure;
  return keeper;
}

function takeOver(
  { host, rest, learned }: HostLease,
  manners: Manners,
  access: Access,
  jar: CookieJar,
): void {
  const { manners: kept, robots, cookies = [] } = JSON.parse(learned ?? '{}') as Learned;
  const next = Date.now() + rest;
  manners.restore({ [host]: { response: kept?.response ?? null, floor: kept?.floor ?? 0, next } });
  if (robots) access.robots?.restore(robots);
  if (cookies.length > 0) jar.add(cookies);
}

function learnedOf(
  host: string,
  manners: Manners,
  { robots }: Access,
  jar: CookieJar,
): { text: string; rest: number; facts: string } {
  const rules = [`http://${host}`, `https://${host}`].flatMap((origin) => {
    const answer = robots?.answer(origin) ?? null;
    return answer === null ? [] : [[origin, answer] as const];
  });
  const name = host.replace(/:\d+$/, '');
  const cookies = jar.all().filter(({ domain }) => name === domain || name.endsWith(`.${domain}`));
  const kept = manners.hostState(host);
  const learned: Learned = {
    manners: kept,
    robots: Object.fromEntries(rules),
    ...(cookies.length > 0 && { cookies }),
  };
  const facts = JSON.stringify([rules, cookies]);
  return { text: JSON.stringify(learned), rest: Math.max(0, kept.next - Date.now()), facts };
}

/** Names of sessions that others have learned. */
async function refresh(
  { site }: Share,
  { sessions, judge }: { readonly sessions: Sessions; readonly judge: LinkJudge },
): Promise<void> {
  if (sessions.merge(await site.note('sessions'))) judge.forget();
}
