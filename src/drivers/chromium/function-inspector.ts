import type { Protocol } from 'devtools-protocol';
import type { Session } from './connection.ts';
import { placeOf, type ScriptInfo } from './handler-place.ts';

type Property = Protocol.Runtime.InternalPropertyDescriptor;

/** Functions that the debugger is told to forget again. */
const group = 'argiope-functions';

/** Asks the debugger about functions of a page: where they are written, what they close over. */
export class FunctionInspector {
  readonly #session: Session;
  readonly #agentName: string;
  readonly #scripts = new Map<string, ScriptInfo>();
  readonly #closures = new Map<string, ReadonlyMap<string, string>>();
  #listening = false;

  constructor(session: Session, agentName: string) {
    this.#session = session;
    this.#agentName = agentName;
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

  /** Address of the script in which an expression's function is defined. */
  async scriptOf(expression: string): Promise<string | undefined> {
    const { result } = await this.#session.send('Runtime.evaluate', {
      expression,
      silent: true,
      objectGroup: group,
    });
    const at = result.objectId ? await this.#locationOf(result.objectId, false) : undefined;
    if (!at) return undefined;
    if (!this.#scripts.has(at.scriptId)) await this.#readScripts();
    return this.#scripts.get(at.scriptId)?.url;
  }

  /** Scalars of the two innermost scopes that functions close over, by variable. */
  async closuresOf(runs: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    const unknown = runs.filter((run) => !this.#closures.has(run));
    if (unknown.length > 0) {
      const objects = await this.#objects(unknown);
      await Promise.all(
        unknown.map(async (run) => {
          const object = objects.get(run);
          this.#closures.set(run, object ? await this.#scalarsOf(object) : new Map());
        }),
      );
      this.#release();
    }
    return new Map(runs.map((run) => [run, this.#closures.get(run) ?? new Map<string, string>()]));
  }

  #release(): void {
    this.#session.tell('Runtime.releaseObjectGroup', { objectGroup: group });
  }

  async #objects(runs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const expression = `globalThis[${JSON.stringify(this.#agentName)}].functions(${JSON.stringify(runs)})`;
    const { result } = await this.#session.send('Runtime.evaluate', { expression, objectGroup: group });
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
    const [scope] = await this.#scopes(internals, 1, false);
    const own = internal(internals, '[[FunctionLocation]]')?.value?.value as
      | Protocol.Debugger.Location
      | undefined;
    for (const { value } of scope ?? []) {
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

  async #scopes(
    internals: readonly Property[],
    count: number,
    preview: boolean,
  ): Promise<readonly Protocol.Runtime.PropertyDescriptor[][]> {
    const list = internal(internals, '[[Scopes]]')?.value?.objectId;
    if (!list) return [];
    const { result } = await this.#session.send('Runtime.getProperties', {
      objectId: list,
      ownProperties: true,
    });
    const inner = result
      .filter(({ value }) => /^(?:Closure|Block|Local|Catch)/.test(value?.description ?? ''))
      .slice(0, count);
    return Promise.all(
      inner.map(async ({ value }) => {
        const { result: variables } = await this.#session.send('Runtime.getProperties', {
          objectId: value?.objectId as string,
          ownProperties: true,
          generatePreview: preview,
        });
        return variables;
      }),
    );
  }

  async #scalarsOf(objectId: string): Promise<ReadonlyMap<string, string>> {
    const scalars = new Map<string, string>();
    for (const scope of await this.#scopes(await this.#internals(objectId), 2, true)) {
      for (const { name, value } of scope) {
        if (!value || scalars.has(name)) continue;
        const text = scalarText(value);
        if (text !== null) scalars.set(name, text);
      }
    }
    return scalars;
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
