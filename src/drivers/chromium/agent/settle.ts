import { finishAnimations, installAnimations } from './animations.ts';
import {
  advanceClock,
  clock,
  clockNow,
  freezeClock,
  nextStop,
  nextTimer,
  putOffAt,
  runFrames,
  runIdle,
  setMutationFlush,
  startClock,
} from './clock.ts';
import { nextFrame } from './drawing.ts';
import { followFrames } from './frames.ts';
import { imagesPending } from './images.ts';
import { installLayout, layoutDrawn, layoutPending } from './layout.ts';
import { followAdded } from './loads.ts';
import { markRecords } from './marks.ts';
import { isTurning, mayTurn, readable } from './moments.ts';
import { natives } from './natives.ts';
import { lookForReplaced, steadily } from './pristine.ts';
import { tellUnanswered } from './requests.ts';
import { macrotask, nextActivity, noteChange, openTasks, tasks } from './tasks.ts';
import { methodOf } from './unhidden.ts';

/** How long a page is given, in milliseconds: virtual for timers and frames, real for answers. */
export interface SettleLimits {
  readonly virtual: number;
  readonly real: number;
  /** How many times as long as on a quiet machine something may take. */
  readonly burden: number;
}

/** Frames in a row without any change of the document after which an animation is taken as endless. */
const idleFramesOfAnimation = 30;

/** Frames that are drawn for observers of the layout, at the most: what moves on by itself is endless. */
const drawnFrames = 60;

/** Virtual milliseconds that a timer takes at least, as in browsers: a chain without delays has an end too. */
const shortestTimer = 4;

/** Where the page is to be looked at while it stands still; `null` in frames, which are part of another page. */
let lookAtRest: ((stood: number, repeats: boolean) => void) | null = null;

/** Has the page looked at whenever the clock is about to jump over a time in which it could be read. */
export function whenReadable(look: NonNullable<typeof lookAtRest>): void {
  lookAtRest = look;
}

let observer: MutationObserver | null = null;
const takeRecords = methodOf(MutationObserver.prototype.takeRecords);
function countMutations(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  tasks.mutations += records.length;
  noteChange();
  steadily(() => {
    followAdded(records);
    followFrames(records);
    markRecords(records);
  });
}

/** Counts and marks the mutations that nothing has told of yet. */
export function flushRecords(): void {
  if (observer) countMutations(takeRecords(observer));
}

const observedTrees = new WeakSet<Node>();

/** Follows changes in a document, a shadow root, or the content of a template. */
export function observeTree(root: Node): void {
  if (observedTrees.has(root)) return;
  observedTrees.add(root);
  observer?.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Starts to watch the document; called before any of the page's scripts. */
export function installSettling(): void {
  observer = new natives.MutationObserver(countMutations);
  observeTree(document);
  setMutationFlush(flushRecords);
  installLayout();
  installAnimations();
}

/**
 * Waits until nothing that the current epoch started is under way, then stops the clock.
 * The order is that of the event loop: tasks that are ready, answers, frames, timers, idle callbacks,
 * finite animations, layout observers; each may start any of the others, so each goes round again.
 */
export async function settle(limits: SettleLimits): Promise<'quiet' | 'budget'> {
  tasks.burden = limits.burden;
  const realEnd = natives.performanceNow() + limits.real;
  let quiet = 0;
  let idleFrames = 0;
  let drawn = 0;
  let extended = false;
  lookForReplaced();
  // While the clock stands, what an event puts off is set at this moment.
  const firedAt = clock.mode === 'frozen' ? clock.stoppedAt : Infinity;
  startClock();
  let still = { mutations: -1, since: 0 };
  // Only what the clock jumps over counts: a script that computes for long leaves its timers their time.
  let skewEnd = clock.skew + limits.virtual;
  // What the event changed at once is no sign that more is to come.
  flushRecords();
  try {
    for (;;) {
      const activity = tasks.activity + tasks.mutations;
      await macrotask();
      flushRecords();
      if (openTasks() > 0 || steadily(imagesPending)) {
        if (natives.performanceNow() > realEnd) {
          tellUnanswered(limits.real / 2);
          return 'budget';
        }
        await nextActivity(untilTimer(realEnd - natives.performanceNow()));
        if (untilTimer() <= 0) advanceClock(clockNow());
        quiet = 0;
        continue;
      }
      if (tasks.activity + tasks.mutations !== activity) {
        quiet = 0;
        if (natives.performanceNow() > realEnd) return 'budget';
        continue;
      }
      if (natives.performanceNow() > realEnd) return 'budget';
      if (still.mutations !== tasks.mutations) still = { mutations: tasks.mutations, since: clockNow() };
      if (clock.skew >= skewEnd) {
        // Timers of one length end one after the other: what they show together may be the next turn.
        const more = !extended && mayTurn() ? readable : nextTurn(still.since);
        if (more > 0) {
          extended = true;
          skewEnd = clock.skew + more;
          continue;
        }
        const putOff = timeUntilPutOff(firedAt);
        if (putOff === 0) return 'budget';
        skewEnd = clock.skew + putOff;
        continue;
      }
      if (idleFrames < idleFramesOfAnimation && waitsFor(clock.frames)) {
        const before = tasks.mutations;
        runFrames();
        flushRecords();
        idleFrames = tasks.mutations === before ? idleFrames + 1 : 0;
        continue;
      }
      const due = nextTimer(clockNow() + skewEnd - clock.skew);
      if (due !== null) {
        const stop = nextStop(due);
        if (stop.due - still.since >= readable) {
          // A message that fades in has come until it is taken away. What repeats would cost a frame each time.
          if (!stop.repeats && drawn < drawnFrames && (await ended(stop.due - clockNow()))) {
            drawn++;
            continue;
          }
          lookAtRest?.(stop.due - still.since, stop.repeats);
        }
        const began = clock.skew;
        advanceClock(due);
        const took = clock.skew - began;
        if (took < shortestTimer) skewEnd -= shortestTimer - took;
        continue;
      }
      if (waitsFor(clock.idle)) {
        runIdle();
        continue;
      }
      const turn = nextTurn(still.since) || timeUntilPutOff(firedAt);
      if (turn > 0) {
        skewEnd = clock.skew + turn;
        extended = false;
        continue;
      }
      const finished = steadily(finishAnimations);
      if (finished === 'heard' || (drawn < drawnFrames && steadily(layoutPending))) {
        drawn++;
        await drawnFrame();
        quiet = 0;
        continue;
      }
      if (finished === 'finished') continue;
      if (++quiet >= 2) return 'quiet';
    }
  } finally {
    freezeClock();
  }
}

/** Virtual milliseconds that something stands at the most for the next in its place to be waited for. */
const longestTurn = 30_000;

/** Virtual milliseconds until what follows, where things take turns that were never seen before; else 0. */
function nextTurn(since: number): number {
  const due = lookAtRest ? nextTimer(clockNow() + longestTurn) : null;
  if (due === null) return 0;
  const stop = nextStop(due);
  if (stop.due - since < readable) return 0;
  lookAtRest?.(stop.due - since, stop.repeats);
  return steadily(isTurning) ? stop.due - clockNow() : 0;
}

/** Virtual milliseconds that a handler may put off once what it does, beyond the time of an event. A page to test tests with puts off by 15 s; what waits for an idle visitor waits for longer. */
const longestPutOff = 20_000;

/** Virtual milliseconds until what an event has put off by itself; 0 where nothing is left of it. */
function timeUntilPutOff(firedAt: number): number {
  const due = firedAt === Infinity ? null : putOffAt(firedAt, firedAt + longestPutOff);
  return due === null ? 0 : Math.max(1, due - clockNow());
}

function waitsFor(waiting: ReadonlyMap<number, unknown>): boolean {
  return steadily(() => waiting.size > 0);
}

/** Real milliseconds until the next timer of this epoch is due while answers are waited for. */
function untilTimer(most = 60_000): number {
  const due = nextTimer(Infinity);
  const left = due === null ? most : due - clockNow();
  return left < most ? left : most;
}

/** Brings animations to their end that would end in so many milliseconds; gives whether there were any. */
async function ended(within: number): Promise<boolean> {
  const finished = steadily(() => finishAnimations(within));
  if (finished === 'heard') await drawnFrame();
  return finished !== 'none';
}

/** Waits until a frame has been drawn and everyone who waited for it has been told. */
async function drawnFrame(): Promise<void> {
  await nextFrame(layoutDrawn);
  // Observers are told in tasks of their own, after the frame.
  for (let left = 3; left > 0; left--) await macrotask();
}
