/** A command to the browser. */
export interface Sent {
  readonly kind: 'sent';
  readonly id: number;
  readonly name: string;
  /** Which tab it is for; empty: the browser itself. */
  readonly session: string;
  readonly bytes: number;
}

/** The answer to a command. */
export interface Answered {
  readonly kind: 'answered';
  readonly id: number;
  readonly bytes: number;
}

/** What the browser tells without having been asked. */
export interface Told {
  readonly kind: 'told';
  readonly name: string;
  readonly session: string;
  readonly bytes: number;
}

/** A message on the pipe between the program and the browser. */
export type Noted = Sent | Answered | Told;

/** Milliseconds between the first address that was opened and the end of the last tab. */
export interface Spent {
  /** Processor time of the program, of the browser's own process, and of all renderers. */
  readonly node: number;
  readonly browser: number;
  readonly renderers: number;
  /** Wall time in which the program's loop had something to do, and in which it had nothing. */
  readonly busy: number;
  readonly idle: number;
}

/** What was noted of one browser. */
export interface Tapped {
  readonly noted: readonly Noted[];
  readonly spent: Spent | null;
}
