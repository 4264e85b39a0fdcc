import type { Protocol } from 'devtools-protocol';
import type { Session } from './connection.ts';
import { placeOf, type ScriptInfo } from './handler-place.ts';
import type { PageAgent } from './held-agent.ts';

type Property = Protocol.Runtime.InternalPropertyDescriptor;

/** Functions that the debugger is told to forget again. */
const group = 'argiope-functions';

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

  /** Places of functions by the agent's names for them; without those that are gone. */
  async placesOf(
    asked: readonly { readonly run: string; readonly wrapped: boolean }[],
    documentUrl: string,
  ): Promise<ReadonlyMap<string, string>> {
    const objects = await this.#objects(asked.map(({ run }) => run));
    const found = await Promise.all(
      asked.map(async ({ run, wrapped }) => {
        const object = objects.get(run);
        return [run, object && (await this.#locationOf(object, wrapped))] as const;
      }),
    );
    this.#release();
    const located = found.flatMap(([run, at]) => (at ? [[run, at] as const] : []));
    if (located.some(([, { scriptId }]) => !this.#scripts.has(scriptId))) await this.#readScripts();
    return new Map(
      located.map(([run, { scriptId, lineNumber, columnNumber }]) => [
        run,
        placeOf(this.#scripts.get(scriptId), { line: lineNumber, column: columnNumber ?? 0 }, documentUrl),
      ]),
    );
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
        return result.objectId ? this.#locationOf(result.objectId, false) : undefined;
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
        const object = objects.get(run);
        return object ? internal(await this.#internals(object), '[[Scopes]]')?.value?.objectId : undefined;
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

  async #objects(runs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { result } = await this.#agent.send(`functions(${JSON.stringify(runs)})`, { objectGroup: group });
    if (!result.objectId) return new Map();
    const list = await this.#session.send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    const found = list.result.flatMap(({ name, value }) => {
      const run = runs[Number(name)];
      return run !== undefined && value?.objectId ? [[run, value.objectId] as const] : [];
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

  async #locationOf(objectId: string, wrapped: boolean): Promise<Protocol.Debugger.Location | undefined> {
    const internals = await this.#internals(objectId);
    if (wrapped) {
      const inner = await this.#closedOver(internals);
      const at = inner && (await this.#locationOf(inner, false));
      if (at) return at;
    }
    // A bound function has no place of its own.
    const target = internal(internals, '[[TargetFunction]]')?.value?.objectId;
    if (target) return this.#locationOf(target, false);
    return internal(internals, '[[FunctionLocation]]')?.value?.value as
      | Protocol.Debugger.Location
      | undefined;
  }

  /** The function that a wrapper calls: the one that its innermost scope holds beside itself. */
  async #closedOver(internals: readonly Property[]): Promise<string | undefined> {
    const scope = await this.#innermost(internals);
    const own = internal(internals, '[[FunctionLocation]]')?.value?.value as
      | Protocol.Debugger.Location
      | undefined;
    for (const { value } of scope) {
      if (value?.type !== 'function' || !value.objectId) continue;
      const at = await this.#locationOf(value.objectId, false);
      if (
        at &&
        (at.scriptId !== own?.scriptId ||
          at.lineNumber !== own.lineNumber ||
          at.columnNumber !== own.columnNumber)
      )
        return value.objectId;
    }
    return undefined;
  }

  async #innermost(internals: readonly Property[]): Promise<Protocol.Runtime.PropertyDescriptor[]> {
    const properties = async (objectId: string | undefined) =>
      objectId === undefined
        ? []
        : (await this.#session.send('Runtime.getProperties', { objectId, ownProperties: true })).result;
    const scopes = await properties(internal(internals, '[[Scopes]]')?.value?.objectId);
    const inner = scopes.find(({ value }) => /^(?:Closure|Block|Local|Catch)/.test(value?.description ?? ''));
    return properties(inner?.value?.objectId);
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
