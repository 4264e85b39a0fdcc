import type { Answered, Sent, Told } from './tapped.ts';

/** A command: its name, and for calls of the agent that of the method and its task. */
export function sentIn(text: string): Sent {
  const method = /"method":"([\w.]+)"/.exec(text)?.[1] ?? '';
  const call = method === 'Runtime.callFunctionOn' ? /return this\.(\w+)/.exec(text)?.[1] : undefined;
  const task = call === 'perform' ? /\\"task\\":\\"(\w+)/.exec(text)?.[1] : undefined;
  return {
    kind: 'sent',
    id: Number(/^\{"id":(\d+)/.exec(text)?.[1]),
    name: call ? `agent ${task ?? call}` : method,
    session: sessionIn(text),
    bytes: Buffer.byteLength(text),
  };
}

/** What the browser says: an answer, or what nobody had asked for. */
export function heardIn(text: string): Answered | Told {
  const id = /^\{"id":(\d+)/.exec(text)?.[1];
  const bytes = Buffer.byteLength(text) + 1;
  if (id !== undefined) return { kind: 'answered', id: Number(id), bytes };
  const name = /^\{"method":"([\w.]+)"/.exec(text)?.[1] ?? '';
  return { kind: 'told', name, session: sessionIn(text), bytes };
}

/** The name stands at the end of a message. */
function sessionIn(text: string): string {
  return /"sessionId":"(\w+)"\}\0?$/.exec(text.slice(-80))?.[1] ?? '';
}
