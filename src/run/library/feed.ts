/** Pages that may wait for who takes them before the crawl is held back. */
export const mostWaiting = 100;

/** Numbers of pages on their way to one taker, in their order. Pages themselves lie in the store. */
export class PageFeed {
  readonly #numbers: number[] = [];
  #isEnded = false;
  #isTaken = false;
  #arrived = Promise.withResolvers<void>();
  #room = Promise.withResolvers<void>();

  /** Adds a number; what comes when all is over is left out. */
  add(number: number): void {
    if (this.#isEnded) return;
    this.#numbers.push(number);
    this.#arrived.resolve();
  }

  /** Says that somebody takes pages: from now on the crawl waits for them. */
  open(): void {
    this.#isTaken = true;
  }

  /** The next number, `null` when no more will come. */
  async take(): Promise<number | null> {
    for (;;) {
      const number = this.#numbers.shift();
      if (this.#numbers.length < mostWaiting) this.#makeRoom();
      if (number !== undefined) return number;
      if (this.#isEnded) return null;
      this.#arrived = Promise.withResolvers<void>();
      await this.#arrived.promise;
    }
  }

  /** Resolves when the taker has come near enough; `null` where that is so, or nobody takes. */
  room(): Promise<void> | null {
    return this.#isFull ? this.#untilRoom() : null;
  }

  get #isFull(): boolean {
    return this.#isTaken && !this.#isEnded && this.#numbers.length >= mostWaiting;
  }

  async #untilRoom(): Promise<void> {
    while (this.#isFull) await this.#room.promise;
  }

  /** No more will come; what waits can still be taken. */
  end(): void {
    this.#isEnded = true;
    this.#arrived.resolve();
    this.#makeRoom();
  }

  /** Nobody takes any more. */
  leave(): void {
    this.#isTaken = false;
    this.#makeRoom();
  }

  #makeRoom(): void {
    this.#room.resolve();
    this.#room = Promise.withResolvers<void>();
  }
}
