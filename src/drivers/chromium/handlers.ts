import type { Candidate, Handler } from '../../model/index.ts';
import type { FoundCandidate, FoundHandler } from './agent/candidates.ts';
import type { Session } from './connection.ts';
import { FunctionInspector } from './function-inspector.ts';
import { type ClosureReader, decideValues, type Silence, type Undecided } from './handler-values.ts';
import type { PageAgent } from './held-agent.ts';
import type { Wrappers } from './wrappers.ts';

type WithHandler = FoundCandidate & { readonly found: FoundHandler };

/**
 * Says of candidates what they would run: the script of a called function (the "engine address" of
 * dAjaxCrawling's instructions), the place of a bound handler, and the values that tell its elements
 * apart. The debugger knows; it is asked once per function, recognised by its source.
 */
export class Handlers {
  readonly #inspector: FunctionInspector;
  /** Functions by name or source to script address or place; shared by all tabs. */
  readonly #known: Map<string, string>;
  /** Shared by all tabs, as well. */
  readonly #wrappers: Wrappers;
  readonly #silence: Silence = new Map();
  /** What was said of candidates last; those of unchanged elements are the same objects. */
  readonly #traces = new WeakMap<FoundCandidate, Candidate>();

  constructor(
    session: Session,
    agent: PageAgent,
    { scriptNames, wrappers }: { scriptNames: Map<string, string>; wrappers: Wrappers },
  ) {
    this.#inspector = new FunctionInspector(session, agent);
    this.#known = scriptNames;
    this.#wrappers = wrappers;
  }

  /** Another document is opened. */
  reset(): void {
    this.#inspector.reset();
  }

  /** Candidates with the scripts and handlers they would run. */
  async trace(found: readonly FoundCandidate[], documentUrl: string): Promise<Candidate[]> {
    await this.#traceCalls(found, documentUrl);
    const bound = found.filter(hasHandler);
    if (bound.length > 0) await this.#tracePlaces(bound, documentUrl);
    const undecided = bound.map((candidate) => this.#undecided(candidate));
    const reader: ClosureReader = (groups) => this.#inspector.closuresOf(groups);
    const values = await decideValues(undecided, reader, this.#silence);
    const handlers = new Map(
      bound.map((candidate, at): [FoundCandidate, Handler] => [
        candidate,
        { place: undecided[at]?.place ?? '', kind: candidate.found.kind, values: values[at] ?? '' },
      ]),
    );
    return found.map((candidate) => this.#traced(candidate, handlers.get(candidate)));
  }

  /** The same object as before where nothing has changed, so that what is known of it holds. */
  #traced(found: FoundCandidate, handler: Handler | undefined): Candidate {
    const before = this.#traces.get(found);
    const script =
      found.call === undefined
        ? undefined
        : (this.#known.get(`${found.callee} ${found.calleeSource}`) ?? 'inline');
    if (before && before.script === script && isSameHandler(before.handler, handler)) return before;
    const { callee: _, calleeSource: __, found: ___, source, ...plain } = found;
    const traced = {
      ...plain,
      ...(script !== undefined && { script }),
      ...(script === 'inline' && source !== undefined && { source }),
      ...(handler && { handler }),
    };
    this.#traces.set(found, traced);
    return traced;
  }

  async #traceCalls(found: readonly FoundCandidate[], documentUrl: string): Promise<void> {
    const unknown = new Map<string, string>();
    for (const { callee, calleeSource } of found) {
      const key = `${callee} ${calleeSource}`;
      if (callee && !this.#known.has(key)) unknown.set(key, callee);
    }
    if (unknown.size === 0) return;
    const urls = await this.#inspector.scriptsOf([...unknown.values()]);
    for (const [at, key] of [...unknown.keys()].entries()) {
      const url = urls[at];
      const own = !url || !/^https?:/.test(url) || sameDocument(url, documentUrl);
      this.#known.set(key, own ? 'inline' : url);
    }
  }

  async #tracePlaces(bound: readonly WithHandler[], documentUrl: string): Promise<void> {
    const unknown = new Map<string, Asked>();
    for (const candidate of bound) {
      const { place, run, wrapped } = candidate.found;
      const key = placeKey(candidate);
      if (place !== undefined || run === undefined || this.#known.has(key)) continue;
      // Functions of frames of other origins have names of their own, by which they cannot be asked for.
      const kind = wrapped ? kindKey(candidate) : null;
      unknown.set(`${run.slice(0, runTag)} ${key}`, { key, run, kind });
    }
    const rest = await this.#ask([...unknown.values()], documentUrl);
    // Those of a kind that calls different things are asked one by one; the others on a later look.
    if (rest.length > 0) await this.#ask(rest.slice(0, wrappersAtOnce), documentUrl);
  }

  /** Asks where functions are, of wrappers of one kind the first few; gives those that were not asked. */
  async #ask(unknown: readonly Asked[], documentUrl: string): Promise<readonly Asked[]> {
    const planned = new Map<string, number>();
    const [asked, later]: [Asked[], Asked[]] = [[], []];
    for (const one of unknown) {
      if (this.#isSettled(one)) continue;
      const count = one.kind === null ? 0 : (planned.get(one.kind) ?? 0);
      if (one.kind !== null) planned.set(one.kind, count + 1);
      (one.kind !== null && count >= this.#wrappers.sample(one.kind) ? later : asked).push(one);
    }
    if (asked.length === 0) return [];
    const places = await this.#inspector.placesOf(
      asked.map(({ run, kind }) => ({ run, wrapped: kind !== null })),
      documentUrl,
    );
    for (const { key, run, kind } of asked) {
      const place = places.get(run);
      if (place === undefined) continue;
      this.#known.set(key, place);
      if (kind !== null) this.#wrappers.note(kind, place);
    }
    return later.filter((one) => !this.#isSettled(one));
  }

  /** A wrapper of a kind that always calls the same is where the others are. */
  #isSettled({ key, kind }: Asked): boolean {
    const place = kind === null ? null : this.#wrappers.placeOf(kind);
    if (place !== null) this.#known.set(key, place);
    return place !== null;
  }

  #undecided(candidate: WithHandler): Undecided {
    const { event, value = '', traits, href = '', found } = candidate;
    return {
      // Functions of frames that cannot be asked are named by their source alone.
      place:
        found.place ?? this.#known.get(placeKey(candidate)) ?? `source#${(found.source ?? '').slice(0, 12)}`,
      event,
      value,
      traits: `${traits} ${href}`,
      values: found.values,
      key: found.key ?? null,
      run: found.run ?? null,
    };
  }
}

/** A function whose place is asked for. */
interface Asked {
  readonly key: string;
  readonly run: string;
  /** What it has in common with others like it, where it is a wrapper. */
  readonly kind: string | null;
}

/** Wrappers that are asked one by one at a time: each takes several questions. */
const wrappersAtOnce = 100;

function isSameHandler(one: Handler | undefined, other: Handler | undefined): boolean {
  return one?.place === other?.place && one?.values === other?.values && one?.kind === other?.kind;
}

/** Letters at the beginning of a function's name that belong to the agent that gave it. */
const runTag = 6;

function hasHandler(candidate: FoundCandidate): candidate is WithHandler {
  return candidate.found !== undefined;
}

/**
 * Functions of the same text are one function, if they answer the same event at the same kind of place.
 * Of a wrapper the text says little: there the traits of the element have to.
 */
function placeKey(candidate: WithHandler): string {
  const { traits, text, found } = candidate;
  return `${kindKey(candidate)} ${found.wrapped ? `${found.kind} ${traits} ${text}` : ''}`;
}

/** Functions of one text that answer the same event at the same kind of place. */
function kindKey({ xpath, event, found }: WithHandler): string {
  return `${found.source} ${event} ${xpath.replace(/\[\d+\]/g, '')}`;
}

/** Functions in a document's own script elements have the document's address, which differs by page. */
function sameDocument(script: string, page: string): boolean {
  return script.replace(/#.*/, '') === page.replace(/#.*/, '');
}
