import type { DocumentTree } from '../../../model/document.ts';
import type { Box, FireOrder } from '../../../model/driver.ts';
import type { CandidateRules, FoundCandidate } from './candidates.ts';
import { natives } from './natives.ts';
import type { SettleLimits } from './settle.ts';
import { beginTask, macrotask, tasks } from './tasks.ts';

/** What the agent of a frame of another origin is asked by the agent of the page around it. */
export interface FrameAgent {
  begin(): Promise<boolean>;
  fire(order: FireOrder): Promise<boolean>;
  settle(limits: SettleLimits): Promise<'quiet' | 'budget'>;
  capture(rules: CandidateRules): Promise<FrameCapture>;
  /** Where elements are in the frame's window. */
  boxes(paths: readonly string[]): Promise<readonly (Box | null)[]>;
}

/** A frame as its own agent sees it. */
export interface FrameCapture {
  /** `null` where it is the one that was given last. */
  readonly document: DocumentTree | null;
  readonly candidates: readonly FoundCandidate[];
  readonly wanted: readonly string[];
}

/** A frame that has joined, with what it told last. */
export interface JoinedFrame {
  readonly agent: FrameAgent;
  last: { readonly document: DocumentTree; readonly candidates: readonly FoundCandidate[] } | null;
}

type Verb = keyof FrameAgent;

/** Milliseconds after which a frame that does not answer is taken as gone. */
const framePatienceMs = 5_000;

const joinedFrames = new Map<MessageEventSource, JoinedFrame>();

/**
 * Joins the agents of frames of other origins: a frame's agent that may not look at its parent hands it a
 * port, in a message that says the agents' name. The listener is the first of the page, and keeps the
 * message from the others. A frame that went elsewhere joins anew.
 */
export function installFrames(name: string, own: FrameAgent): void {
  const join = (event: Event) => {
    const { data, ports, source } = event as MessageEvent;
    if (ports.length !== 1 || !source || (data as { join?: unknown } | null)?.join !== name) return;
    event.stopImmediatePropagation();
    joinedFrames.set(source, { agent: remoteAgent(ports[0] as MessagePort), last: null });
  };
  natives.addEventListener.call(window, 'message', join, true);
  const loaded = ({ target }: Event) => {
    if (target instanceof HTMLIFrameElement && target.contentWindow) mutePages.delete(target.contentWindow);
  };
  // Loads of elements do not get as far as the window.
  natives.addEventListener.call(document, 'load', loaded, true);
  if (parent === window || isReachable(parent, name)) return;
  const channel = new natives.MessageChannel();
  serveAgent(channel.port1, own);
  parent.postMessage({ join: name }, '*', [channel.port2]);
}

function isReachable(page: Window, name: string): boolean {
  try {
    return (page as unknown as Record<string, unknown>)[name] !== undefined;
  } catch {
    return false;
  }
}

/** The frames of other origins inside this document that have joined and are still there. */
export function foreignFramesHere(): [MessageEventSource, JoinedFrame][] {
  if (joinedFrames.size === 0) return [];
  const here = new Set<unknown>();
  for (let index = 0; index < frames.length; index++) here.add(frames[index]);
  for (const page of joinedFrames.keys()) if (!here.has(page)) joinedFrames.delete(page);
  return [...joinedFrames];
}

/** Tasks that a frame's agent gets to join after the frame was first touched. */
const joiningTasks = 20;
/** Frames in which no agent can run: scripts are forbidden there, or there is no page. */
const mutePages = new WeakSet<object>();

/**
 * Waits until the frames of other origins have joined. One without scripts has no agent before somebody
 * touches it, which this does.
 */
export async function framesJoined(name: string): Promise<void> {
  for (let left = joiningTasks; left > 0; left--) {
    const missing = missingFrames(name);
    if (missing.length === 0) return;
    if (left === 1) for (const page of missing) mutePages.add(page);
    await macrotask();
  }
}

function missingFrames(name: string): Window[] {
  const missing: Window[] = [];
  for (let index = 0; index < frames.length; index++) {
    const page = frames[index] as Window;
    if (!joinedFrames.has(page) && !mutePages.has(page) && isForeign(page, name)) missing.push(page);
  }
  return missing;
}

function isForeign(page: Window, name: string): boolean {
  try {
    void (page as unknown as Record<string, unknown>)[name];
    return false;
  } catch {
    return true;
  }
}

/** Waits for frames that a script has sent elsewhere; told by the mutation observer. */
export function followFrames(records: readonly MutationRecord[]): void {
  for (const { type, attributeName, target } of records) {
    if (type !== 'attributes' || (attributeName !== 'src' && attributeName !== 'srcdoc')) continue;
    if (!(target instanceof HTMLIFrameElement) || !target.isConnected) continue;
    if (target.loading === 'lazy') continue;
    const end = beginTask();
    natives.addEventListener.call(target, 'load', end, { once: true });
    // Not every address brings a document.
    natives.setTimeout(end, framePatienceMs * tasks.burden);
  }
}

function remoteAgent(port: MessagePort): FrameAgent {
  let count = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  port.onmessage = ({ data }) => {
    const { id, answer } = data as { id: number; answer: unknown };
    waiting.get(id)?.(answer);
  };
  const ask = <T>(verb: Verb, value: unknown, ms: number, otherwise: T): Promise<T> =>
    new natives.Promise<T>((resolve) => {
      const id = ++count;
      const end = (answer: unknown) => {
        natives.clearTimeout(timer);
        waiting.delete(id);
        resolve(answer as T);
      };
      const timer = natives.setTimeout(() => end(otherwise), ms * tasks.burden);
      waiting.set(id, end);
      natives.postMessage.call(port, { id, verb, value });
    });
  return {
    begin: () => ask('begin', null, framePatienceMs, false),
    fire: (order) => ask('fire', order, framePatienceMs, false),
    settle: (limits) => ask('settle', limits, limits.real + framePatienceMs, 'budget'),
    capture: (rules) =>
      ask('capture', rules, framePatienceMs, { document: null, candidates: [], wanted: [] }),
    boxes: (paths) =>
      ask(
        'boxes',
        paths,
        framePatienceMs,
        paths.map(() => null),
      ),
  };
}

function serveAgent(port: MessagePort, own: FrameAgent): void {
  port.onmessage = async ({ data }) => {
    const { id, verb, value } = data as { id: number; verb: Verb; value: never };
    const answer = await own[verb](value);
    natives.postMessage.call(port, { id, answer });
  };
}
