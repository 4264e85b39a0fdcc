import type { ContentChange, SettleTiming } from '../../../model/capture.ts';
import type { DocumentTree, VolatileSpot } from '../../../model/document.ts';
import type { Box, FireOrder } from '../../../model/driver.ts';
import { answerText, beginChange, captureDocument, changedPrint, shownPrints } from './answer.ts';
import { boxAtPath, boxFromFrame, movedBox } from './boxes.ts';
import { type CandidateRules, elementAt, type FoundCandidate } from './candidates.ts';
import { clock, installClock } from './clock.ts';
import type { DeltaDocument } from './delta.ts';
import { type EffectGate, type EffectOrder, type EffectReport, effectGate } from './effect-gate.ts';
import { answerOrNeed, type EffectSupply, installEffects, supplyEffects } from './effects.ts';
import { aimAt, fireEvent, forbidLeaving, installGuards, locate, wanted } from './fire.ts';
import {
  type FrameAgent,
  foreignFramesHere,
  framesJoined,
  installFrames,
  type JoinedFrame,
} from './frames.ts';
import { hoverOver, leaveFor, leftBy } from './hover.ts';
import {
  adoptListeners,
  heardCount,
  installListeners,
  type ListenerBook,
  listenerBook,
} from './listeners.ts';
import { forgetKept, marking } from './marks.ts';
import { natives } from './natives.ts';
import { beginPose, endPose, imagesShown, installPose, pageSize } from './pose.ts';
import { functionsNamed } from './reactions.ts';
import { installReplies, messagesHeld, releaseMessages } from './replies.ts';
import { installRequests } from './requests.ts';
import { flushRecords, installSettling, type SettleLimits, settle } from './settle.ts';
import {
  type ForeignFrames,
  frameDocument,
  installSnapshot,
  noteShadow,
  type ShadowNote,
} from './snapshot.ts';
import { beginTaskEpoch, tasks } from './tasks.ts';
import { installWaits } from './waits.ts';

/** What the crawler asks of a page. */
export interface AgentOrder {
  /**
   * `arrive`: wait for the load. `fire`: fire an event. `back`: step back. `look`: settle once more.
   * `follow`: settle after input of the browser's own, which belongs to the event before.
   */
  readonly task: 'arrive' | 'fire' | 'back' | 'look' | 'follow';
  readonly rules: CandidateRules;
  readonly limits: SettleLimits;
  readonly fire?: FireOrder;
  /** Fingerprints of which no document is needed. */
  readonly known: readonly string[];
  readonly volatile: readonly VolatileSpot[];
  /** Number of the answer that the crawler has the document of, 0 for none: a later one tells differences. */
  readonly base: number;
  readonly effects: EffectOrder;
}

/** What the page answers, as JSON. */
export interface AgentAnswer {
  readonly found: boolean;
  readonly settled: 'quiet' | 'budget';
  readonly fingerprint: string;
  readonly wanted: readonly string[];
  /** Steps of the session history inside this document that one can go back. */
  readonly historySteps: number;
  readonly timing?: SettleTiming;
  /** What the event changed. */
  readonly change?: ContentChange;
  /** Fingerprint of what a pointer that left has changed the page to, before the event was fired. */
  readonly before?: string;
  /** The event was not fired: this is what the pointer left behind. */
  readonly paused?: true;
  /** Number of this answer, the document or how it differs from that of the base, and the candidates: new
   * ones, or places in the list of the base, one or from one to another. All absent where the page is known. */
  readonly id?: number;
  readonly document?: DocumentTree;
  readonly delta?: DeltaDocument;
  readonly candidates?: readonly (FoundCandidate | number | readonly [number, number])[];
  /** What became of requests. */
  readonly effects?: EffectReport;
}

interface Agent {
  perform(order: AgentOrder): Promise<string>;
  /** Hands over answers that `perform` said it needs; gives what `perform` would have given. */
  supply(answers: EffectSupply): Promise<string>;
  /** Shared with the frames inside this page. */
  readonly gate: EffectGate;
  begin(): void;
  /** Puts the clock ahead, before the page's own scripts run. */
  ahead(ms: number): void;
  settle(limits: SettleLimits): Promise<'quiet' | 'budget'>;
  /** What scripts have bound, for frames inside to write in. */
  readonly book: ListenerBook;
  /** Functions by the names that candidates carry, for the debugger. */
  functions(names: readonly string[]): (object | null)[];
  /** Where the browser's own input would have to go. */
  aim(order: FireOrder): [number, number] | null;
  /** How many listeners are known, and of which events. */
  heard(): { readonly count: number; readonly types: readonly string[] };
  /** Takes in listeners that the browser knows. */
  adopt(bound: readonly unknown[]): number;
  /** Prints at some paths of what was captured last, as JSON. */
  printsAt(paths: readonly string[], spots: readonly VolatileSpot[]): string;
  /** Stops telling scripts of their window, also in frames; gives the size of the page as JSON. */
  pose(): Promise<string>;
  /** Where the elements at some paths are on the page, as JSON, once images are there. */
  boxesAt(paths: readonly string[]): Promise<string>;
  /** Ends what `pose` began. */
  unpose(): Promise<string>;
  /** Makes the next capture anew; from now on documents above `small` elements are followed by marks. */
  forget(small: number): void;
  /** Remembers a shadow root that a script of a frame inside has made. */
  readonly shadow: ShadowNote;
  /** Addresses that scripts wanted. Frames of the same origin may go where the page sends them. */
  wants(): string[];
  /** Frames of other origins inside this document and inside the frames that may be reached. */
  foreign(): [MessageEventSource, JoinedFrame][];
}

/** Place in the session history where this document began. */
let startIndex = historyIndex();

function historyIndex(): number {
  const entry = (globalThis as { navigation?: { currentEntry: { index: number } | null } }).navigation
    ?.currentEntry;
  return entry?.index ?? 0;
}

/** Fires, settles and captures in one call: one round trip per event. */
async function perform(name: string, order: AgentOrder): Promise<string> {
  let before: string | null = null;
  if (order.task === 'arrive') {
    await loaded();
    startIndex = historyIndex();
    tasks.beganAt = tasks.changedAt = natives.performanceNow();
  } else if (order.task === 'fire' || order.task === 'back') {
    if (messagesHeld()) await takeBefore(name, order, releaseMessages);
    const left = order.fire ? await movePointer(name, order, order.fire) : null;
    if (left && order.fire?.pauses && !order.known.includes(left))
      return answerNow(name, order, { paused: true });
    before = left;
    beginChange();
    await beginEpoch(name);
    wanted.length = 0;
    if (order.task === 'fire' && !(await fireOrdered(name, order.fire as FireOrder))) return lostAnswer();
    if (order.task === 'back') await goBack();
  }
  return answerNow(name, order, before === null ? {} : { before });
}

async function answerNow(
  name: string,
  order: AgentOrder,
  left: Pick<AgentAnswer, 'before' | 'paused'>,
): Promise<string> {
  const settled = await settleAll(name, order.limits);
  const decided = natives.performanceNow();
  const timing = { took: tasks.changedAt - tasks.beganAt, lag: decided - tasks.changedAt };
  const foreign = await captureForeign(name, order.rules);
  const historySteps = Math.max(0, historyIndex() - startIndex);
  return answerText(order, foreign, { settled, wanted: wantedAll(name), historySteps, timing, ...left });
}

/** What happens before an event is no consequence of it: messages that were held back, a pointer that leaves. */
async function takeBefore(name: string, { limits, rules }: AgentOrder, run: () => void): Promise<void> {
  await beginEpoch(name);
  run();
  await settleAll(name, limits);
  captureDocument(rules, await captureForeign(name, rules));
}

/**
 * Takes the pointer away from where it is, unless that would take away what it is to go to. Gives the
 * fingerprint of what is shown then, where that is something else; `beginChange` was called before that.
 */
async function movePointer(name: string, order: AgentOrder, fire: FireOrder): Promise<string | null> {
  const to = foreignTarget(name, fire.xpath) ? null : locate(fire);
  const from = to && leftBy(to, fire.event);
  if (!from) return null;
  const shown = to.checkVisibility();
  beginChange();
  await takeBefore(name, order, () => leaveFor(from, to));
  if (locate(fire) !== to || (shown && !to.checkVisibility()))
    await takeBefore(name, order, () => hoverOver(from));
  return changedPrint(order.volatile);
}

async function fireOrdered(name: string, order: FireOrder): Promise<boolean> {
  const inside = foreignTarget(name, order.xpath);
  if (inside) return inside.agent.fire({ ...order, xpath: inside.xpath });
  const element = locate(order);
  if (!element) return false;
  await fireEvent(element, order.event, order.value);
  return true;
}

/** The frame of another origin that a path leads into, its agent, and the path from there on. */
function foreignTarget(
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

/** Where elements are in this window; those in frames of other origins are asked for there. */
function boxesInWindow(name: string, paths: readonly string[]): Promise<(Box | null)[]> {
  return natives.Promise.all(
    paths.map(async (path) => {
      const inside = foreignTarget(name, path);
      if (!inside) return boxAtPath(path);
      const [box = null] = await inside.agent.boxes([inside.xpath]);
      return box && boxFromFrame(inside.frame, box);
    }),
  );
}

async function boxesOnPage(name: string, paths: readonly string[]): Promise<string> {
  scrollTo({ left: 0, top: 0, behavior: 'instant' });
  await imagesShown();
  const boxes = await boxesInWindow(name, paths);
  return natives.stringify(boxes.map((box) => box && movedBox(box, scrollX, scrollY)));
}

/** Nothing leaves this document any more; gives what scripts wanted, also those of frames. */
function wantedAll(name: string): string[] {
  forbidLeaving();
  return wantedHere(name);
}

function wantedHere(name: string): string[] {
  const inner = frameAgents(name).flatMap((agent) => agent.wants());
  return [...new Set([...wanted, ...inner])];
}

function lostAnswer(): string {
  const lost: AgentAnswer = {
    found: false,
    settled: 'quiet',
    fingerprint: '',
    wanted: [],
    historySteps: 0,
  };
  return natives.stringify(lost);
}

function loaded(): Promise<void> {
  if (document.readyState === 'complete') return natives.Promise.resolve();
  return new natives.Promise((resolve) => {
    addEventListener('load', () => resolve(), { once: true });
    // A script that goes elsewhere breaks the load off: then there is no event.
    const look = () => {
      if (document.readyState === 'complete') natives.setTimeout(resolve, 0);
      else natives.setTimeout(look, 100);
    };
    look();
  });
}

/** Milliseconds after which a step back that tells nothing is taken as done. */
const backPatience = 1000;

async function goBack(): Promise<void> {
  const arrived = new natives.Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    natives.setTimeout(resolve, backPatience);
  });
  history.back();
  await arrived;
}

/** The agents of the frames inside this page that may be reached. */
function frameAgents(name: string): Agent[] {
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

function foreignAll(name: string): [MessageEventSource, JoinedFrame][] {
  return [...foreignFramesHere(), ...frameAgents(name).flatMap((agent) => agent.foreign())];
}

function beginHere(name: string): void {
  beginTaskEpoch();
  for (const agent of frameAgents(name)) agent.begin();
}

async function beginEpoch(name: string): Promise<void> {
  beginHere(name);
  const foreign = foreignAll(name);
  if (foreign.length > 0) await natives.Promise.all(foreign.map(([, { agent }]) => agent.begin()));
}

async function settleAll(name: string, limits: SettleLimits): Promise<'quiet' | 'budget'> {
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
async function captureForeign(name: string, rules: CandidateRules): Promise<ForeignFrames> {
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

/** This agent as one that a page of another origin asks. */
function asFrame(name: string): FrameAgent {
  let given: DocumentTree | null = null;
  return {
    begin: async () => {
      wanted.length = 0;
      await beginEpoch(name);
      return true;
    },
    fire: (order) => fireOrdered(name, order),
    settle: (limits) => settleAll(name, limits),
    capture: async (rules) => {
      const taken = captureDocument(rules, await captureForeign(name, rules));
      const same = taken.document === given;
      given = taken.document;
      return {
        document: same ? null : given,
        candidates: taken.candidates,
        wanted: wantedAll(name),
      };
    },
    boxes: async (paths) => {
      const boxes = await boxesInWindow(name, paths);
      return boxes.map((box) => box && movedBox(box, 0, 0));
    },
  };
}

/** The agent of the page around this frame, where it may be reached. */
function agentAbove(name: string): Agent | null {
  try {
    return parent === window ? null : ((parent as unknown as Record<string, Agent>)[name] ?? null);
  } catch {
    return null; // Another origin.
  }
}

/** Installs the agent under a name that only the crawler knows. `methods`: those that events may use. */
export function installAgent(name: string, methods: readonly string[]): void {
  if (name in globalThis) return;
  const agent: Agent = {
    perform: (order) => answerOrNeed(order, () => perform(name, order)),
    supply: supplyEffects,
    get gate() {
      return effectGate();
    },
    begin: () => {
      wanted.length = 0;
      beginHere(name);
    },
    ahead: (ms) => {
      clock.skew += ms;
    },
    settle: (limits) => settleAll(name, limits),
    get book() {
      return listenerBook();
    },
    functions: functionsNamed,
    aim: aimAt,
    heard: heardCount,
    adopt: adoptListeners,
    printsAt: (paths, spots) => natives.stringify(shownPrints(paths, spots)),
    pose: async () => {
      await natives.Promise.all([beginPose(), ...frameAgents(name).map((inner) => inner.pose())]);
      return natives.stringify(pageSize());
    },
    boxesAt: (paths) => boxesOnPage(name, paths),
    unpose: async () => {
      await natives.Promise.all([endPose(), ...frameAgents(name).map((inner) => inner.unpose())]);
      return 'true';
    },
    forget: (small) => {
      forgetKept();
      marking.small = small;
    },
    shadow: noteShadow,
    wants: () => wantedHere(name),
    foreign: () => foreignAll(name),
  };
  Object.defineProperty(globalThis, name, { value: agent, enumerable: false });
  installClock();
  installPose();
  installListeners(name);
  installEffects(name, methods);
  installRequests();
  installWaits();
  installReplies();
  installFrames(name, asFrame(name));
  installSettling();
  installSnapshot(agentAbove(name)?.shadow ?? null);
  installGuards();
}
