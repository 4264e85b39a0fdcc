import type { Candidate, FireOrder } from '../../model/index.ts';
import type { Session } from './connection.ts';
import type { PageAgent } from './held-agent.ts';

/** How a class of actions answers: to events that the agent makes, to input of the browser, or to neither. */
type Way = 'event' | 'input' | 'neither';

/** Events that the browser's own input can bring about. */
const pressed = new Set(['click', 'mouseover', 'keydown']);

/**
 * Input of the browser itself, for handlers that look whether an event is to be trusted. It is slower and
 * depends on what lies where, so it is tried on two elements of a class of actions, where events of the agent's
 * changed nothing and never did: the first may be the one that is shown already.
 */
export class TrustedInput {
  readonly #session: Session;
  readonly #agent: PageAgent;
  readonly #ways = new Map<string, Way>();
  /** Classes of which one element has answered to neither, with the order to it. */
  readonly #vain = new Map<string, string>();
  /** Classes of the candidates that were seen last. */
  #classes = new Map<string, string>();

  constructor(session: Session, agent: PageAgent) {
    this.#session = session;
    this.#agent = agent;
  }

  /** Remembers to which handlers the candidates of a page belong. */
  see(candidates: readonly Candidate[]): void {
    this.#classes = new Map(
      candidates.flatMap((candidate) =>
        candidate.handler && candidate.hidden === undefined
          ? [[orderKey(candidate), `${candidate.handler.place} ${candidate.event}`]]
          : [],
      ),
    );
  }

  /** Whether input should be tried after an event that the agent has fired. */
  wanted(order: FireOrder, changed: boolean): boolean {
    const name = this.#classes.get(orderKey(order));
    if (name === undefined || !pressed.has(order.event)) return false;
    if (changed) {
      this.#ways.set(name, 'event');
      return false;
    }
    const way = this.#ways.get(name);
    return way === 'input' || (way === undefined && this.#vain.get(name) !== orderKey(order));
  }

  /** Tells what input led to. */
  tried(order: FireOrder, changed: boolean): void {
    const key = orderKey(order);
    const name = this.#classes.get(key);
    if (name === undefined) return;
    if (changed) this.#ways.set(name, 'input');
    else if ((this.#vain.get(name) ?? key) !== key) this.#ways.set(name, 'neither');
    else this.#vain.set(name, key);
  }

  /** Does with mouse or keyboard what an order says; `false` where the element cannot be reached. */
  async press(order: FireOrder): Promise<boolean> {
    const { result } = await this.#agent.send(`aim(${JSON.stringify(order)})`, { returnByValue: true });
    if (!Array.isArray(result.value)) return false;
    const [x, y] = result.value.map(Number) as [number, number];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
    if (order.event === 'keydown') await this.#key(order.value ?? 'Enter');
    else await this.#mouse(x, y, order.event === 'click');
    return true;
  }

  async #mouse(x: number, y: number, click: boolean): Promise<void> {
    const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', at: { x: number; y: number }) =>
      this.#session.send('Input.dispatchMouseEvent', {
        type,
        ...at,
        ...(type !== 'mouseMoved' && { button: 'left', clickCount: 1 }),
      });
    await send('mouseMoved', { x, y });
    if (!click) return;
    await send('mousePressed', { x, y });
    await send('mouseReleased', { x, y });
    // Left where it is, the pointer would touch whatever comes to lie there.
    await send('mouseMoved', { x: -1, y: -1 });
  }

  async #key(key: string): Promise<void> {
    const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
    const named = { key, code: key === ' ' ? 'Space' : key, ...(text !== undefined && { text }) };
    await this.#session.send('Input.dispatchKeyEvent', {
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      ...named,
    });
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: named.code });
  }
}

function orderKey({ event, xpath, value }: Pick<FireOrder, 'event' | 'xpath' | 'value'>): string {
  return `${event} ${xpath} ${value ?? ''}`;
}
