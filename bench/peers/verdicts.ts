import { figure } from '../table.ts';
import type { Ended } from './peer.ts';

/** One crawler on one site. */
export interface Measured {
  readonly crawler: string;
  readonly site: string;
  readonly kind: 'blog' | 'app' | 'forum';
  readonly pages: number;
  readonly found: number;
  readonly events: number | null;
  readonly requests: number;
  readonly seconds: number;
  readonly ended: Ended;
}

/** A claim with what was measured. */
export interface Claim {
  readonly ok: boolean;
  readonly claim: string;
  readonly measured: string;
}

/** Several sites taken together. */
export interface Sum {
  readonly pages: number;
  readonly found: number;
  /** `null` where a site has none to tell. */
  readonly events: number | null;
  readonly requests: number;
  readonly seconds: number;
}

/** The totals of a crawler over sites. */
export function sumOf(rows: readonly Measured[]): Sum {
  const start: Sum = { pages: 0, found: 0, events: 0, requests: 0, seconds: 0 };
  return rows.reduce(
    (sum, row) => ({
      pages: sum.pages + row.pages,
      found: sum.found + row.found,
      events: sum.events === null || row.events === null ? null : sum.events + row.events,
      requests: sum.requests + row.requests,
      seconds: sum.seconds + row.seconds,
    }),
    start,
  );
}

/** Seconds for each page that was found; `null` where none was. */
export function perPage({ seconds, found }: Pick<Sum, 'seconds' | 'found'>): number | null {
  return found === 0 ? null : seconds / found;
}

/**
 * What is claimed against one peer. Only sites where the peer did not fail are compared: a peer that
 * does not run says nothing about who finds more.
 */
export function claimsAgainst(
  peer: { readonly name: string; readonly slower: number },
  measured: readonly Measured[],
): readonly Claim[] {
  const theirs = measured.filter(({ crawler, ended }) => crawler === peer.name && ended !== 'failed');
  return (['blog', 'app'] as const).flatMap((kind) => {
    const rows = theirs.filter((row) => row.kind === kind);
    if (rows.length === 0) return [];
    const ours = rows.flatMap(
      ({ site }) => measured.find((row) => row.crawler === 'Argiope' && row.site === site) ?? [],
    );
    return compare(peer, kind, sumOf(ours), sumOf(rows));
  });
}

/** What is claimed on the forum, whose every selector the peer is told: medians, because the machine may be busy. */
export function forumClaims(
  peer: { readonly name: string; readonly slower: number },
  measured: readonly Measured[],
): readonly Claim[] {
  const rows = (name: string) => measured.filter(({ crawler }) => crawler === name);
  const [ours, theirs] = [rows('Argiope'), rows(peer.name)];
  const [mine, other] = [median(ours), median(theirs)];
  const fewest = Math.min(...ours.map(({ found }) => found));
  const all = ours[0]?.pages ?? 0;
  return [
    { ok: fewest === all, claim: 'on the forum Argiope finds every page', measured: `${fewest} of ${all}` },
    {
      ok: mine * peer.slower <= other,
      claim: `on the forum Argiope, told nothing, is at least ${peer.slower} times as fast as ${peer.name}, told every selector`,
      measured: `${figure(mine)} and ${figure(other)} s, ${figure(other / mine)} times (medians of ${ours.length})`,
    },
  ];
}

function median(rows: readonly Measured[]): number {
  const seconds = rows.map((row) => row.seconds).sort((a, b) => a - b);
  const [low, high] = [seconds[(seconds.length - 1) >> 1], seconds[seconds.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

function compare(
  peer: { readonly name: string; readonly slower: number },
  kind: 'blog' | 'app',
  ours: Sum,
  theirs: Sum,
): readonly Claim[] {
  const where = kind === 'blog' ? 'on the blog' : 'on the apps';
  const [mine, other] = [perPage(ours), perPage(theirs)];
  return [
    {
      ok: kind === 'blog' ? ours.found >= theirs.found : ours.found > theirs.found,
      claim: `${where} Argiope finds ${kind === 'blog' ? 'at least as many pages as' : 'more pages than'} ${peer.name}`,
      measured: `${ours.found} and ${theirs.found} of ${ours.pages}`,
    },
    {
      ok: mine !== null && (other === null || mine * peer.slower <= other),
      claim: `${where} Argiope needs at most 1/${peer.slower} of the seconds per page of ${peer.name}`,
      measured:
        mine === null || other === null
          ? 'no page found by one of them'
          : `${figure(mine)} and ${figure(other)} s, ${figure(other / mine)} times`,
    },
  ];
}
