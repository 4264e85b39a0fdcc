/** A gate that a crawl passes before it stores anything: closed, the crawl is held. */
export class PauseGate {
  #opened: PromiseWithResolvers<void> | null = null;

  /** Whether whoever comes has to wait. */
  get isClosed(): boolean {
    return this.#opened !== null;
  }

  /** Resolves when the gate is opened; `null` where it is open. */
  get passed(): Promise<void> | null {
    return this.#opened?.promise ?? null;
  }

  /** Has everyone wait from now on. */
  close(): void {
    this.#opened ??= Promise.withResolvers<void>();
  }

  /** Lets everyone pass. */
  open(): void {
    this.#opened?.resolve();
    this.#opened = null;
  }
}
