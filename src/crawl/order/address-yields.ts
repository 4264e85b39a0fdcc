import { BoundedMap } from '../../model/bounded-map.ts';
import { tuning } from '../tuning.ts';

const { firstAddressUnits, addressesLooked, kindLooked, addressShare, poorAddress } = tuning;

/** Kinds of addresses that are remembered. */
const kindsKept = 10_000;
/** Share of what was known of a kind that counts on after another look, so that a kind may change. */
const lasting = 0.85;
/** Looks that what addresses usually give counts for. */
const priorLooks = 1.5;

/** Looks at addresses of one kind, and the units that they gave, the latest counted most. */
interface Kind {
  readonly looks: number;
  readonly units: number;
}

const unknown: Kind = { looks: 0, units: 0 };

/**
 * Units of content that addresses give which no page of the crawl has shown before, by kind: those of one folder, and
 * those of one path that differ in their question or fragment. Of a kind that is not known, what addresses usually give is expected.
 */
export class AddressYields {
  readonly #kinds = new BoundedMap<string, Kind>(kindsKept);
  readonly #looked = new BoundedMap<string, number>(kindsKept);
  #opened = 0;
  #counted = 0;
  #usual = firstAddressUnits;

  /** Whether what an address shows is looked at, to know what its kind gives: the first ones, and a share of the rest. */
  looksAt(url: string): boolean {
    const kind = kindOf(url);
    const looked = this.#looked.get(kind) ?? 0;
    const isFirst = this.#opened++ < addressesLooked || looked < kindLooked;
    if (isFirst) this.#looked.set(kind, looked + 1);
    return isFirst || this.#opened % addressShare === 0;
  }

  /** An address was opened and showed so many new units. The first one of a crawl shows the frame of the site as well. */
  count(url: string, units: number): void {
    if (this.#counted++ === 0) return;
    const kind = kindOf(url);
    const before = this.#kinds.get(kind) ?? unknown;
    this.#kinds.set(kind, { looks: before.looks * lasting + 1, units: before.units * lasting + units });
    this.#usual += (units - this.#usual) / addressShare;
  }

  /** Units that an address is expected to give; without one, those of any. */
  units(url: string | null = null): number {
    const { looks, units } = (url !== null && this.#kinds.get(kindOf(url))) || unknown;
    return (units + priorLooks * this.#usual) / (looks + priorLooks);
  }

  /** Whether an address is expected to give so little that any other comes before it. */
  isPoor(url: string): boolean {
    return this.units(url) < poorAddress * this.#usual;
  }
}

function kindOf(address: string): string {
  const [, page = '', more = ''] = /^([^?#]*)([?#]?)/.exec(address) ?? [];
  return more === '' ? page.slice(0, page.lastIndexOf('/') + 1) : page + more;
}
