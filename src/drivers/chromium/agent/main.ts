import type { DocumentTree } from '../../../model/document.ts';
import type { Box, FireOrder } from '../../../model/driver.ts';
import {
  answerText,
  beginChange,
  captureDocument,
  changedPrint,
  foreignPaths,
  isShownKnown,
  lookAtMoment,
  shownPrints,
} from './answer.ts';
import { boxAtPath, boxFromFrame, movedBox } from './boxes.ts';
import { liveElementAt, rowOutOfView } from './candidates.ts';
import { turnChance } from './chance.ts';
import { clock, installClock } from './clock.ts';
import { beginDress, isRedressed } from './dress.ts';
import { effectGate } from './effect-gate.ts';
import { answerOrNeed, installEffects, supplyEffects } from './effects.ts';
import { aimAt, beginFields, fireEvent, orderedElement, restoreFields, scrollBox } from './fire.ts';
import { type FrameAgent, type FrameCapture, followWindow, frameAgents, greetFrames } from './frames.ts';
import { hoverOver, leaveFor, leftBy } from './hover.ts';
import { beginEpoch, settleAll } from './inner.ts';
import { beginLeaving, declined, forbidLeaving, installGuards, leaving, unsent, wanted } from './leaving.ts';
import { adoptListeners, heardCount, installListeners, listenerBook } from './listeners.ts';
import { installLoads } from './loads.ts';
import { beginMoments } from './moments.ts';
import { natives, settledWith } from './natives.ts';
import type { Agent, AgentAnswer, AgentOrder } from './order.ts';
import { beginPose, endPose, imagesShown, installPose, pageSize } from './pose.ts';
import { knowDom, lookForReplaced, pristinely, steadily } from './pristine.ts';
import { functionsNamed } from './reactions.ts';
import { installReplies, messagesHeld, releaseMessages } from './replies.ts';
import { installRequests } from './requests.ts';
import { flushRecords, installSettling, whenReadable } from './settle.ts';
import { noteShadow } from './shadows.ts';
import { foreignFrames, installSnapshot } from './snapshot.ts';
import { bookOfStorage, installStorage, undoCookies } from './storage.ts';
import { knowStreams, takeStreamNews } from './streams.ts';
import { type CutList, sweepRows, type Watched, watchRows } from './sweep.ts';
import { macrotask, tasks } from './tasks.ts';
import { isComplete, isRendered } from './unhidden.ts';
import { installWaits } from './waits.ts';

/** Place in the session history where this document began. */
let startIndex = historyIndex();

function historyIndex(): number {
  const page = globalThis as { navigation?: { currentEntry: { index: number } | null } };
  return steadily(() => page.navigation?.currentEntry?.index ?? 0);
}

/** What the crawler is answered. */
let answered = '';

/** Fires, settles and captures in one call: one round trip per event. */
async function perform(order: AgentOrder): Promise<void> {
  let before: string | null = null;
  tasks.burden = order.limits.burden;
  whenReadable((stood, repeats) => steadily(() => lookAtMoment(order.rules, stood, repeats)));
  const { streams } = order;
  if (streams) steadily(() => knowStreams(streams));
  if (order.task === 'arrive') {
    await loaded();
    startIndex = historyIndex();
    tasks.beganAt = tasks.changedAt = natives.performanceNow();
  } else if (order.task === 'fire' || order.task === 'back') {
    steadily(() => {
      beginLeaving();
      beginFields();
      beginDress();
      cutLists.length = 0;
      forgetMoments();
    });
    if (messagesHeld()) await takeBefore(order, releaseMessages);
    const left = order.fire ? await movePointer(order, order.fire) : null;
    if (left && order.fire?.pauses && !isShownKnown(order)) return answerNow(order, { paused: true });
    before = left;
    // What a pointer that leaves asks for is wanted, but it is not where this event leads.
    leaving.to = null;
    steadily(forgetMoments);
    beginChange();
    steadily(beginEpoch);
    effectGate().posts = order.fire?.posts ?? null;
    // Without an event: it is fired in a frame, by the crawler.
    if (order.fire && !(await fireOrdered(order.fire, order))) {
      answered = lostAnswer();
      return;
    }
    if (order.task === 'back') await goBack();
  }
  await answerNow(order, before === null ? {} : { before });
}

/** What was shown before is no consequence of the event that begins. */
function forgetMoments(): void {
  flushRecords();
  beginMoments(tasks.mutations);
}

async function answerNow(order: AgentOrder, left: Pick<AgentAnswer, 'before' | 'paused'>): Promise<void> {
  const settled = await settleAll(order.limits);
  steadily(() => {
    if (leaving.to !== null) restoreFields();
    answered = answerSettled(order, left, settled);
  });
}

function answerSettled(
  order: AgentOrder,
  left: Pick<AgentAnswer, 'before' | 'paused'>,
  settled: 'quiet' | 'budget',
): string {
  const decided = natives.performanceNow();
  const timing = { took: tasks.changedAt - tasks.beganAt, lag: decided - tasks.changedAt };
  const historySteps = Math.max(0, historyIndex() - startIndex);
  const streams = takeStreamNews();
  const questions = declinedHere();
  const posts = unsentHere();
  const news = {
    ...left,
    ...(cutLists.length > 0 && { cutLists }),
    ...(questions.length > 0 && { declined: questions }),
    ...(order.task !== 'arrive' && posts.length > 0 && { unsent: posts }),
    ...(order.task !== 'arrive' && leaving.to !== null && { leaves: leaving.to }),
    ...(order.task !== 'arrive' && isRedressed() && { redressed: true as const }),
    ...(streams.length > 0 && { streams }),
    ...(bookOfStorage().undo.size > 0 && { cookies: true as const }),
  };
  const text = answerText(order, { settled, wanted: wantedAll(), historySteps, timing, ...news });
  return text.length > order.longest ? lostAnswer({ oversize: text.length }) : text;
}

/** What happens before an event is no consequence of it: messages that were held back, a pointer that leaves. */
async function takeBefore({ limits, rules }: AgentOrder, run: () => void): Promise<void> {
  steadily(beginEpoch);
  run();
  await settleAll(limits);
  captureDocument(rules);
}

/**
 * Takes the pointer away from where it is, unless that would take away what it is to go to. Gives the
 * fingerprint of what is shown then, where that is something else; `beginChange` was called before that.
 */
async function movePointer(order: AgentOrder, fire: FireOrder): Promise<string | null> {
  const to = steadily(() => orderedElement(fire));
  const from = to && steadily(() => leftBy(to, fire.event));
  if (!from) return null;
  const shown = isRendered(to);
  beginChange();
  await takeBefore(order, () => steadily(() => leaveFor(from, to)));
  if (steadily(() => orderedElement(fire)) !== to || (shown && !isRendered(to)))
    await takeBefore(order, () => steadily(() => hoverOver(from)));
  return changedPrint(order.volatile);
}

/** Lists of which the current event has shown only the first rows. */
const cutLists: CutList[] = [];

/** `around`: what is needed to go through lists; without it they are only scrolled. */
async function fireOrdered(
  order: FireOrder,
  around: Pick<AgentOrder, 'limits' | 'rules'> | null = null,
): Promise<boolean> {
  const place = around && steadily(() => rowOutOfView(order.xpath));
  if (around && place) {
    await scrollBox(place.box, place.at);
    await settleAll(around.limits);
  }
  const element = steadily(() => orderedElement(order));
  if (!element) return false;
  const watched = around && order.event === 'scroll' ? steadily(() => watchRows(element)) : null;
  if (around && watched && (await swept(element, watched, around))) return true;
  await steadily(() => fireEvent(element, order.event, order.value, order.posts !== undefined));
  return true;
}

/** Scrolls a list to its end and goes through it, if it keeps only what is in view; gives whether it does. */
async function swept(
  element: Element,
  watched: Watched,
  { limits, rules }: Pick<AgentOrder, 'limits' | 'rules'>,
): Promise<boolean> {
  const scrollTo = async (box: Element, to: number, waits = true) => {
    await scrollBox(box, to, waits);
    await settleAll(limits);
  };
  await scrollTo(
    element,
    steadily(() => watched.box.scrollHeight),
  );
  const cut = await sweepRows(watched, {
    scroll: (box, to) => scrollTo(box, to),
    step: (box, to) => scrollTo(box, to, false),
    look: async () => captureDocument(rules).candidates,
  });
  if (cut && cut !== 'whole') cutLists.push(cut);
  return cut !== null;
}

async function boxesOnPage(paths: readonly string[]): Promise<string> {
  scrollTo({ left: 0, top: 0, behavior: 'instant' });
  await imagesShown();
  return pristinely(() => {
    const boxes = paths.map(boxAtPath);
    return natives.stringify(boxes.map((box) => box && movedBox(box, scrollX, scrollY)));
  });
}

/** What the page shows of a box inside the frame at a path. */
function boxInFrame(path: string, box: Box): string {
  return pristinely(() => {
    const frame = liveElementAt(path);
    const shown = frame && boxFromFrame(frame, box);
    return natives.stringify(shown && movedBox(shown, scrollX, scrollY));
  });
}

/** Nothing leaves this document any more; gives what scripts wanted, also those of frames. */
function wantedAll(): string[] {
  steadily(forbidLeaving);
  return wantedHere();
}

function wantedHere(): string[] {
  return steadily(() => {
    const inner = frameAgents().flatMap((agent) => agent.wants());
    return [...new Set([...wanted, ...inner])];
  });
}

/** What a person was asked, also by frames. */
function declinedHere(): string[] {
  return steadily(() => [...declined, ...frameAgents().flatMap((agent) => agent.declined())]);
}

/** What forms would have sent, also in frames. */
function unsentHere(): string[] {
  return steadily(() => [...new Set([...unsent, ...frameAgents().flatMap((agent) => agent.unsent())])]);
}

function lostAnswer(why: Pick<AgentAnswer, 'oversize'> = {}): string {
  const lost: AgentAnswer = {
    ...why,
    found: false,
    settled: 'quiet',
    fingerprint: '',
    wanted: [],
    historySteps: 0,
  };
  return natives.stringify(lost);
}

function loaded(): Promise<void> {
  if (isComplete()) return settledWith(undefined);
  return new natives.Promise((resolve) => {
    addEventListener('load', () => resolve(), { once: true });
    // A script that goes elsewhere breaks the load off: then there is no event.
    const look = () => {
      if (isComplete()) natives.setTimeout(resolve, 0);
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

/** What the crawler asks of this document where it is a frame of another origin. */
function asFrame(): FrameAgent {
  let given: DocumentTree | null = null;
  return {
    awake: async () => {
      await macrotask();
      return 'true';
    },
    begin: async () => {
      lookForReplaced();
      steadily(() => {
        beginLeaving();
        beginEpoch();
      });
      return 'true';
    },
    fire: async (order) => natives.stringify(await fireOrdered(order)),
    settle: async (limits) => natives.stringify(await settleAll(limits)),
    capture: (rules) =>
      pristinely(() => {
        const taken = captureDocument(rules);
        const same = taken.document === given;
        given = taken.document;
        const capture: FrameCapture = {
          document: same ? null : given,
          candidates: taken.candidates,
          wanted: wantedAll(),
          frames: foreignPaths(),
        };
        return natives.stringify(capture);
      }),
    boxes: (paths) =>
      pristinely(() => natives.stringify(paths.map(boxAtPath).map((box) => box && movedBox(box, 0, 0)))),
  };
}

/**
 * Installs the agent. Gives what the crawler gets it by: once, so that from then on the debugger alone holds it; with a
 * number, it puts the clock ahead instead. `secret`: what agents of one origin know each other by. `methods`: those
 * that events may use.
 */
export function installAgent(secret: string, methods: readonly string[]): (ms?: number) => Agent | null {
  // The browser's own page in the place of one that could not be had is nothing of the site.
  if (location.protocol === 'chrome-error:') return () => null;
  const agent: Agent = {
    perform: (order) =>
      answerOrNeed(
        order,
        () => perform(order),
        () => answered,
      ),
    still: (order) =>
      isComplete() && order.fire === undefined && order.task !== 'back'
        ? steadily(() => answerSettled(order, {}, 'quiet'))
        : lostAnswer(),
    supply: supplyEffects,
    get gate() {
      return effectGate();
    },
    begin: () =>
      steadily(() => {
        beginLeaving();
        beginEpoch();
      }),
    get storage() {
      return bookOfStorage();
    },
    undo: undoCookies,
    settle: settleAll,
    get book() {
      return listenerBook();
    },
    functions: (...names) => steadily(() => functionsNamed(...names)),
    aim: (order) => steadily(() => aimAt(order)),
    heard: (...asked) => steadily(() => heardCount(...asked)),
    adopt: (...found) => steadily(() => adoptListeners(...found)),
    printsAt: (paths, spots) => natives.stringify(shownPrints(paths, spots)),
    pose: async () => {
      await steadily(() => natives.Promise.all([beginPose(), ...frameAgents().map((inner) => inner.pose())]));
      return pristinely(() => natives.stringify(pageSize()));
    },
    boxesAt: boxesOnPage,
    unpose: async () => {
      await steadily(() => natives.Promise.all([endPose(), ...frameAgents().map((inner) => inner.unpose())]));
      return 'true';
    },
    shadow: noteShadow,
    wants: wantedHere,
    declined: declinedHere,
    unsent: unsentHere,
    follow: (page) => steadily(() => followWindow(page)),
    isShown: () => natives.apply(natives.viewOf, document, []) !== null,
    foreign: () => [...foreignFrames],
    fromFrame: boxInFrame,
    frame: asFrame(),
  };
  const above = greetFrames(secret, agent);
  installStorage(above?.storage ?? null);
  installClock();
  installPose();
  installListeners(above?.book ?? null);
  installEffects(above?.gate ?? null, methods);
  installRequests();
  installLoads();
  installWaits();
  installReplies();
  installSettling();
  installSnapshot(above?.shadow ?? null);
  installGuards();
  knowDom();
  let held: Agent | null = agent;
  return (ms) => {
    if (ms !== undefined) {
      clock.skew += ms;
      turnChance(ms);
      return null;
    }
    const given = held;
    held = null;
    return given;
  };
}
