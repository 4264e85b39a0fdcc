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
  /** Takes over once the site has turned out to be another one. */
  readonly #instead: Guide;
  #drifted = false;
  #looked = 0;
  #moved = 0;
  #unknown: Unknown | null = null;

  constructor(parts: {
    model: TrainedModel;
    typeOf: (number: number, capture: Capture) => Promise<Typed>;
    onDrift: OnDrift;
    instead: Guide;
  }) {
    const { model } = parts;
    this.classes = model.classes;
    this.#model = model;
    this.#typeOf = parts.typeOf;
    this.#onDrift = parts.onDrift;
    this.#instead = parts.instead;
    this.#watch = new DriftWatch(model);
    this.#matchers = new Map(model.types.map(({ name, patterns }) => [name, new PatternMatcher(patterns)]));
  }

  /** Whether the site is not the one any more that the model was trained on. */
  get drifted(): boolean {
    return this.#drifted;
  }

  async prepare(): Promise<void> {}

  async look(number: number, capture: Capture): Promise<Look> {
    const { type, moved } = await this.#typeOf(number, capture);
    if (moved) this.#moved++;
    if (type === null) this.#strange(capture.document.url);
    const actions = type === null ? [] : this.#allowed(type, capture);
    this.#looked++;
    this.#judge();
    if (this.#drifted && this.#onDrift === 'retrain') return this.#instead.look(number, capture);
    return { type, actions: capture.candidates.map((_, at) => actions[at] ?? refused) };
  }

  #strange(address: string): void {
    const { count, first } = this.#unknown ?? { count: 0, first: address };
    this.#unknown = { count: count + 1, first };
    if (this.#looked === 0) this.#watch.strangeStart(address);
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

  #judge(): void {
    if (this.#drifted) return;
    const [sign] = this.#watch.signs();
    if (sign === undefined) return;
    this.#drifted = true;
    if (this.#onDrift !== 'stop') return;
    throw new ArgiopeError(
      'DRIFT',
      `the site is not the one any more that the model was trained on: ${sign}`,
      {
        advice: 'Train again; or go on with --model-drift warn or retrain.',
      },
    );
  }

  promise(kind: string): number | null {
    const pattern = this.#byKind.get(kind);
    return pattern ? Math.max(0.05, pattern.precision) : this.#instead.promise(kind);
  }

  isBarren(kind: string): boolean {
    return !this.#byKind.has(kind) && this.#instead.isBarren(kind);
  }

  wants(type: string | null): boolean {
    return type !== null && this.#model.want.includes(type);
  }

  gave(kind: string, gave: Gave): void {
    const pattern = this.#byKind.get(kind);
    if (!pattern) this.#instead.gave(kind, gave);
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
    return this.#instead.save();
  }
}

const refused: ActionLook = { fire: false, kind: null };
