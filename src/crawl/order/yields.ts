import type { Content } from '../../dom/units.ts';

/** What actions under one name have given. */
interface Tally {
  readonly fired: number;
  /** Those that gave something new. */
  readonly fresh: number;
  /** Units of content that were new. */
  readonly units: number;
}

const untried: Tally = { fired: 0, fresh: 0, units: 0 };

/** What an action has in common with others: its handler, and where such elements stand. */
export interface Likes {
  readonly className?: string | undefined;
  readonly shape?: string | undefined;
}

/**
 * Chance that an action of which nothing is known gives something new. Over the first firings of the 20 apps of
 * `bench -- apps` and 12 pages of `bench -- wild` it was between a quarter and a half.
 */
const firstChance = 1 / 3;
/** Firings that what is known of the more general counts for; with 4, seven fruitless ones end a class by default. */
const weight = 4;
/** Units that a new state is expected to show before anything is known. */
const firstUnits = 8;
/** Units that a new address is expected to show before anything is known: a short article. */
const firstAddressUnits = 30;
/** Addresses that are looked at one by one, and of the later ones one in so many. */
const [addressesLooked, addressShare] = [20, 8];

/**
 * What the actions of a crawl give, by kind, with honest shrinkage: a class in one place is judged by its own
 * firings and by those of the class, the class by its own and by what is usual.
 */
export class Yields {
  readonly #tallies: Map<string, Tally>;
  #addresses = 0;
  #addressUnits = firstAddressUnits;
  #lastAddress: Content | null = null;

  constructor(saved: string | null = null) {
    this.#tallies = new Map(saved ? (JSON.parse(saved) as [string, Tally][]) : []);
  }

  /** An action was fired and gave so many new units. */
  count(likes: Likes, units: number): void {
    for (const name of namesOf(likes)) {
      const { fired, fresh, units: before } = this.#of(name);
      const sum = { fired: fired + 1, fresh: fresh + (units > 0 ? 1 : 0), units: before + units };
      this.#tallies.set(name, sum);
    }
  }

  /** How likely an action is to give something new. */
  chance(likes: Likes): number {
    return namesOf(likes).reduce((general, name) => {
      const { fired, fresh } = this.#of(name);
      return (fresh + weight * general) / (fired + weight);
    }, firstChance);
  }

  /** Units that an action is expected to give, where it gives anything. */
  units(likes: Likes): number {
    return namesOf(likes).reduce((general, name) => {
      const { fresh, units } = this.#of(name);
      return (units + weight * general) / (fresh + weight);
    }, firstUnits);
  }

  /** Whether what an address shows is looked at, to know what addresses give. */
  looksAtAddress(): boolean {
    return this.#addresses++ < addressesLooked || this.#addresses % addressShare === 0;
  }

  /** A page was opened by its address: what the page before it did not show is what it gave. */
  countAddress(content: Content): void {
    const before = this.#lastAddress;
    this.#lastAddress = content;
    if (before) this.#addressUnits += (content.units.difference(before.units).size - this.#addressUnits) / 8;
  }

  /** Units that an address is expected to give. */
  get addressUnits(): number {
    return this.#addressUnits;
  }

  /** Names of handlers that were fired, and how often, without anything new, below a chance. */
  fruitless(least: number): readonly { readonly name: string; readonly fired: number }[] {
    return [...this.#tallies]
      .filter(
        ([name, { fresh }]) => fresh === 0 && !name.includes('\n') && this.chance(likesOf(name)) < least,
      )
      .map(([name, { fired }]) => ({ name, fired }));
  }

  save(): string {
    return JSON.stringify([...this.#tallies]);
  }

  #of(name: string): Tally {
    return this.#tallies.get(name) ?? untried;
  }
}

/** From the general to the particular. */
function namesOf({ className = '', shape = '' }: Likes): readonly string[] {
  return className === '' ? [`\n${shape}`] : [className, `${className}\n${shape}`];
}

function likesOf(name: string): Likes {
  const [className, shape] = name.split('\n');
  return { className, shape };
}

/** Where elements of a kind stand: an XPath without positions. */
export function shapeOf(xpath: string, event: string): string {
  return `${event} ${xpath.replace(/\[\d+\]/g, '')}`;
}
