import type { Driver, Page, SiteStore } from '../../model/index.ts';
import { Findings, type Revisited } from './findings.ts';
import { type Probe, Probes } from './probes.ts';
import { type Survey, Surveyor, type Suspect, stillThere } from './survey.ts';
import { type RevisitParts, seeSuspects } from './visitor.ts';

/** Pages that are to be visited again. */
export interface RevisitOrder {
  /** Numbers, those first that are worth most. */
  readonly pages: readonly number[];
  readonly probe: Probe;
  /** Methods of requests that events may cause. */
  readonly methods: readonly string[];
  /** Requests that may be made, new pages included; `null`: as many as it takes. */
  readonly budget: number | null;
  /** The moment that visits are noted with. */
  readonly now: () => number;
}

/** Pages surveyed at once: all of a document together where nothing limits the run, few where it may end soon. */
const [pieceOfAll, pieceOfBudget] = [5000, 50];
/** Pages whose visits are written in one transaction. */
const batch = 500;
/** Share of a budget that is kept for pages that nobody has seen yet, where there are some. */
const shareForNew = 0.2;

/** What a run of revisits needs besides. */
interface Run {
  readonly driver: Driver;
  readonly workers: number;
  readonly stopped: () => boolean;
  /** Requests made so far. */
  readonly requests: () => number;
  /** Whether pages wait that were never seen. */
  readonly newWaiting: () => boolean;
}

/**
 * Visits pages again: first what they were made from is asked for, each answer once; then those pages are seen
 * of which something is another, and kept anew where they show something else.
 */
export async function revisit(parts: RevisitParts, order: RevisitOrder, run: Run): Promise<Revisited> {
  const findings = new Findings(parts, order.now);
  const probes = new Probes(order.probe, order.methods);
  const surveyor = new Surveyor(parts.site, probes, run.workers);
  const openedBefore = parts.totals.resets;
  const mayAsk = (requests = 1) => {
    if (run.stopped()) return false;
    // Those under way count: they cannot be taken back.
    const spent = order.budget === null ? 0 : run.requests() + probes.inFlight + requests;
    return order.budget === null || spent <= budgetNow(order.budget, run);
  };
  const piece = order.budget === null ? pieceOfAll : pieceOfBudget;
  for (let at = 0; at < order.pages.length; at += piece) {
    const pages = await readPages(parts.site, order.pages.slice(at, at + piece));
    if (!mayAsk()) {
      for (const page of pages) findings.leave(page);
      continue;
    }
    const allowed = await withoutForbidden(parts, pages, findings);
    const survey = await surveyor.survey(allowed, mayAsk);
    await takeNote(parts, findings, survey);
    const suspects = await withoutGone(parts.site, findings, survey.suspects);
    const { driver, workers } = run;
    try {
      await seeSuspects(parts, driver, suspects, findings, { workers, stopped: () => !mayAsk() });
    } catch (error) {
      // Ended while a page waited for its turn.
      if (!run.stopped() || (error as Error).name !== 'AbortError') throw error;
      for (const { page } of suspects) if (!findings.isSettled(page)) findings.leave(page);
    }
  }
  const {
    changedPages: changed,
    gonePages: gone,
    backPages: back,
    unchanged,
    left,
    errors,
    events,
  } = findings;
  return {
    changed,
    gone,
    back,
    unchanged,
    left,
    errors,
    events,
    probes: probes.count,
    notModified: probes.notModified,
    opened: parts.totals.resets - openedBefore,
  };
}

function budgetNow(budget: number, { newWaiting }: Run): number {
  return newWaiting() ? budget * (1 - shareForNew) : budget;
}

async function readPages(site: SiteStore, numbers: readonly number[]): Promise<readonly Page[]> {
  const pages = await Promise.all(numbers.map((number) => site.page(number)));
  return pages.filter(
    (page) => page !== null && (page.status === 'kept' || page.status === 'gone'),
  ) as Page[];
}

/** Pages that robots.txt forbids by now are left alone, with their states. */
async function withoutForbidden(
  { gate, site }: RevisitParts,
  pages: readonly Page[],
  findings: Findings,
): Promise<readonly Page[]> {
  const forbidden = new Map<number, boolean>();
  for (const { document } of pages) {
    if (forbidden.has(document)) continue;
    const entry = (await site.page(document))?.entry;
    forbidden.set(document, entry?.kind === 'url' && (await gate.refuses(entry.url)) === 'robots');
  }
  for (const page of pages) if (forbidden.get(page.document)) findings.leave(page);
  return pages.filter(({ document }) => !forbidden.get(document));
}

/** What needs no look: pages that are as they were, and those of which nothing could be learned. */
async function takeNote(
  { site, recorder, exclusive }: RevisitParts,
  findings: Findings,
  { same, failed, left }: Survey,
): Promise<void> {
  for (let at = 0; at < same.length; at += batch) {
    const pages = same.slice(at, at + batch);
    const visited = await stillThere(site, pages, findings.at);
    const back = pages.filter(({ status }) => status === 'gone').map(({ number }) => number);
    await exclusive(() => recorder.note({ visited, back }));
    findings.backPages.push(...back);
    findings.unchanged += pages.length - back.length;
  }
  for (const page of [...failed, ...left]) findings.leave(page);
  findings.errors += failed.length;
}

/** A document that is gone takes its states with it. */
async function withoutGone(
  site: SiteStore,
  findings: Findings,
  suspects: readonly Suspect[],
): Promise<readonly Suspect[]> {
  const gone = new Map<number, Page>();
  for (const { page, gone: isGone } of suspects) {
    if (!isGone) continue;
    gone.set(page.number, page);
    if (page.entry.kind !== 'url') continue;
    for (const state of await site.pages({ status: 'kept', document: page.number }))
      gone.set(state.number, state);
  }
  for (const page of gone.values()) await findings.gone(page);
  return suspects.filter(({ page }) => !gone.has(page.number) && !gone.has(page.document));
}
