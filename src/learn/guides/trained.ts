import type { Capture } from '../../model/capture.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { ActionLook, Gave, Guide, Look } from '../../model/guide.ts';
import { PatternMatcher } from '../matching.ts';
import type { TrainedModel, TrainedPattern } from '../model.ts';
import type { Typed } from '../typer.ts';
import { DriftWatch } from './drift.ts';

/** What happens when the site is not the one any more that the model was trained on. */
export type OnDrift = 'warn' | 'retrain' | 'stop';

interface Unknown {
  readonly count: number;
  readonly first: string;
}

/** Fires only what a trained model allows, by the type of page (valid-pages paper, algorithm 2). */
export class TrainedGuide implements Guide {
  readonly classes: Guide['classes'];
  readonly #model: TrainedModel;
  readonly #typeOf: (number: number, capture: Capture) => Promise<Typed>;
  readonly #matchers: ReadonlyMap<string, PatternMatcher>;
  readonly #byKind = new Map<string, TrainedPattern>();
  readonly #watch: DriftWatch;
  readonly #onDrift: OnDrift;
  readonly #successor: Successor;
  /** Takes over once the site has turned out to be another one, where that is asked for. */
  #instead: { readonly guide: Guide; readonly anew: boolean } | null = null;
  #drifted = false;
  #moved = 0;
  #unknown: Unknown | null = null;

  constructor(parts: {
    model: TrainedModel;
    typeOf: (number: number, capture: Capture) => Promise<Typed>;
    onDrift: OnDrift;
    instead: Successor;
    /** What an earlier run has left behind. */
    saved?: string | null;
  }) {
    const { model } = parts;
    this.classes = model.classes;
    this.#model = model;
    this.#typeOf = parts.typeOf;
    this.#onDrift = parts.onDrift;
    this.#successor = parts.instead;
    this.#watch = new DriftWatch(model);
    this.#matchers = new Map(model.types.map(({ name, patterns }) => [name, new PatternMatcher(patterns)]));
    const { anew } = JSON.parse(parts.saved ?? '{}') as SavedDrift;
    if (anew === undefined || this.#onDrift !== 'retrain') return;
    this.#drifted = true;
    this.#instead = { guide: this.#successor(anew), anew };
  }

  /** Whether the site is not the one any more that the model was trained on. */
  get drifted(): boolean {
    return this.#drifted;
  }

  /** Whether not even its types held, so that pages have types of other names now. */
  get beganAnew(): boolean {
    return this.#instead?.anew === true;
  }

  async prepare(): Promise<void> {}

  async look(number: number, capture: Capture): Promise<Look> {
    if (this.#instead) return this.#instead.guide.look(number, capture);
    const { type, moved } = await this.#typeOf(number, capture);
    if (moved) this.#moved++;
    if (type === null) this.#strange(number, capture.document.url);
    const actions = type === null ? [] : this.#allowed(type, capture);
    if (this.#judge()) return this.look(number, capture);
    return { type, actions: capture.candidates.map((_, at) => actions[at] ?? refused) };
  }

  #strange(number: number, address: string): void {
    const { count, first } = this.#unknown ?? { count: 0, first: address };
    this.#unknown = { count: count + 1, first };
    // Not the first that is seen: a crawl that is taken up again may see any page first.
    if (number === 0) this.#watch.strangeStart(address);
  }

  #allowed(type: string, { document, candidates }: Capture): readonly ActionLook[] {
    const matcher = this.#matchers.get(type);
    if (!matcher) return [];
    const elements = matcher.match(document);
    for (const [nth, pattern] of matcher.patterns.entries())
      this.#watch.matched(pattern, elements[nth]?.size ?? 0);
    return candidates.map(({ event, xpath }) => {
      const nth = matcher.patterns.findIndex((each, at) => each.event === event && elements[at]?.has(xpath));
      const pattern = matcher.patterns[nth];
      if (!pattern) return refused;
      const kind = `${type} ${event} ${pattern.paths[0]}`;
      this.#byKind.set(kind, pattern);
      return { fire: true, kind };
    });
  }

  /** Notices that the site has changed; whether someone else takes over. */
  #judge(): boolean {
    const [sign] = this.#drifted ? [] : this.#watch.signs();
    if (sign === undefined) return false;
    this.#drifted = true;
    if (this.#onDrift === 'stop')
      throw new ArgiopeError(
        'DRIFT',
        `the site is not the one any more that the model was trained on: ${sign}`,
        { advice: 'Train again; or go on with --model-drift warn or retrain.' },
      );
    if (this.#onDrift !== 'retrain') return false;
    const anew = this.#watch.isStrange;
    this.#instead = { guide: this.#successor(anew), anew };
    return true;
  }

  promise(kind: string): number | null {
    const pattern = this.#byKind.get(kind);
    return pattern ? Math.max(0.05, pattern.precision) : (this.#instead?.guide.promise(kind) ?? null);
  }

  isBarren(kind: string): boolean {
    return !this.#byKind.has(kind) && this.#instead?.guide.isBarren(kind) === true;
  }

  isUndecided(kind: string): boolean {
    return !this.#byKind.has(kind) && this.#instead?.guide.isUndecided(kind) === true;
  }

  wants(type: string | null): boolean {
    if (this.#instead) return this.#instead.guide.wants(type);
    return type !== null && this.#model.want.includes(type);
  }

  gave(kind: string, gave: Gave): void {
    const pattern = this.#byKind.get(kind);
    if (!pattern) this.#instead?.guide.gave(kind, gave);
    else if (gave.kind === 'new') this.#watch.led(pattern, gave.type);
  }

  remarks(): ReturnType<Guide['remarks']> {
    const remarks: { level: 'info' | 'warning'; text: string }[] = [];
    if (this.#moved > 0) {
      const text = `${this.#moved} pages are built otherwise than the samples and were recognised by their parts: train again at leisure`;
      remarks.push({ level: 'info', text });
    }
    if (this.#unknown) {
      const { count, first } = this.#unknown;
      const names = this.#model.types.map(({ name }) => name).join(', ');
      remarks.push({
        level: 'info',
        text: `${count} pages are of none of the types ${names}; the first is ${first}`,
      });
    }
    for (const sign of this.#drifted ? this.#watch.signs() : [])
      remarks.push({ level: 'warning', text: `the model does not fit the site any more: ${sign}` });
    return remarks;
  }

  save(): string {
    if (!this.#instead) return '{}';
    const { guide, anew } = this.#instead;
    return JSON.stringify({ ...JSON.parse(guide.save()), anew } satisfies SavedDrift);
  }
}

/** Makes the guide that goes on: with the types of the model, or anew where not even those hold any more. */
export type Successor = (anew: boolean) => Guide;

/** What a guide leaves behind whose place another one has taken. */
interface SavedDrift {
  readonly anew?: boolean;
}

const refused: ActionLook = { fire: false, kind: null };
