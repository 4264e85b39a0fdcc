/**
 * Tabs that stand in for those that a page holds: a host that hangs costs its own time, not that of the others. A tab
 * counts as held while its visit takes long; when it is free again, one tab too many is closed.
 */
export class StandIns {
  readonly #tabs: number;
  readonly #work: () => Promise<void>;
  readonly #running = new Set<Promise<void>>();
  #open = 0;
  #held = 0;

  /** `work` opens a tab and works until there is nothing left, or one tab too many. A single tab has no stand-in. */
  constructor(tabs: number, work: () => Promise<void>) {
    this.#tabs = tabs;
    this.#work = work;
  }

  /** Opens all tabs, and ends when they and their stand-ins have. */
  async run(): Promise<void> {
    for (let tab = 0; tab < this.#tabs; tab++) this.#start();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(): void {
    this.#open++;
    const running = this.#work().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Whether a tab should end because there are more than work; to be called once by a tab, which does then end. */
  isOneTooMany(): boolean {
    if (this.#open <= this.#tabs + this.#held) return false;
    this.#open--;
    return true;
  }

  /** A visit begins: after so many milliseconds its tab is stood in for, until the returned function is called. */
  hold(ms: number): () => void {
    let held = false;
    const timer = setTimeout(() => {
      if (this.#tabs < 2 || this.#held >= this.#tabs || this.#running.size === 0) return;
      held = true;
      this.#held++;
      if (this.#open < this.#tabs + this.#held) this.#start();
    }, ms);
    return () => {
      clearTimeout(timer);
      if (held) this.#held--;
      held = false;
    };
  }
}
