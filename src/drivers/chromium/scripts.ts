import type { Candidate } from '../../model/index.ts';
import type { FoundCandidate } from './agent/candidates.ts';
import type { Session } from './connection.ts';

/**
 * Names the script in which a called function is defined: the "engine address" of dAjaxCrawling's
 * instructions. The debugger knows it; it is asked once per function, recognised by its source.
 */
export class ScriptAddresses {
  readonly #session: Session;
  /** Function name and source to script address; shared by all tabs. */
  readonly #known: Map<string, string>;

  constructor(session: Session, known: Map<string, string>) {
    this.#session = session;
    this.#known = known;
  }

  async trace(found: readonly FoundCandidate[]): Promise<Candidate[]> {
    const unknown = new Map<string, string>();
    for (const { callee, calleeSource } of found) {
      const key = `${callee} ${calleeSource}`;
      if (callee && !this.#known.has(key)) unknown.set(key, callee);
    }
    if (unknown.size > 0) await this.#ask(unknown);
    return found.map(({ callee, calleeSource, ...candidate }) =>
      candidate.call === undefined
        ? candidate
        : { ...candidate, script: this.#known.get(`${callee} ${calleeSource}`) ?? 'inline' },
    );
  }

  async #ask(unknown: ReadonlyMap<string, string>): Promise<void> {
    const urls = new Map<string, string>();
    this.#session.on('Debugger.scriptParsed', ({ scriptId, url }) => void urls.set(scriptId, url));
    await this.#session.send('Debugger.enable', { maxScriptsCacheSize: 0 });
    const here = await this.#session.send('Runtime.evaluate', {
      expression: 'document.URL',
      returnByValue: true,
    });
    for (const [key, callee] of unknown) {
      const url = urls.get((await this.#locationOf(callee)) ?? '');
      const own = !url || !/^https?:/.test(url) || sameDocument(url, String(here.result.value));
      this.#known.set(key, own ? 'inline' : url);
    }
    await this.#session.send('Debugger.disable');
  }

  async #locationOf(callee: string): Promise<string | undefined> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: callee, silent: true });
    if (!result.objectId) return undefined;
    const { internalProperties } = await this.#session.send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    const location = internalProperties?.find((property) => property.name === '[[FunctionLocation]]');
    return (location?.value?.value as { scriptId?: string } | undefined)?.scriptId;
  }
}

/** Functions in a document's own script elements have the document's address, which differs by page. */
function sameDocument(script: string, page: string): boolean {
  return script.replace(/#.*/, '') === page.replace(/#.*/, '');
}
