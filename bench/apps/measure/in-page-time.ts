import { Session } from '../../../src/drivers/chromium/connection.ts';

const performs = /^globalThis\["\w+"\]\.perform\(/;

/** Milliseconds of the agent's calls in the page, in the order of the calls. */
export interface InPageTimes {
  /** The last call's, from when the document was loaded to the answer, which is text by then. */
  last(): Promise<number>;
  stop(): void;
}

/**
 * Times the agent's calls inside the page from now on, so that neither the protocol nor Node is measured.
 * The page's own clock is the agent's; time stamps of events are not.
 */
export function timeInPage(): InPageTimes {
  const { send } = Session.prototype;
  let session: Session | null = null;
  Session.prototype.send = function (this: Session, method: never, params: never) {
    const { expression } = (params ?? {}) as { expression?: string };
    if (method !== 'Runtime.evaluate' || !expression || !performs.test(expression))
      return send.call(this, method, params);
    session = this;
    const more = { ...(params as object), expression: timedCall(expression) };
    return send.call(this, method, more as never);
  } as typeof send;
  return {
    async last() {
      const asked = { expression: 'globalThis.__inPage ?? -1', returnByValue: true };
      const answer = session && (await send.call(session, 'Runtime.evaluate', asked));
      return Number((answer as { result: { value: unknown } } | null)?.result.value ?? -1);
    },
    stop() {
      Session.prototype.send = send;
    },
  };
}

function timedCall(expression: string): string {
  return `(async () => {
  const now = () => new Event('now').timeStamp;
  if (document.readyState !== 'complete') await new Promise((go) => addEventListener('load', go, { once: true }));
  const start = now();
  const word = await ${expression};
  globalThis.__inPage = now() - start;
  return word;
})()`;
}
