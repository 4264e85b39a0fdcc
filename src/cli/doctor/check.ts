/** One thing that was looked at. */
export interface DoctorCheck {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do, where there is something to do. */
  readonly advice: string | null;
  /** Exit code where it failed. */
  readonly exit: number;
}

/** The state of the worst of them. */
export function worst(checks: readonly DoctorCheck[]): DoctorCheck['state'] {
  if (checks.some(({ state }) => state === 'fail')) return 'fail';
  return checks.some(({ state }) => state === 'warn') ? 'warn' : 'ok';
}

/** A check that found what it looked for. */
export function ok(name: string, found: string): DoctorCheck {
  return { name, state: 'ok', found, advice: null, exit: 0 };
}

/** A check that found something that could be better. */
export function warn(name: string, found: string, advice: string): DoctorCheck {
  return { name, state: 'warn', found, advice, exit: 0 };
}

/** A check that found something without which no crawl can run. */
export function fail(name: string, found: string, advice: string | null, exit: number): DoctorCheck {
  return { name, state: 'fail', found, advice, exit };
}
