import { normalizeUrl, RobotsGate, Sessions, seedPriority } from '../../frontier/index.ts';
import { freshest } from '../../frontier/revisit/index.ts';
import { Agreements, ClassAudits, Positions } from '../../identity/index.ts';
import { noTotals } from '../../model/index.ts';
import { Ledger } from '../commit/ledger.ts';
import { Recorder } from '../commit/record.ts';
import { Gate } from '../discover/gate.ts';
import { Numbers } from '../discover/numbers.ts';
import { PageRules } from '../discover/page-rules.ts';
import { mergedNotes } from '../gather/share/notes.ts';
import { Atlas } from '../map/atlas.ts';
import { States } from '../map/states.ts';
import { Chains } from '../order/chains.ts';
import { DiskQueue, PageQueue } from '../order/queue.ts';
import { Yields } from '../order/yields.ts';
import { Presumptions } from '../presume/presumptions.ts';
import { Returns } from '../presume/returns.ts';
import { queueSkipped } from '../presume/skipped.ts';
import { Sameness } from '../sameness/sameness.ts';
import { Volatility } from '../sameness/volatility.ts';
import { DocumentShare } from '../share/documents.ts';
import { LearnedTogether } from '../share/learned.ts';
import { LeasedQueue } from '../share/leased-queue.ts';
import type { Ending } from './ending.ts';
import { Guidance } from './guidance.ts';
import { Limits } from './limits.ts';
import type { CrawlParts } from './parts.ts';
import { countKept, nowherePages, resumeQueue } from './resume.ts';
import { seedFromSitemaps } from './sitemap-seeds.ts';
import type { Counting } from './totals.ts';

/** Everything that a crawl knows, and what decides by it. */
export type Knowledge = Awaited<ReturnType<typeof takeUp>>;

/** Everything that a crawl knows, read from the store: a fresh one knows its seeds. */
export async function takeUp(parts: CrawlParts, { signal: ends, began }: Ending) {
  const { settings, site, files, manners, listen, signal, guide = null, hooks } = parts;
  const info = await site.info();
  // Workers count for themselves; what they count is added when it is read.
  const totals: Counting = parts.share ? { ...noTotals } : { ...noTotals, ...info.totals };
  // Where nothing is presumed, nothing is tested.
  const audit = settings.dedupe === 'double' ? settings.audit : 'none';
  const audits = new ClassAudits(await site.note('classes'), audit, settings.want.length > 0);
  audits.trust(guide?.classes ?? []);
  const yields = new Yields(await site.note('yields'));
  const sessions = new Sessions(await site.note('sessions'));
  const ledger = new Ledger(site, listen, info.nextNumber === 0, parts.share !== undefined);
  const volatility = new Volatility(site, listen, () => ledger.indices.forget());
  const robots = settings.robots === 'obey' ? new RobotsGate((url) => files.robots(url)) : null;
  robots?.restore(JSON.parse((await site.note('robots')) ?? '{}'));
  manners.restore(JSON.parse((await site.note('manners')) ?? '{}'));
  const guidance = new Guidance(guide, site);
  const agreements = new Agreements();
  const positions = new Positions();
  agreements.trust(guide?.classes ?? []);
  const rules = robots === null ? null : new PageRules(parts.share ? mergedNotes(parts.share.site) : site);
  const mask = () => volatility.mask;
  const gate = new Gate(settings, robots, audits, sessions, mask, guidance, agreements, rules, hooks);
  const leased = parts.share ? new LeasedQueue() : null;
  const queue = leased ?? (await queueFor(parts));
  const atlas = new Atlas(site);
  // Of a shared crawl all this comes with the documents.
  if (!leased && !parts.onlyRevisits) await resumeQueue(site, queue);
  const nowhere = leased ? new Map<number, number>() : await nowherePages(site);
  const learned = leased && new LearnedTogether({ site, audits, yields, sessions });
  const numbers = new Numbers(info.nextNumber);
  const states = new States(site);
  const returns = new Returns({ site, atlas, audits, numbers, guidance });
  const presumptions = new Presumptions({
    site,
    queue,
    atlas,
    audits,
    numbers,
    nowhere,
    states,
    ...(learned && { keepClasses: () => learned.exchange() }),
  });
  const chains = new Chains(settings.chain, settings.thorough === 1);
  const recorder = new Recorder({
    site,
    settings,
    queue,
    atlas,
    audits,
    yields,
    totals,
    numbers,
    presumptions,
    returns,
    chains,
    sessions,
    ledger,
    guidance,
    agreements,
    positions,
    views: parts.views ?? null,
    handsOver: leased !== null,
  });
  const share =
    parts.share && leased && learned
      ? new DocumentShare({
          ...{ share: parts.share, queue: leased, learned },
          ...{ numbers, presumptions, recorder, chains, volatility },
        })
      : null;
  if (settings.audit === 'all') await queueSkipped(site, { numbers, queue, totals });
  recorder.onRequeue = (updated) => atlas.requeue(updated);
  if (!share) {
    if (info.finishedAt === null) await recorder.takeUp();
    const first = settings.order === 'fresh' ? freshest : settings.focus === null ? 0 : seedPriority;
    await recorder.seed(
      settings.seeds.map((seed) => normalizeUrl(seed) ?? seed),
      () => first,
    );
    const named = { settings, site, files, robots, gate, recorder, sessions, listen };
    await seedFromSitemaps({ ...named, signal: ends });
  }
  const untested = new Set<number>();
  const kept = share ? { urlPages: 0, statePages: 0 } : await countKept(site, untested);
  // What was finished was tested.
  if (info.finishedAt !== null) untested.clear();
  const { pace = null } = parts;
  const limits = new Limits({ settings, signal, totals, pace, began, ...kept });
  const keepsAll = settings.dedupe !== 'double' || settings.states === 'all';
  const sameness = new Sameness(site, () => volatility.mask, keepsAll);
  return {
    totals,
    audits,
    yields,
    robots,
    gate,
    queue,
    atlas,
    recorder,
    limits,
    sameness,
    volatility,
    chains,
    sessions,
    states,
    ledger,
    returns,
    guidance,
    agreements,
    positions,
    rules,
    share,
    untested,
  };
}

/** What waits: in memory, or left on the disk where somebody else takes it up. */
async function queueFor({ site, onlyRevisits = false }: CrawlParts): Promise<PageQueue> {
  return onlyRevisits ? new DiskQueue((await site.hostsWaiting()).length > 0) : new PageQueue();
}

/** Keeps what was learned on the way, for the next run. */
export async function keepLearned(
  { site, guide = null, manners }: CrawlParts,
  state: Knowledge,
): Promise<void> {
  const { audits, yields, sessions, robots } = state;
  await site.putNote('classes', audits.save());
  await site.putNote('yields', yields.save());
  await site.putNote('sessions', sessions.save());
  if (guide) await site.putNote('guide', guide.save());
  if (robots) await site.putNote('robots', JSON.stringify(robots.snapshot()));
  await site.putNote('manners', JSON.stringify(manners.snapshot()));
}
