import { fingerprint } from '../../fingerprint/rabin.ts';

/** States whose checks are remembered; those that are forgotten are known by their fingerprints alone. */
const remembered = 50_000;

/** Tells apart states that have one fingerprint and are not the same: such are made, they do not happen. */
export class Twins {
  readonly #checks = new Map<string, string>();

  /** Fingerprints with their checks, as far as these are known, for the agent to look its own up in. */
  named(prints: Iterable<string>): string[] {
    return Array.from(prints, (print) => print + (this.#checks.get(print) ?? ''));
  }

  /** The fingerprint that a state goes by. */
  told(print: string, check = ''): string {
    const known = this.#checks.get(print);
    if (known !== undefined && known !== check) return fingerprint(`${print} ${check}`);
    if (this.#checks.size >= remembered) this.#checks.clear();
    this.#checks.set(print, check);
    return print;
  }
}
