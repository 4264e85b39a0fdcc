import type { CrawlSettings } from '../../config/settings.ts';
import type { Shared } from '../loop/shared.ts';
import { tuning } from '../tuning.ts';
import type { Waiting } from './queue.ts';

const { poorKind, farEvents } = tuning;

/** What is worth doing next, on one scale for events and addresses: new units of content per millisecond. */
export class Order {
  readonly #shared: Shared;
  /** Chance below which nothing is fired. */
  readonly least: number;

  constructor(shared: Shared, settings: Effort) {
    this.#shared = shared;
    this.least = leastChance(settings);
  }

  /** Whether a waiting state is likely enough to show something new for a way from afar: it costs several events. */
  isWorthwhile(waiting: Waiting): boolean {
    return this.chance(waiting) >= this.least * farEvents;
  }

  /** Events that the way to a waiting state may take: the less likely it is to show anything, the fewer. */
  reach(waiting: Waiting): number {
    const events = this.chance(waiting) / this.least;
    return events >= farEvents ? Number.POSITIVE_INFINITY : events;
  }

  /** How likely a waiting state is to show something new, from what its like have given so far. */
  chance(waiting: Waiting): number {
    const { guidance, yields, atlas, audits } = this.#shared;
    if (waiting.audit) return 1;
    const origin = atlas.leadOf(waiting.document, waiting.source);
    const usual = yields.chance({ ...waiting, origin });
    const told = guidance.promise(waiting) ?? usual;
    // Where any page is wanted, a kind that gives next to nothing comes later, whatever its class has given.
    const own = guidance.wants(null) && told >= poorKind ? usual : told;
    // What others depend on is worth choosing, whatever it shows by itself, as often as they show anything under it.
    const { className = '', document } = waiting;
    const tests = audits.dependents(className).map((list) => yields.testChance(document, list));
    return tests.length === 0 ? own : Math.max(own, yields.choiceChance(className, Math.max(...tests)));
  }

  /** New units that a waiting state is expected to show. */
  units(waiting: Waiting): number {
    const chance = this.chance(waiting);
    if (chance < this.least) return 0;
    const { routes, yields, addresses } = this.#shared;
    // Whether a click is worth it at all is about to be known.
    const isHeld = waiting.route !== undefined && routes?.isTrying(waiting.route) === true;
    const share = isHeld ? heldShare : 1;
    // A link shows a page, whoever answers it.
    const units = waiting.route === undefined ? yields.units(waiting) : addresses.units();
    return chance * share * units;
  }

  /** New units per millisecond that an address is expected to give. */
  addressWorth({ url }: Waiting): number {
    return this.#shared.addresses.units(url) / this.#shared.costs.address.value;
  }

  /** The same of a state of a document in which no tab stands, or that is reached from its address. */
  farWorth(waiting: Waiting, documentUrl: string | null): number {
    const { event, load } = this.#shared.costs.of(documentUrl);
    return this.units(waiting) / (load.value + event.value);
  }
}

/** So little that everything else comes first. */
const heldShare = 1e-9;

/** What says how much is fired. */
export type Effort = Pick<CrawlSettings, 'thorough' | 'dedupe'>;

/** The least chance that is worth an event: 1 in 20 by default, none where everything is to be fired. */
export function leastChance({ thorough, dedupe }: Effort): number {
  return dedupe === 'double' ? 0.2 * (1 - thorough) ** 2 : 0;
}
