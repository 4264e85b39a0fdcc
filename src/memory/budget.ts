/** Bytes of one thing that are never waited for: almost all pages are smaller. */
const small = 1 << 20;

/**
 * How many bytes of large things may be in memory together. Who comes when there is no room waits, but for one at a
 * time: that one always goes on, however large it becomes, and so somebody always ends and makes room. So no more than
 * `shared` and the largest one are held, and what is larger than `shared` goes alone.
 */
export class ByteBudget {
  readonly #shared: number;
  #held = 0;
  #most = 0;
  /** Who may go on whatever the others hold. */
  #first: Portion | null = null;
  readonly #waiting = new Set<Portion>();

  constructor(shared: number) {
    this.#shared = shared;
  }

  /** Bytes of large things that are in memory now. */
  get held(): number {
    return this.#held;
  }

  /** The most that there ever were. */
  get most(): number {
    return this.#most;
  }

  /** One thing that is about to come; it has to be let go of in the end. */
  begin(): Portion {
    return new Portion({
      take: (portion, bytes) => this.#take(portion, bytes),
      wait: (portion) => this.#waiting.add(portion),
      give: (bytes) => this.#give(bytes),
      release: (portion, bytes) => this.#release(portion, bytes),
    });
  }

  #take(portion: Portion, bytes: number): boolean {
    if (this.#held + bytes > this.#shared && portion !== this.#first) {
      if (this.#first !== null) return false;
      this.#first = portion;
    }
    this.#held += bytes;
    this.#most = Math.max(this.#most, this.#held);
    return true;
  }

  #release(portion: Portion, bytes: number): void {
    this.#waiting.delete(portion);
    if (this.#first === portion) this.#first = null;
    this.#give(bytes);
  }

  #give(bytes: number): void {
    this.#held -= bytes;
    for (const next of this.#waiting) {
      if (!next.retry()) return;
      this.#waiting.delete(next);
    }
  }
}

/** What a portion asks of its budget. */
interface Purse {
  take(portion: Portion, bytes: number): boolean;
  wait(portion: Portion): void;
  give(bytes: number): void;
  release(portion: Portion, bytes: number): void;
}

/** What one thing has of a budget. */
export class Portion {
  readonly #purse: Purse;
  #bytes = 0;
  #counted = 0;
  #room: PromiseWithResolvers<void> | null = null;
  #isOver = false;

  constructor(purse: Purse) {
    this.#purse = purse;
  }

  /** It has so many bytes more; what to wait for before any others are taken, `null` where there is room. */
  grow(bytes: number): Promise<void> | null {
    this.#bytes += bytes;
    if (this.#isOver || this.#bytes <= small || this.retry()) return null;
    if (this.#room === null) {
      this.#room = Promise.withResolvers();
      // Whoever is let go of while it waits is told where it waits.
      this.#room.promise.catch(() => {});
      this.#purse.wait(this);
    }
    return this.#room.promise;
  }

  /** Counts what came meanwhile, if there is room for it by now. */
  retry(): boolean {
    const more = this.#bytes - this.#counted;
    if (!this.#purse.take(this, more)) return false;
    this.#counted = this.#bytes;
    this.#room?.resolve();
    this.#room = null;
    return true;
  }

  /** It turned out to have so many bytes less. */
  shrink(bytes: number): void {
    this.#bytes -= bytes;
    const less = Math.max(0, this.#counted - this.#bytes);
    if (less === 0 || this.#isOver) return;
    this.#counted -= less;
    this.#purse.give(less);
  }

  /** It is in memory no more, or nobody wants it any longer. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#purse.release(this, this.#counted);
    this.#room?.reject(new DOMException('nobody waits for it any longer', 'AbortError'));
    this.#room = null;
  }
}

/** Bytes of pages that are on their way, beside the largest: from their servers until they are stored. */
export const pageBudget: ByteBudget = new ByteBudget(32 << 20);

/**
 * The same of everything else that is asked for. Pages wait for their files, and files for no page: with one budget for
 * both, all of it could be held by pages whose files wait for room.
 */
export const fileBudget: ByteBudget = new ByteBudget(32 << 20);
