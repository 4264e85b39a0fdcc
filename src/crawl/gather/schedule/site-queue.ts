/** What a queue needs to know of what waits in it. */
export interface Ranked {
  readonly number: number;
  /** More comes first; equal ones by number. */
  readonly priority: number;
}

/** What is asked of the frontier for a queue. */
export interface RefillOrder {
  /** How many to read. */
  readonly asked: number;
  /** Numbers that are in hand or set aside, and so are still in the frontier. */
  readonly leftOut: ReadonlySet<number>;
}

/**
 * The first of what waits at one host, in order; the rest stays in the frontier on the disk.
 *
 * Invariant: whatever of this host is in the frontier alone comes after everything in here. So whoever
 * takes from the queue takes in the order of the frontier, without ever looking through it.
 */
export class SiteQueue<Item extends Ranked> {
  readonly host: string;
  /** Workers that have it in hand. */
  leases = 0;
  /** Whether it was handed out while its host had to rest, and so not served. */
  wasDeferred = false;
  /** Whether the frontier holds more than is in here. */
  more: boolean;
  readonly #bound: number;
  /** In order; taken from `#head` on. */
  #items: Item[] = [];
  #head = 0;
  /** Numbers that were taken and of which it is not stored yet what became of them. */
  readonly #inHand = new Set<number>();
  /** Numbers that wait on in the frontier for somebody else. */
  readonly #aside = new Set<number>();
  /** Something was left to the frontier since it was asked last. */
  #left = false;

  constructor(host: string, bound: number, more: boolean) {
    this.host = host;
    this.#bound = bound;
    this.more = more;
  }

  /** How many are in here. */
  get size(): number {
    return this.#items.length - this.#head;
  }

  /** How many were taken and are not settled. */
  get inHand(): number {
    return this.#inHand.size;
  }

  /** Whether anything waits, here or in the frontier. */
  get hasWork(): boolean {
    return this.more || this.size > 0;
  }

  /** Nothing waits, and nobody has it or anything of it in hand. */
  get isDone(): boolean {
    return !this.hasWork && this.leases === 0 && this.#inHand.size === 0;
  }

  /**
   * Files something that is also in the frontier, or on its way there. What comes after everything in here
   * is left to the frontier, unless all that waits is in here and there is room.
   */
  file(item: Item): void {
    const last = this.size === 0 ? undefined : this.#items.at(-1);
    const comesBefore = last !== undefined && precedes(item, last);
    const isFull = this.size >= this.#bound;
    if (!comesBefore && (this.more || isFull)) {
      this.#left = true;
      this.more = true;
      return;
    }
    if (isFull) {
      this.#items.pop();
      this.more = true;
    }
    this.#insert(item);
  }

  /** The frontier has got more of it: what is read of it just now may not have that yet. */
  grow(): void {
    this.more = true;
    this.#left = true;
  }

  /** What to ask of the frontier so that the queue is full afterwards; to be handed back with the answer. */
  order(): RefillOrder {
    this.#left = false;
    const leftOut = new Set([...this.#inHand, ...this.#aside]);
    return { asked: this.#bound + leftOut.size + 1, leftOut };
  }

  /** Takes over the first of the frontier. */
  refill(first: readonly Item[], { asked, leftOut }: RefillOrder): void {
    const fresh = first.filter(({ number }) => !leftOut.has(number));
    this.#items = fresh.slice(0, this.#bound);
    this.#head = 0;
    this.more = this.#left || first.length >= asked || fresh.length > this.#bound;
  }

  /** The next one, taken into hand. */
  take(): Item | null {
    const item = this.#items[this.#head];
    if (item === undefined) return null;
    this.#head++;
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    this.#inHand.add(item.number);
    return item;
  }

  /** What became of it is stored: the frontier no longer has it. */
  settle(number: number): void {
    this.#inHand.delete(number);
  }

  /** It was taken, and waits on in the frontier for somebody else. */
  setAside(number: number): void {
    this.#inHand.delete(number);
    this.#aside.add(number);
  }

  /** It was taken for nothing, and waits again. */
  putBack(item: Item): void {
    this.#inHand.delete(item.number);
    if (this.size >= this.#bound) {
      this.#items.pop();
      this.more = true;
    }
    this.#insert(item);
  }

  /** Leaves everything to the frontier, to save memory. */
  forget(): void {
    this.#items = [];
    this.#head = 0;
    this.more = true;
  }

  #insert(item: Item): void {
    let at = this.#items.length;
    while (at > this.#head && precedes(item, this.#items[at - 1] as Item)) at--;
    if (at === this.#items.length) this.#items.push(item);
    else this.#items.splice(at, 0, item);
  }
}

/** Whether one comes before another. */
export function precedes(one: Ranked, other: Ranked): boolean {
  return one.priority === other.priority ? one.number < other.number : one.priority > other.priority;
}
