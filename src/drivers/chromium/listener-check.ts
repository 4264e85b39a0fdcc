import { ProtocolError, type Session } from './connection.ts';
import type { PageAgent } from './held-agent.ts';

const group = 'argiope-listeners';
/** Of documents of a known kind every so manyth is checked. */
const sample = 100;
/** Listeners that are handed over one by one, at the most. */
const handedOver = 500;

/**
 * Compares what the agent knows of listeners with what the browser knows: one call for the whole document.
 * What was missed is handed over. The call costs several milliseconds in a large document, so it is made
 * for the first document of each kind of address, and afterwards by sample.
 */
export class ListenerCheck {
  readonly #session: Session;
  readonly #agent: PageAgent;
  readonly #kinds = new Map<string, number>();

  constructor(session: Session, agent: PageAgent) {
    this.#session = session;
    this.#agent = agent;
  }

  /** Whether the document at an address is to be checked. */
  due(url: string): boolean {
    const kind = addressKind(url);
    const seen = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, seen + 1);
    return seen % sample === 0;
  }

  /** Checks the document that is shown; gives how many listeners the agent did not know. */
  async run(): Promise<number> {
    const [known, page] = await Promise.all([
      this.#agent.send('heard()', { returnByValue: true }),
      this.#session.send('Runtime.evaluate', { expression: 'document', objectGroup: group }),
    ]);
    const { count = 0, types } = (known.result.value ?? {}) as { count?: number; types?: readonly string[] };
    if (!page.result.objectId || !Array.isArray(types)) return 0;
    const { listeners } = await this.#session.send('DOMDebugger.getEventListeners', {
      objectId: page.result.objectId,
      depth: -1,
      pierce: true,
    });
    const heard = listeners.filter(({ type, handler }) => types.includes(type) && handler?.objectId);
    try {
      return heard.length > count ? await this.#handOver(heard.slice(0, handedOver)) : 0;
    } catch (error) {
      // A frame that went elsewhere meanwhile is no reason to give up the page.
      if (error instanceof ProtocolError) return 0;
      throw error;
    } finally {
      this.#session.tell('Runtime.releaseObjectGroup', { objectGroup: group });
    }
  }

  async #handOver(
    heard: readonly {
      readonly type: string;
      readonly useCapture: boolean;
      readonly handler?: { readonly objectId?: string };
      readonly backendNodeId?: number;
    }[],
  ): Promise<number> {
    const nodes = await Promise.all(
      heard.map(({ backendNodeId }) =>
        backendNodeId === undefined
          ? null
          : this.#session
              .send('DOM.resolveNode', { backendNodeId, objectGroup: group })
              .then(({ object }) => object.objectId ?? null)
              .catch(() => null),
      ),
    );
    const agent = await this.#agent.hold();
    const world = worldOf(agent.objectId);
    const bound = heard.flatMap(({ type, useCapture, handler }, at) => {
      const [node, run] = [nodes[at], handler?.objectId];
      // Frames are worlds of their own, whose objects cannot be handed over.
      if (!node || !run || worldOf(node) !== world || worldOf(run) !== world) return [];
      return [{ value: type }, { value: useCapture }, { objectId: node }, { objectId: run }];
    });
    const { result } = await agent.send('adopt(given)', { arguments: bound, returnByValue: true });
    return typeof result.value === 'number' ? result.value : 0;
  }
}

/** The world that an object belongs to: all of its name but the last number. */
function worldOf(objectId: string): string {
  return objectId.slice(0, objectId.lastIndexOf('.'));
}

/** Addresses that differ in numbers and values only are of one kind. */
function addressKind(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const path = pathname.replace(/[^/]*\d[^/]*/g, '0');
  return `${origin}${path}?${[...searchParams.keys()].sort().join('&')}`;
}
