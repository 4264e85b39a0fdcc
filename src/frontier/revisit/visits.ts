import type { PageVisits } from '../../model/visits.ts';

/** Milliseconds of a day. */
export const day = 86_400_000;

/** Intervals with a change that are remembered: older ones are forgotten with their share of the rest. */
const stirsKept = 32;

/** What one more visit showed. */
export interface VisitSighting {
  /** ISO 8601. */
  readonly at: string;
  readonly changed: boolean;
  /** `Last-Modified` of what was seen, `null` where the server does not say. */
  readonly modified: string | null;
}

/** A page that was captured once. */
export function firstVisit(page: number, at: string): PageVisits {
  return {
    page,
    firstSeen: at,
    lastSeen: at,
    checks: 0,
    changes: 0,
    changedAt: null,
    quiet: 0,
    dated: 0,
    stirs: [],
    goneAt: null,
  };
}

/**
 * What is known after one more visit. `Last-Modified` says more than that something changed: when it did last,
 * and that it has not since.
 */
export function seenAgain(visits: PageVisits, { at, changed, modified }: VisitSighting): PageVisits {
  const [before, now] = [Date.parse(visits.lastSeen), Date.parse(at)];
  const interval = Math.max(0, now - before) / day;
  const base = { ...visits, lastSeen: at, checks: visits.checks + 1, goneAt: null };
  if (!changed) return { ...base, quiet: visits.quiet + interval };
  const moment = modified === null ? Number.NaN : Date.parse(modified);
  const changes = visits.changes + 1;
  if (moment > before && moment <= now) {
    const quiet = visits.quiet + (now - moment) / day;
    return {
      ...base,
      changes,
      quiet,
      dated: visits.dated + 1,
      changedAt: new Date(moment).toISOString(),
    };
  }
  if (interval === 0) return { ...base, changes, changedAt: at };
  return forgetting({ ...base, changes, changedAt: at, stirs: [...visits.stirs, interval] });
}

/** A page that is not there any more: its end is a change at a moment that is not known. */
export function foundGone(visits: PageVisits, at: string): PageVisits {
  return { ...visits, lastSeen: at, checks: visits.checks + 1, goneAt: visits.goneAt ?? at };
}

/** Sites change their ways: what is old counts less. */
function forgetting(visits: PageVisits): PageVisits {
  if (visits.stirs.length <= stirsKept) return visits;
  const rest = stirsKept / (stirsKept + 1);
  return {
    ...visits,
    stirs: visits.stirs.slice(1),
    quiet: visits.quiet * rest,
    dated: visits.dated * rest,
  };
}
