import type { ArgiopeError, CrawlEvent } from '../../model/index.ts';
import { requestError } from '../http/errors.ts';

/** Hosts for which the reason is remembered why they could not be reached. */
const mostPlaces = 2_000;
/** Places that are named when the crawl ends. */
const named = 10;

/** Remembers why servers could not be reached: a browser hears of its proxy no more than that it failed. */
export class Refusals {
  readonly #reasons = new Map<string, unknown>();
  /** Requests to addresses that are not public, by host and port. */
  readonly #forbidden = new Map<string, number>();

  note(place: string, cause: unknown): void {
    if (this.#reasons.size >= mostPlaces) this.#reasons.delete(this.#reasons.keys().next().value as string);
    this.#reasons.set(place, cause);
    if (requestError(cause, place).code !== 'FORBIDDEN_ADDRESS') return;
    if (this.#forbidden.size < mostPlaces || this.#forbidden.has(place))
      this.#forbidden.set(place, (this.#forbidden.get(place) ?? 0) + 1);
  }

  /** The server was reached. */
  forget(place: string): void {
    this.#reasons.delete(place);
  }

  /** Why the server of an address could not be reached when it was last tried; `null` where it could. */
  of(url: string): ArgiopeError | null {
    const parsed = URL.parse(url);
    if (parsed === null) return null;
    const isSecure = parsed.protocol === 'https:' || parsed.protocol === 'wss:';
    const cause = this.#reasons.get(`${parsed.hostname}:${parsed.port || (isSecure ? 443 : 80)}`);
    return cause === undefined ? null : requestError(cause, url);
  }

  /** What a person should know when the crawl ends. Told once. */
  takeNotes(): CrawlEvent[] {
    const all = [...this.#forbidden];
    this.#forbidden.clear();
    if (all.length === 0) return [];
    const count = all.reduce((sum, [, times]) => sum + times, 0);
    const places = all.slice(0, named).map(([place]) => place);
    const more = all.length > named ? ` and ${all.length - named} more` : '';
    const text = `pages wanted to reach addresses that are not public (${count === 1 ? 'once' : `${count} times`}), which was refused: ${places.join(', ')}${more}; --allow-private ${places[0]} allows it`;
    return [{ kind: 'note', level: 'info', text }];
  }
}
