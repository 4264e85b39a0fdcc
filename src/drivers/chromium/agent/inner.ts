import { type CandidateRules, elementAt } from './candidates.ts';
import { type FrameAgent, foreignFramesHere, framesJoined, type JoinedFrame } from './frames.ts';
import { wanted } from './leaving.ts';
import { natives } from './natives.ts';
import type { Agent } from './order.ts';
import { flushRecords, type SettleLimits, settle } from './settle.ts';
import { type ForeignFrames, frameDocument } from './snapshot.ts';
import { bookOfStorage } from './storage.ts';
import { beginTaskEpoch, tasks } from './tasks.ts';

// A page and the frames in it, as one.

/** The frame of another origin that a path leads into, its agent, and the path from there on. */
export function foreignTarget(
  name: string,
  path: string,
): { agent: FrameAgent; frame: Element; xpath: string } | null {
  const step = '/#document';
  for (let cut = path.indexOf(step); cut >= 0; cut = path.indexOf(step, cut + 1)) {
    const frame = elementAt(path.slice(0, cut)) as HTMLIFrameElement | null;
    if (!frame || frameDocument(frame)) continue;
    const joined = foreignAll(name).find(([page]) => page === frame.contentWindow)?.[1];
    if (!joined) return null;
    return { agent: joined.agent, frame, xpath: path.slice(cut + step.length) };
  }
  return null;
}

/** The agents of the frames inside this page that may be reached. */
export function frameAgents(name: string): Agent[] {
  const agents: Agent[] = [];
  for (let index = 0; index < frames.length; index++) {
    try {
      const agent = (frames[index] as unknown as Record<string, Agent>)[name];
      if (agent) agents.push(agent);
    } catch {
      // Another origin.
    }
  }
  return agents;
}

/** Frames of other origins anywhere in this page. */
export function foreignAll(name: string): [MessageEventSource, JoinedFrame][] {
  return [...foreignFramesHere(), ...frameAgents(name).flatMap((agent) => agent.foreign())];
}

/** Begins to count tasks anew, here and in frames that may be reached. */
export function beginHere(name: string): void {
  beginTaskEpoch();
  bookOfStorage().exploring = true;
  for (const agent of frameAgents(name)) agent.begin();
}

/** The same in all frames. */
export async function beginEpoch(name: string): Promise<void> {
  beginHere(name);
  const foreign = foreignAll(name);
  if (foreign.length > 0) await natives.Promise.all(foreign.map(([, { agent }]) => agent.begin()));
}

/** Waits until this page and its frames have settled. */
export async function settleAll(name: string, limits: SettleLimits): Promise<'quiet' | 'budget'> {
  let result = await settle(limits);
  if (frames.length > 0) await framesJoined(name);
  const inner = [...frameAgents(name), ...foreignFramesHere().map(([, { agent }]) => agent)];
  if (inner.length === 0) return result;
  const before = tasks.mutations;
  for (const agent of inner) if ((await agent.settle(limits)) === 'budget') result = 'budget';
  // A frame may have changed its parent.
  flushRecords();
  if (tasks.mutations !== before && (await settle(limits)) === 'budget') result = 'budget';
  return result;
}

/** Asks the frames of other origins for their documents; what they wanted is wanted by the page. */
export async function captureForeign(name: string, rules: CandidateRules): Promise<ForeignFrames> {
  const frames: Map<MessageEventSource, NonNullable<JoinedFrame['last']>> = new Map();
  for (const [page, joined] of foreignAll(name)) {
    const { document: taken, candidates, wanted: addresses } = await joined.agent.capture(rules);
    const tree = taken ?? joined.last?.document;
    if (!tree) continue;
    joined.last = { document: tree, candidates };
    frames.set(page, joined.last);
    for (const address of addresses) if (!wanted.includes(address)) wanted.push(address);
  }
  return frames;
}

/** The agent of the page around this frame, where it may be reached. */
export function agentAbove(name: string): Agent | null {
  try {
    return parent === window ? null : ((parent as unknown as Record<string, Agent>)[name] ?? null);
  } catch {
    return null; // Another origin.
  }
}
