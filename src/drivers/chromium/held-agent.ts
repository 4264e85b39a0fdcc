import type { Protocol } from 'devtools-protocol';
import { ProtocolError, type Session } from './connection.ts';

/** How a method of an agent is called. */
type How = Pick<
  Protocol.Runtime.CallFunctionOnRequest,
  'awaitPromise' | 'returnByValue' | 'objectGroup' | 'arguments'
>;

/** The agent of one document: the debugger holds it, and nothing in the page has a name for it. */
export class HeldAgent {
  readonly session: Session;
  readonly objectId: string;

  constructor(session: Session, objectId: string) {
    this.session = session;
    this.objectId = objectId;
  }

  /** Calls a method, written with its arguments. */
  send(call: string, how: How = {}): Promise<Protocol.Runtime.CallFunctionOnResponse> {
    // Strict, as classes are: a stack of calls (`Error.prepareStackTrace`) hands out whom others were called on.
    const functionDeclaration = `class { static call(...given) { return this.${call}; } }.call`;
    return this.session.send('Runtime.callFunctionOn', {
      objectId: this.objectId,
      functionDeclaration,
      ...how,
    });
  }

  /** Calls a method that answers with JSON, or with a promise of some; gives the text. */
  async ask(call: string, awaitPromise = true): Promise<string> {
    return saidText(await this.send(call, { awaitPromise, returnByValue: true }));
  }
}

/** The text that an agent answered with. */
export function saidText({ result, exceptionDetails }: Protocol.Runtime.CallFunctionOnResponse): string {
  if (exceptionDetails) {
    throw new ProtocolError(`context: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  }
  return typeof result.value === 'string' ? result.value : 'null';
}

/** Whether an error says that the document of an agent is gone. */
export function isGone(error: unknown): boolean {
  return (
    error instanceof ProtocolError && /^(?!context:).*(?:context|navigated|not find)/i.test(error.message)
  );
}

/** The agent of the document that a tab shows. */
export class PageAgent {
  readonly #session: Session;
  readonly #name: string;
  #held: Promise<HeldAgent> | null = null;
  #last: HeldAgent | null = null;

  constructor(session: Session, name: string) {
    this.#session = session;
    this.#name = name;
  }

  /** Another document may be shown. */
  reset(): void {
    this.#held = null;
  }

  /** An agent gives itself away once: from then on nothing else can get hold of it. */
  hold(): Promise<HeldAgent> {
    this.#held ??= this.#take();
    return this.#held;
  }

  async send(call: string, how: How = {}): Promise<Protocol.Runtime.CallFunctionOnResponse> {
    return (await this.hold()).send(call, how);
  }

  async #take(): Promise<HeldAgent> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: `${this.#name}()` });
    if (result.objectId && result.subtype !== 'error')
      this.#last = new HeldAgent(this.#session, result.objectId);
    if (!this.#last) throw new ProtocolError('context: the document has no agent');
    return this.#last;
  }
}
