import type { Protocol } from 'devtools-protocol';
import { fingerprint } from '../../fingerprint/rabin.ts';
import { readHandler } from './agent/handler-text.ts';
import type { Session } from './connection.ts';
import { placeOf, type ScriptInfo } from './handler-place.ts';
import type { PageAgent } from './held-agent.ts';

type Property = Protocol.Runtime.InternalPropertyDescriptor;

/** Functions that the debugger is told to forget again. */
const group = 'argiope-functions';

/** A function as the debugger knows it, with its text. */
interface Known {
  readonly objectId: string;
  readonly text: string;
}

/** Scalars that functions close over, by the function's name and the variable. */
type Closures = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Asks the debugger about functions of a page: where they are written, what they close over. */
export class FunctionInspector {
  readonly #session: Session;
  readonly #agent: PageAgent;
  readonly #scripts = new Map<string, ScriptInfo>();
  /** By the names of a group's functions. */
  readonly #closures = new Map<string, Closures>();
  #listening = false;

  constructor(session: Session, agent: PageAgent) {
    this.#session = session;
    this.#agent = agent;
  }

  /** Another document is opened: its scripts and functions are others. */
  reset(): void {
    this.#scripts.clear();
    this.#closures.clear();
  }

  /**
   * Places of functions by the agent's names for them; without those that are gone. A wrapper is named by what it calls
   * too: one function that merges handlers, or binds them, makes most of those of a page.
   */
  async placesOf(
    asked: readonly { readonly run: string; readonly wrapped: boolean }[],
    documentUrl: string,
  ): Promise<ReadonlyMap<string, string>> {
    const objects = await this.#objects(asked.map(({ run }) => run));
    const found = await Promise.all(
      asked.map(async ({ run, wrapped }) => {
        const known = objects.get(run);
        return [run, known ? await this.#locationsOf(known, wrapped ? wrapsAtMost : 0) : []] as const;
      }),
    );
    this.#release();
    const located = found.filter(([, locations]) => locations.length > 0);
    if (located.some(([, all]) => all.some(({ scriptId }) => !this.#scripts.has(scriptId))))
      await this.#readScripts();
    const placed = ({ scriptId, lineNumber, columnNumber }: Location) =>
      placeOf(this.#scripts.get(scriptId), { line: lineNumber, column: columnNumber ?? 0 }, documentUrl);
    return new Map(located.map(([run, all]) => [run, wholePlace(all.map(placed))]));
  }

  /** Addresses of the scripts in which the functions of expressions are defined. */
  async scriptsOf(expressions: readonly string[]): Promise<readonly (string | undefined)[]> {
    const places = await Promise.all(
      expressions.map(async (expression) => {
        const { result } = await this.#session.send('Runtime.evaluate', {
          expression,
          silent: true,
          objectGroup: group,
        });
        return result.objectId
          ? (locationIn(await this.#internals(result.objectId)) ?? undefined)
          : undefined;
      }),
    );
    this.#release();
    if (places.some((at) => at && !this.#scripts.has(at.scriptId))) await this.#readScripts();
    return places.map((at) => at && this.#scripts.get(at.scriptId)?.url);
  }

  /**
   * Scalars of the two innermost scopes that functions close over, by variable, without those that all functions of
   * a group share: the outer of the two scopes is often that of a whole bundle, with thousands of variables.
   */
  async closuresOf(groups: readonly (readonly string[])[]): Promise<readonly Closures[]> {
    const unknown = groups.filter((group) => !this.#closures.has(group.join()));
    if (unknown.length > 0) {
      const read = await this.#read(unknown);
      this.#release();
      for (const [at, group] of unknown.entries()) this.#closures.set(group.join(), read[at] ?? new Map());
    }
    return groups.map((group) => this.#closures.get(group.join()) ?? new Map());
  }

  /** Each function is asked for its scopes; what these hold is compared in the page, in one call. */
  async #read(groups: readonly (readonly string[])[]): Promise<readonly Closures[]> {
    const runs = groups.flat();
    const objects = await this.#objects(runs);
    const scopes = await Promise.all(
      runs.map(async (run) => {
        const known = objects.get(run);
        return known && internal(await this.#internals(known.objectId), '[[Scopes]]')?.value?.objectId;
      }),
    );
    const objectId = scopes.find((scope) => scope !== undefined);
    if (objectId === undefined) return [];
    const { result: told, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
      functionDeclaration: telling.toString(),
      objectId,
      arguments: [
        { value: groups.map(({ length }) => length) },
        ...scopes.map((scope) => (scope === undefined ? { value: null } : { objectId: scope })),
      ],
      objectGroup: group,
    });
    if (exceptionDetails || !told.objectId) return [];
    const { result: variables } = await this.#session.send('Runtime.getProperties', {
      objectId: told.objectId,
      ownProperties: true,
      generatePreview: true,
    });
    const scalars = runs.map(() => new Map<string, string>());
    for (const { name, value } of variables) {
      const [, at = '', variable = ''] = /^(\d+) (.*)$/s.exec(name) ?? [];
      const text = value ? scalarText(value) : null;
      if (text !== null) scalars[Number(at)]?.set(variable, text);
    }
    let from = 0;
    return groups.map((group) => new Map(group.map((run) => [run, scalars[from++] ?? new Map()])));
  }

  #release(): void {
    this.#session.tell('Runtime.releaseObjectGroup', { objectGroup: group });
  }

  async #objects(runs: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const { result } = await this.#agent.send(`functions(${JSON.stringify(runs)})`, { objectGroup: group });
    if (!result.objectId) return new Map();
    const list = await this.#session.send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    const found = list.result.flatMap(({ name, value }) => {
      const run = runs[Number(name)];
      const known = functionIn(value);
      return run !== undefined && known ? [[run, known] as const] : [];
    });
    return new Map(found);
  }

  async #internals(objectId: string): Promise<readonly Property[]> {
    const { internalProperties } = await this.#session.send('Runtime.getProperties', {
      objectId,
      ownProperties: true,
    });
    return internalProperties ?? [];
  }

  /** Where a function is written, then where those are that it calls, through so many wrappers. */
  async #locationsOf({ objectId, text }: Known, depth: number): Promise<readonly Location[]> {
    const internals = await this.#internals(objectId);
    // A bound function has no place of its own.
    const target = functionIn(internal(internals, '[[TargetFunction]]')?.value);
    if (target) return this.#locationsOf(target, depth);
    const own = locationIn(internals);
    const inner = depth > 0 ? await this.#closedOver(internals, text) : [];
    // What is no wrapper itself is what is called: what it closes over may be a whole library.
    const called = await Promise.all(
      inner.map((each) => this.#locationsOf(each, readHandler(each.text).wraps ? depth - 1 : 0)),
    );
    return [...(own ? [own] : []), ...called.flat()];
  }

  /** The functions that a wrapper's text names: variables of its two innermost scopes, and what these hold. */
  async #closedOver(internals: readonly Property[], text: string): Promise<readonly Known[]> {
    const scopes = internal(internals, '[[Scopes]]')?.value?.objectId;
    const names = [...new Set(text.match(/[\w$]+/g))];
    if (scopes === undefined || names.length > namesAtMost) return [];
    const { result: held } = await this.#session.send('Runtime.callFunctionOn', {
      functionDeclaration: holding.toString(),
      objectId: scopes,
      arguments: [{ value: names }],
      objectGroup: group,
    });
    const variables = held.objectId ? await this.#own(held.objectId) : [];
    const scalars = new Map(variables.map(({ name, value }) => [name, value?.value as unknown]));
    const lists = variables.map(async ({ name, value }) => {
      if (!value?.objectId || value.subtype === 'proxy' || value.subtype === 'node') return [];
      if (value.type === 'function') return [functionIn(value)];
      const asked = value.subtype === 'array' ? null : membersOf(name, text, scalars);
      if (asked?.size === 0) return [];
      const parts = await this.#own(value.objectId);
      return parts
        .filter((part) => (asked ? asked.has(part.name) : /^\d+$/.test(part.name)))
        .map((part) => functionIn(part.value));
    });
    const found = (await Promise.all(lists)).flat();
    return found.filter((each) => each !== null).slice(0, callsAtMost);
  }

  async #own(objectId: string): Promise<readonly Protocol.Runtime.PropertyDescriptor[]> {
    return (await this.#session.send('Runtime.getProperties', { objectId, ownProperties: true })).result;
  }

  /** All scripts of the page are told when the debugger is enabled; it is not left on, because it costs. */
  async #readScripts(): Promise<void> {
    if (!this.#listening) {
      this.#listening = true;
      this.#session.on('Debugger.scriptParsed', ({ scriptId, url, hash, startLine, startColumn }) => {
        this.#scripts.set(scriptId, { url, hash, startLine, startColumn });
      });
    }
    await this.#session.send('Debugger.enable', { maxScriptsCacheSize: 0 });
    await this.#session.send('Debugger.disable');
  }
}

type Location = Protocol.Debugger.Location;

/** Wrappers around each other that are looked through: a library's, and what an app puts around it. */
const wrapsAtMost = 2;
/** Functions that one wrapper is taken to call. */
const callsAtMost = 4;
/** Names in a wrapper's text: one that has more does something itself. */
const namesAtMost = 60;

/** A function's own place, and a print of the places of those that it calls. */
function wholePlace([own = '', ...called]: readonly string[]): string {
  const others = [...new Set(called)].filter((place) => place !== own);
  // The first digits of a fingerprint do not change with the last letters of a text, which are columns here.
  return others.length === 0 ? own : `${own}>${fingerprint(others.join()).slice(-6)}`;
}

function functionIn(value: Protocol.Runtime.RemoteObject | undefined): Known | null {
  if (value?.type !== 'function' || value.objectId === undefined) return null;
  return { objectId: value.objectId, text: value.description ?? '' };
}

/** Names under which a text asks a variable for what it holds: `props.onOpen`, `current[key]`. */
function membersOf(name: string, text: string, scalars: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const asks = new RegExp(
    `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:\\?\\.)?(?:\\.?([\\w$]+)|\\[([\\w$]+)\\])`,
    'g',
  );
  const members = new Set<string>();
  for (const [, member, variable] of text.matchAll(asks)) {
    const named = member ?? scalars.get(variable ?? '');
    if (typeof named === 'string') members.add(named);
  }
  return members;
}

function locationIn(internals: readonly Property[]): Location | undefined {
  return internal(internals, '[[FunctionLocation]]')?.value?.value as Location | undefined;
}

function internal(list: readonly Property[], name: string): Property | undefined {
  return list.find((property) => property.name === name);
}

/** A scope as the debugger gives it. */
interface Scope {
  readonly description: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * Runs in the page: variables of the two innermost scopes that are not the same for all functions of a group, by
 * place of the function and name. What they hold is only compared, never looked into: a proxy would run code of the
 * page, and so would what the page has made of regular expressions and iterators.
 */
function telling(
  sizes: readonly number[],
  ...lists: readonly (readonly Scope[] | null)[]
): Record<string, unknown> {
  const told: Record<string, unknown> = { __proto__: null };
  let from = 0;
  for (let group = 0; group < sizes.length; group++) {
    const size = sizes[group] ?? 0;
    const held: Record<string, Record<string, unknown> | null> = { __proto__: null };
    for (let at = from; at < from + size; at++) {
      const variables: Record<string, unknown> = { __proto__: null };
      const list = lists[at] ?? [];
      // The list has nothing of an array but its length.
      for (let scope = 0, left = 2; scope < list.length && left > 0; scope++) {
        const { description = '', object } = list[scope] ?? {};
        // Closure and Catch, Block, Local; the others are those of whole scripts.
        const kind = description[0];
        if (kind !== 'C' && kind !== 'B' && kind !== 'L') continue;
        left--;
        for (const name in object) if (!(name in variables)) variables[name] = object[name];
      }
      held[at - from] = variables;
    }
    for (let at = 0; at < size; at++) {
      for (const name in held[at]) {
        const value = held[at]?.[name];
        if (typeof value === 'function') continue;
        let isShared = true;
        for (let other = 0; other < size && isShared; other++) isShared = held[other]?.[name] === value;
        if (!isShared) told[`${from + at} ${name}`] = value;
      }
    }
    from += size;
  }
  return told;
}

/** Runs in the page: what the two innermost scopes of a function have under some names, without looking into it. */
function holding(this: readonly Scope[], names: readonly string[]): Record<string, unknown> {
  const held: Record<string, unknown> = { __proto__: null };
  for (let scope = 0, left = 2; scope < this.length && left > 0; scope++) {
    const { description = '', object } = this[scope] ?? {};
    const kind = description[0];
    if (!object || (kind !== 'C' && kind !== 'B' && kind !== 'L')) continue;
    left--;
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? '';
      if (name in object && !(name in held)) held[name] = object[name];
    }
  }
  return held;
}

const cut = 40;

/** A scalar, or the scalars of a small object (`item.id`), as text. */
function scalarText(value: Protocol.Runtime.RemoteObject): string | null {
  switch (value.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return String(value.value ?? value.unserializableValue).slice(0, cut);
    case 'bigint':
      return String(value.unserializableValue).slice(0, cut);
    case 'object': {
      if (value.subtype !== undefined && value.subtype !== 'null') return null;
      const inner = (value.preview?.properties ?? []).filter(({ type }) =>
        /^(?:string|number|boolean)$/.test(type),
      );
      const text = inner.map((property) => `${property.name}:${property.value ?? ''}`).join(',');
      return text === '' ? null : text.slice(0, 2 * cut);
    }
    default:
      return null;
  }
}
