/** How long a BBS is listened to, and how much of it is seen at once. Times are milliseconds. */
export interface BbsLimits {
  readonly columns: number;
  readonly rows: number;
  readonly connect: number;
  /** Until the first byte after a key; keys that do nothing have no answer. */
  readonly answer: number;
  /** Until a screen that never rests is taken as it is. */
  readonly settle: number;
  /** Longest silence that is waited for. */
  readonly silence: number;
  /** Screens between connecting and the first one that is no prompt. */
  readonly prompts: number;
  /** Keys that are pressed again to come back after the line was cut. */
  readonly replay: number;
}

/** The documented defaults. */
export const bbsLimits: BbsLimits = {
  columns: 80,
  rows: 24,
  connect: 10_000,
  answer: 1_500,
  settle: 6_000,
  silence: 800,
  prompts: 30,
  replay: 200,
};
