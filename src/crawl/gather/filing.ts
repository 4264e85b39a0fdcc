import type { CrawlSettings } from '../../config/settings.ts';
import { Sessions } from '../../frontier/index.ts';
import { type Figures, noTotals, type SiteStore } from '../../model/index.ts';
import { Chains } from '../index.ts';
import { Batch } from './batch.ts';
import { LinkJudge } from './judge.ts';
import { KnownNumbers } from './known.ts';
import { CountedNumbers } from './numbers.ts';
import { GatherRecorder } from './record.ts';

/** Addresses that are filed in one transaction. */
const piece = 20_000;

/**
 * Files addresses into the frontier of a site without visiting any: a list of millions costs no more memory
 * than one piece of it. Those that are known already are passed over; gives how many are new.
 */
export async function fileAddresses(
  site: SiteStore,
  settings: CrawlSettings,
  urls: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  const info = await site.info();
  const totals = { ...noTotals, ...info.totals };
  const sessions = new Sessions(await site.note('sessions'));
  const batch: Batch = new Batch({
    site,
    listen: () => {},
    limits: { bytes: Number.POSITIVE_INFINITY, age: 60_000 },
    closing: () => ({ nextNumber: recorder.next, totals }),
  });
  const known = { isNew: info.nextNumber === 0, most: 2 * piece };
  const recorder = new GatherRecorder({
    site,
    settings,
    batch,
    sessions,
    totals,
    numbers: new CountedNumbers(info.nextNumber),
    judge: new LinkJudge(settings, { scope: () => 'in', robots: null, sessions }),
    addresses: new KnownNumbers((prints) => site.numbersOf(prints), known),
    contents: new KnownNumbers(async () => new Map(), known),
    chains: new Chains(settings.chain, settings.thorough === 1),
    rank: () => 0,
    topic: null,
    file: () => {},
    settled: () => {},
    counted: () => {},
    oneDone: () => ({}) as Figures,
  });
  for await (const some of pieces(urls)) await recorder.seed(some);
  await batch.settled();
  return recorder.next - info.nextNumber;
}

async function* pieces(urls: Iterable<string> | AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let some: string[] = [];
  for await (const url of urls) {
    some.push(url);
    if (some.length < piece) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
