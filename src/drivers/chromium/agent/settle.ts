import {
  advanceClock,
  clock,
  clockNow,
  freezeClock,
  nextTimer,
  runFrames,
  runIdle,
  setMutationFlush,
  startClock,
} from './clock.ts';
import { natives } from './natives.ts';
import { followAdded } from './requests.ts';
import { macrotask, nextActivity, openTasks, tasks } from './tasks.ts';

/** How long a page is given, in milliseconds: virtual for timers and frames, real for answers. */
export interface SettleLimits {
  readonly virtual: number;
  readonly real: number;
}

/** Frames in a row without any change of the document after which an animation is taken as endless. */
const idleFramesOfAnimation = 30;

let observer: MutationObserver | null = null;
/** Observers that see the layout only when a frame is drawn: where they are in use, one is waited for. */
let layoutObservers = 0;

function countMutations(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  tasks.mutations += records.length;
  followAdded(records);
}

/** Starts to watch the document; called before any of the page's scripts. */
export function installSettling(): void {
  observer = new natives.MutationObserver(countMutations);
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, options);
  setMutationFlush(() => countMutations(observer?.takeRecords() ?? []));
  for (const name of ['IntersectionObserver', 'ResizeObserver'] as const) {
    const prototype = globalThis[name]?.prototype;
    if (!prototype) continue;
    const observe = prototype.observe;
    prototype.observe = function (this: never, ...args: never[]) {
      layoutObservers++;
      return (observe as (...args: never[]) => void).apply(this, args);
    } as typeof observe;
  }
}

/**
 * Waits until nothing that the current epoch started is under way, then stops the clock.
 * The order is that of the event loop: tasks that are ready, answers, frames, timers, idle callbacks,
 * finite animations, layout observers; each may start any of the others, so each goes round again.
 */
export async function settle(limits: SettleLimits): Promise<'quiet' | 'budget'> {
  const virtualEnd = clockNow() + limits.virtual;
  const realEnd = natives.performanceNow() + limits.real;
  let quiet = 0;
  let idleFrames = 0;
  let drawn = -1;
  startClock();
  try {
    for (;;) {
      const activity = tasks.activity;
      await macrotask();
      countMutations(observer?.takeRecords() ?? []);
      if (openTasks() > 0) {
        if (natives.performanceNow() > realEnd) return 'budget';
        await nextActivity(Math.min(untilTimer(), realEnd - natives.performanceNow()));
        if (untilTimer() <= 0) advanceClock(clockNow());
        quiet = 0;
        continue;
      }
      if (tasks.activity !== activity) {
        quiet = 0;
        if (natives.performanceNow() > realEnd) return 'budget';
        continue;
      }
      if (clockNow() >= virtualEnd) return 'budget';
      if (clock.frames.size > 0 && idleFrames < idleFramesOfAnimation) {
        const before = tasks.mutations;
        runFrames();
        countMutations(observer?.takeRecords() ?? []);
        idleFrames = tasks.mutations === before ? idleFrames + 1 : 0;
        continue;
      }
      const due = nextTimer(virtualEnd);
      if (due !== null) {
        advanceClock(due);
        continue;
      }
      if (clock.idle.size > 0) {
        runIdle();
        continue;
      }
      if (finishAnimations()) {
        // Their events are sent with the next frame.
        await drawnFrame();
        continue;
      }
      if (layoutObservers > 0 && drawn !== tasks.mutations) {
        drawn = tasks.mutations;
        await drawnFrame();
        quiet = 0;
        continue;
      }
      if (++quiet >= 2) return 'quiet';
    }
  } finally {
    freezeClock();
  }
}

/** Real milliseconds until the next timer of this epoch is due while answers are waited for. */
function untilTimer(): number {
  const due = nextTimer(Number.POSITIVE_INFINITY);
  return due === null ? 60_000 : due - clockNow();
}

const finishedAnimations = new WeakSet<Animation>();

/** Brings transitions and animations that have an end to it, so that what waits for their end goes on. */
function finishAnimations(): boolean {
  let finished = false;
  for (const animation of document.getAnimations?.() ?? []) {
    const end = animation.effect?.getComputedTiming().endTime;
    if (animation.playState !== 'running' || end === Number.POSITIVE_INFINITY) continue;
    if (finishedAnimations.has(animation)) continue;
    finishedAnimations.add(animation);
    try {
      animation.finish();
      finished = true;
    } catch {
      // Endless after all.
    }
  }
  return finished;
}

/** Milliseconds after which a frame is not waited for any longer: a tab may not be drawn at all. */
const framePatience = 100;

function drawnFrame(): Promise<void> {
  return new natives.Promise<void>((resolve) => {
    const done = () => {
      natives.clearTimeout(timer);
      resolve();
    };
    const timer = natives.setTimeout(done, framePatience);
    natives.requestAnimationFrame(() => natives.requestAnimationFrame(done));
  });
}
