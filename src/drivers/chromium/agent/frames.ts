import type { DocumentTree } from '../../../model/document.ts';
import type { FireOrder } from '../../../model/driver.ts';
import type { CandidateRules, FoundCandidate } from './candidates.ts';
import { isTopmost, natives } from './natives.ts';
import type { Agent } from './order.ts';
import { steadily } from './pristine.ts';
import type { SettleLimits } from './settle.ts';
import { beginTask, tasks } from './tasks.ts';
import { elementName, everyElement, isInDocument } from './unhidden.ts';

/** What the agent of a frame of another origin is asked, by the crawler alone. */
export interface FrameAgent {
  /** Answers where scripts run: in a sandbox nothing ever happens after a call has ended. */
  awake(): Promise<string>;
  begin(): Promise<string>;
  fire(order: FireOrder): Promise<string>;
  settle(limits: SettleLimits): Promise<string>;
  /** As JSON. */
  capture(rules: CandidateRules): string;
  /** Where elements are in the frame's window, as JSON. */
  boxes(paths: readonly string[]): string;
}

/** A frame as its own agent sees it. */
export interface FrameCapture {
  /** `null` where it is the one that was given last. */
  readonly document: DocumentTree | null;
  readonly candidates: readonly FoundCandidate[];
  readonly wanted: readonly string[];
  /** Paths of the frames of other origins inside. */
  readonly frames: readonly string[];
}

/** How a frame introduces itself to the page around it, and what it gets to know of it. */
interface Greeting {
  readonly page: Window;
  readonly agent: Agent;
  above: Agent | null;
}

const agentsInside = new WeakMap<object, Agent>();
/** The agent of the page around this frame, where both are of one origin. */
let agentAround: Agent | null = null;

/**
 * Makes the agents of a page and of its frames of the same origin known to each other, by an event of a secret type:
 * the window that it is sent to cannot be replaced by a page, and nobody can listen to a type that he does not know.
 * Agents of other origins are none of each other's business: the debugger holds each of them. Gives the agent above.
 */
export function greetFrames(secret: string, agent: Agent): Agent | null {
  // Nothing of the page may run meanwhile: it would see the event, its secret type, and the agent.
  const greeted = (event: Event) => {
    const greeting = natives.apply(natives.detailOf, event, []) as Greeting;
    natives.apply(natives.weakSet, agentsInside, [greeting.page, greeting.agent]);
    greeting.above = agent;
  };
  natives.apply(natives.addEventListener, window, [secret, greeted, true]);
  if (isTopmost()) return null;
  const greeting: Greeting = { page: window, agent, above: null };
  try {
    const above = natives.parent();
    // Refused where it belongs to another origin.
    if (above.document)
      natives.apply(natives.dispatchEvent, above, [new natives.CustomEvent(secret, { detail: greeting })]);
  } catch {
    // Another origin.
  }
  agentAround = greeting.above;
  return agentAround;
}

/** The agent of a frame of the same origin; `null` where its window belongs to another, or has none. */
export function agentOf(page: object | null): Agent | null {
  const agent = page && agentsInside.get(page);
  // A window keeps its identity when it goes elsewhere.
  return agent?.isShown() ? agent : null;
}

/** The agents of the frames of the same origin inside this page. */
export function frameAgents(): Agent[] {
  return steadily(() => {
    const agents: Agent[] = [];
    for (let index = natives.frameCount() - 1; index >= 0; index--) {
      const agent = agentOf((window as unknown as Record<number, Window>)[index] ?? null);
      if (agent) agents.unshift(agent);
    }
    return agents;
  });
}

/** Milliseconds after which a frame that brings no document is not waited for any longer. */
const framePatienceMs = 5_000;

/** Waits for frames that a script has sent elsewhere; told by the mutation observer. */
export function followFrames(records: readonly MutationRecord[]): void {
  // One that is taken away brings nothing any more.
  for (const [frame, end] of awaitedFrames) if (!isInDocument(frame)) end();
  for (const { type, attributeName, target } of records) {
    if (type !== 'attributes' || (attributeName !== 'src' && attributeName !== 'srcdoc')) continue;
    if (!/^i?frame$/.test(elementName(target as Element)) || !isInDocument(target)) continue;
    if ((target as HTMLIFrameElement).loading !== 'lazy') awaitFrame(target as Element);
  }
}

/** This frame goes elsewhere by a script's word: the page around it waits for what comes in its place. */
export function tellLeaving(): void {
  agentAround?.follow(window);
}

/** Waits for the frame inside this page that shows a window. */
export function followWindow(page: Window): void {
  for (const frame of everyElement('iframe,frame'))
    if ((frame as HTMLIFrameElement).contentWindow === page) awaitFrame(frame);
}

const awaitedFrames = new Map<Element, () => void>();

function awaitFrame(frame: Element): void {
  const endTask = beginTask();
  const end = () => {
    endTask();
    steadily(() => awaitedFrames.delete(frame));
  };
  steadily(() => awaitedFrames.set(frame, end));
  natives.apply(natives.addEventListener, frame, ['load', end, { once: true }]);
  // Not every address brings a document.
  natives.setTimeout(end, framePatienceMs * tasks.burden);
}
