import type { CrawlSettings } from '../config/settings.ts';
import { makeScope, normalizeUrl, type RobotsGate, type Scope, unsafeWord } from '../frontier/index.ts';
import {
  type ClassAudits,
  callInstruction,
  elementInstruction,
  type Place,
  ungated,
  urlInstruction,
} from '../identity/index.ts';
import type { Action, Candidate, Capture, Instruction, Reason } from '../model/index.ts';

/** A candidate with its instruction, and the reason if it is not to be followed. */
export interface Judged {
  readonly action: Action;
  /** Normalised address, for links. */
  readonly url: string | null;
  readonly refused: Exclude<Reason, 'queued' | 'fired' | 'known' | 'unchanged' | 'failed'> | null;
}

/** Decides before anything is fired: what would it do, and may it be done? */
export class Gate {
  readonly #settings: CrawlSettings;
  readonly #scope: Scope;
  readonly #robots: RobotsGate | null;
  readonly #audits: ClassAudits;

  constructor(settings: CrawlSettings, robots: RobotsGate | null, audits: ClassAudits) {
    this.#settings = settings;
    this.#scope = makeScope(settings);
    this.#robots = robots;
    this.#audits = audits;
  }

  /** Judges all candidates of a captured page, and the addresses that its scripts asked for. */
  async judge(capture: Capture, source: number, depth: number): Promise<readonly Judged[]> {
    const place: Place = { documentUrl: capture.documentUrl, page: capture.fingerprint };
    const tooDeep = this.#settings.depth !== null && depth >= this.#settings.depth;
    const judged: Judged[] = [];
    for (const candidate of capture.candidates) {
      judged.push(await this.#judgeOne(candidate, place, source, judged.length, tooDeep));
    }
    for (const href of capture.wanted) {
      judged.push(await this.#judgeOne(scriptLink(href), place, source, judged.length, tooDeep));
    }
    return judged;
  }

  /** The normalised form of an address that a script asked for. */
  address(href: string): string | null {
    return normalizeUrl(href);
  }

  /** What is wrong with a host that could not even be asked for its rules. */
  problem(url: string): Error | null {
    return this.#robots?.problem(url) ?? null;
  }

  /** Whether an address may be opened at all; the reason if not. */
  async refuses(url: string): Promise<Judged['refused']> {
    const verdict = this.#scope(url);
    if (verdict !== 'in') return verdict;
    if (this.#robots && !(await this.#robots.allows(url))) return 'robots';
    return null;
  }

  async #judgeOne(
    candidate: Candidate,
    place: Place,
    source: number,
    ord: number,
    tooDeep: boolean,
  ): Promise<Judged> {
    const { settings, url, plain } = { settings: this.#settings, ...this.#instructionOf(candidate, place) };
    const gated = settings.dedupe === 'double' || (settings.dedupe === 'single' && plain.kind === 'url');
    const instruction = gated ? plain : ungated(plain, place, source, ord);
    const { id, xpath, event, text } = candidate;
    const action: Action = { id, xpath, event, instruction, label: text };
    return { action, url, refused: await this.#refusal(candidate, url, tooDeep) };
  }

  #instructionOf(candidate: Candidate, place: Place): { url: string | null; plain: Instruction } {
    if (candidate.href !== undefined) {
      const url = normalizeUrl(candidate.href);
      return { url, plain: urlInstruction(url ?? candidate.href.slice(0, 2048)) };
    }
    if (candidate.call === undefined) return { url: null, plain: elementInstruction(candidate, place) };
    return { url: null, plain: callInstruction(candidate, place, (name) => this.#audits.isBound(name)) };
  }

  async #refusal(candidate: Candidate, url: string | null, tooDeep: boolean): Promise<Judged['refused']> {
    const { text, hints, call, href } = candidate;
    if (href !== undefined) {
      if (url === null) return 'excluded';
      const verdict = this.#scope(url);
      if (verdict !== 'in') return verdict;
    }
    if (
      !this.#settings.unsafe &&
      unsafeWord({ text, hints, ...(call !== undefined && { call }), ...(url !== null && { href: url }) })
    ) {
      return 'unsafe';
    }
    if (url !== null && this.#robots && !(await this.#robots.allows(url))) return 'robots';
    return tooDeep ? 'depth' : null;
  }
}

/** An address that a script wanted to go to or to open, as a link without an element. */
function scriptLink(href: string): Candidate {
  return { xpath: '', id: null, tag: '', event: 'script', href, text: '', traits: '', hints: '' };
}
