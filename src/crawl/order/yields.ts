import type { Content } from '../../dom/units.ts';
import { tuning } from '../tuning.ts';

const { firstChance, weight, firstUnits, firstAddressUnits, addressesLooked, addressShare } = tuning;

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
 * What the actions of a crawl give, by kind, with honest shrinkage: a class in one place is judged by its own
 * firings and by those of the class, the class by its own and by what is usual.
 */
export class Yields {
  readonly #tallies: Map<string, Tally>;
  readonly #tried = new Set<string>();
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

  /** An action of a handler was fired in a document, with what is written on its element, and gave so many new units. */
  noteTried(document: number, className: string, label: string, units: number): void {
    if (this.wasTried(document, className, label)) this.count({ className: again, shape: className }, units);
    if (this.#tried.size < triedKept) this.#tried.add(triedKey(document, className, label));
  }

  /** Whether one with the same words was: where it cannot be reached again elsewhere, little is lost. */
  wasTried(document: number, className: string, label: string): boolean {
    return label !== '' && this.#tried.has(triedKey(document, className, label));
  }

  /** How likely an action is to give something new of which one with the same words was fired before. */
  chanceAgain(className: string): number {
    return this.chance({ className: again, shape: className });
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
        ([name, { fresh }]) =>
          fresh === 0 && name !== again && !name.includes('\n') && this.chance(likesOf(name)) < least,
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

/** Stands for all actions that were fired once more elsewhere. */
const again = 'again';

/** Actions of which it is remembered that they were fired. */
const triedKept = 100_000;

function triedKey(document: number, className: string, label: string): string {
  return `${document} ${className} ${label}`;
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
