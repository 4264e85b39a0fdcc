/** A benchmark that can be run by name. */
export interface Bench {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** Its options, one indented line each. */
  readonly usage: string;
  /** Whether everything that it claims held. */
  run(args: readonly string[]): Promise<boolean>;
}

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
