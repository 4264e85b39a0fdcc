import type { Waiting } from '../order/queue.ts';
import type { Update } from '../presume/presumptions.ts';

/** The step that was fired to get somewhere. */
export interface Via {
  readonly source: number;
  readonly ord: number;
}

/** The step that was fired led there; where that was not the page's first step, that one is known now. */
export function firedUpdates(visit: Waiting, via: Via | null, target: number | null): readonly Update[] {
  if (via === null) return [];
  const step = { source: via.source, ord: via.ord, target, reason: 'fired' as const };
  if (visit.ord === null || (visit.source === via.source && visit.ord === via.ord)) return [step];
  return [step, { source: visit.source, ord: visit.ord, target, reason: 'known' as const }];
}

/** A state page that was opened by its address: the step by which it was found is presumed. */
export function opened({ source, ord, number }: Waiting): readonly Update[] {
  return ord === null ? [] : [{ source, ord, target: number, reason: 'known' }];
}

/** The step that was fired, and the one the page was found by, led nowhere. */
export function idle(visit: Waiting, via: Via, reason: Update['reason']): readonly Update[] {
  return firedUpdates(visit, via, null).map((step) => ({ ...step, reason }));
}

/** A step that was found and is presumed to lead somewhere. */
export function known({ source, ord }: Update, target: number): Update {
  return { source, ord, target, reason: 'known' };
}
