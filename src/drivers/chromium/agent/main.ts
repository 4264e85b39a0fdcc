import type { DocumentTree } from '../../../model/document.ts';
import type { Box, FireOrder } from '../../../model/driver.ts';
import { answerText, beginChange, captureDocument, changedPrint, shownPrints } from './answer.ts';
import { boxAtPath, boxFromFrame, movedBox } from './boxes.ts';
import { rowOutOfView } from './candidates.ts';
import { clock, installClock } from './clock.ts';
import { effectGate } from './effect-gate.ts';
import { answerOrNeed, installEffects, supplyEffects } from './effects.ts';
import { aimAt, beginFields, fireEvent, locate, restoreFields, scrollBox } from './fire.ts';
import { type FrameAgent, installFrames } from './frames.ts';
import { hoverOver, leaveFor, leftBy } from './hover.ts';
import {
  agentAbove,
  beginEpoch,
  beginHere,
  captureForeign,
  foreignAll,
  foreignTarget,
  frameAgents,
  settleAll,
} from './inner.ts';
import { beginLeaving, forbidLeaving, installGuards, leaving, wanted } from './leaving.ts';
import { adoptListeners, heardCount, installListeners, listenerBook } from './listeners.ts';
import { forgetKept, marking } from './marks.ts';
import { natives } from './natives.ts';
import type { Agent, AgentAnswer, AgentOrder } from './order.ts';
import { beginPose, endPose, imagesShown, installPose, pageSize } from './pose.ts';
import { functionsNamed } from './reactions.ts';
import { installReplies, messagesHeld, releaseMessages } from './replies.ts';
import { installRequests } from './requests.ts';
import { installSettling } from './settle.ts';
import { noteShadow } from './shadows.ts';
import { installSnapshot } from './snapshot.ts';
import { bookOfStorage, installStorage, undoCookies } from './storage.ts';
import { knowStreams, takeStreamNews } from './streams.ts';
import { type CutList, sweepRows, type Watched, watchRows } from './sweep.ts';
import { tasks } from './tasks.ts';
import { installWaits } from './waits.ts';

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
  tasks.burden = order.limits.burden;
  if (order.streams) knowStreams(order.streams);
  if (order.task === 'arrive') {
    await loaded();
    startIndex = historyIndex();
    tasks.beganAt = tasks.changedAt = natives.performanceNow();
  } else if (order.task === 'fire' || order.task === 'back') {
    beginLeaving();
    beginFields();
    cutLists.length = 0;
    if (messagesHeld()) await takeBefore(name, order, releaseMessages);
    const left = order.fire ? await movePointer(name, order, order.fire) : null;
    if (left && order.fire?.pauses && !order.known.includes(left))
      return answerNow(name, order, { paused: true });
    before = left;
    // What a pointer that leaves asks for is wanted, but it is not where this event leads.
    leaving.to = null;
    beginChange();
    await beginEpoch(name);
    if (order.task === 'fire' && !(await fireOrdered(name, order.fire as FireOrder, order)))
      return lostAnswer();
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
  if (leaving.to !== null) restoreFields();
  const decided = natives.performanceNow();
  const timing = { took: tasks.changedAt - tasks.beganAt, lag: decided - tasks.changedAt };
  const foreign = await captureForeign(name, order.rules);
  const historySteps = Math.max(0, historyIndex() - startIndex);
  const streams = takeStreamNews();
  const news = {
    ...left,
    ...(cutLists.length > 0 && { cutLists }),
    ...(order.task !== 'arrive' && leaving.to !== null && { leaves: leaving.to }),
    ...(streams.length > 0 && { streams }),
    ...(bookOfStorage().undo.size > 0 && { cookies: true as const }),
  };
  return answerText(order, foreign, { settled, wanted: wantedAll(name), historySteps, timing, ...news });
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

/** Lists of which the current event has shown only the first rows. */
const cutLists: CutList[] = [];

/** `around`: what is needed to go through lists; without it they are only scrolled. */
async function fireOrdered(
  name: string,
  order: FireOrder,
  around: Pick<AgentOrder, 'limits' | 'rules'> | null = null,
): Promise<boolean> {
  const inside = foreignTarget(name, order.xpath);
  if (inside) return inside.agent.fire({ ...order, xpath: inside.xpath });
  const place = around && rowOutOfView(order.xpath);
  if (around && place) {
    await scrollBox(place.box, place.at);
    await settleAll(name, around.limits);
  }
  const element = locate(order);
  if (!element) return false;
  const watched = around && order.event === 'scroll' ? watchRows(element) : null;
  if (around && watched && (await swept(name, element, watched, around))) return true;
  await fireEvent(element, order.event, order.value);
  return true;
}

/** Scrolls a list to its end and goes through it, if it keeps only what is in view; gives whether it does. */
async function swept(
  name: string,
  element: Element,
  watched: Watched,
  { limits, rules }: Pick<AgentOrder, 'limits' | 'rules'>,
): Promise<boolean> {
  const settled = async () => void (await settleAll(name, limits));
  await scrollBox(element, watched.box.scrollHeight).then(settled);
  const cut = await sweepRows(watched, {
    scroll: (box, to) => scrollBox(box, to).then(settled),
    step: (box, to) => scrollBox(box, to, false).then(settled),
    look: async () => captureDocument(rules, await captureForeign(name, rules)).candidates,
  });
  if (cut && cut !== 'whole') cutLists.push(cut);
  return cut !== null;
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
    natives.setTimeout(resolve, backPatience * tasks.burden);
  });
  history.back();
  await arrived;
}

/** This agent as one that a page of another origin asks. */
function asFrame(name: string): FrameAgent {
  let given: DocumentTree | null = null;
  return {
    begin: async () => {
      beginLeaving();
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

/** Installs the agent under a name that only the crawler knows. `methods`: those that events may use. */
export function installAgent(name: string, methods: readonly string[]): void {
  // The browser's own page in the place of one that could not be had is nothing of the site.
  if (name in globalThis || location.protocol === 'chrome-error:') return;
  const agent: Agent = {
    perform: (order) => answerOrNeed(order, () => perform(name, order)),
    supply: supplyEffects,
    get gate() {
      return effectGate();
    },
    begin: () => {
      beginLeaving();
      beginHere(name);
    },
    get storage() {
      return bookOfStorage();
    },
    undo: undoCookies,
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
  installStorage(agentAbove(name)?.storage ?? null);
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
