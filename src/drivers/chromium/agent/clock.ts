import { installChance } from './chance.ts';
import { disguise, natives, replaceNative } from './natives.ts';
import { steadily } from './pristine.ts';
import { noteActivity, tasks } from './tasks.ts';

/**
 * A clock of the page's own. Timers cost no real time: while a page settles, the clock jumps to the next
 * timer that matters, in order, so that a handler that waits five seconds is through at once; between
 * events it stands still, so that nothing moves behind the crawler's back.
 *
 * `live`: while the page loads, timers run in real time. `settling`: run by `advanceClock`. `frozen`.
 */
interface Timer {
  readonly id: number;
  due: number;
  readonly setAt: number;
  readonly run: () => void;
  readonly every: number | null;
  readonly epoch: number;
  /** Ticks of an interval that changed nothing, in a row. */
  idleTicks: number;
  native: number | null;
  /** Real moment before which it is not run: the server's next sign of life takes real time too. */
  readonly notBefore: number;
}

/** Virtual milliseconds from which a timer that is set as a message comes is taken for the wait for the next one. */
const shortestWatch = 2000;

export const clock = {
  mode: 'live' as 'live' | 'settling' | 'frozen',
  /** Virtual minus real milliseconds. */
  skew: 0,
  stoppedAt: 0,
  reads: 0,
  nextId: 1,
  timers: new Map<number, Timer>(),
  frames: new Map<number, { run: FrameRequestCallback; epoch: number }>(),
  idle: new Map<number, () => void>(),
};

/** Questions for the time that a script may ask in one go while the clock stands; then it creeps on. */
const readsOfWaiting = 10_000;

export function clockNow(): number {
  if (clock.mode !== 'frozen') return natives.performanceNow() + clock.skew;
  // A handler that waits for the time to pass would wait for ever.
  if (++clock.reads > readsOfWaiting) clock.stoppedAt += 0.1;
  return clock.stoppedAt;
}

export function freezeClock(): void {
  if (clock.mode === 'frozen') return;
  clock.stoppedAt = clockNow();
  clock.reads = 0;
  clock.mode = 'frozen';
  disarmTimers();
}

export function startClock(): void {
  if (clock.mode === 'frozen') clock.skew = clock.stoppedAt - natives.performanceNow();
  clock.mode = 'settling';
  disarmTimers();
}

function disarmTimers(): void {
  steadily(() => {
    for (const timer of clock.timers.values()) {
      if (timer.native !== null) natives.clearTimeout(timer.native);
      timer.native = null;
    }
  });
}

function armTimer(timer: Timer): void {
  if (clock.mode !== 'live') return;
  timer.native = natives.setTimeout(() => {
    timer.native = null;
    if (clock.mode === 'live' && steadily(() => clock.timers.has(timer.id))) runTimer(timer);
  }, timer.due - clockNow());
}

function runTimer(timer: Timer): void {
  const before = tasks.mutations;
  if (timer.every === null) steadily(() => clock.timers.delete(timer.id));
  else {
    timer.due += timer.every > 4 ? timer.every : 4;
    if (timer.due < clockNow()) timer.due = clockNow();
  }
  try {
    timer.run();
  } catch (error) {
    reportError(error);
  }
  flushMutations();
  timer.idleTicks = tasks.mutations === before ? timer.idleTicks + 1 : 0;
  noteActivity();
  if (timer.every !== null && steadily(() => clock.timers.has(timer.id))) armTimer(timer);
}

/**
 * Runs something after so many real milliseconds of a settling page. Those before do not count: while a page loads
 * nobody has said yet how busy the machine is.
 */
export function whenSettling(holder: { timer: number }, ms: () => number, run: () => void): void {
  const isEarly = clock.mode === 'live';
  const due = () => (isEarly ? whenSettling(holder, ms, run) : run());
  holder.timer = natives.setTimeout(due, ms());
}

/** Set by settle.ts: makes pending mutation records count. */
let flushMutations: () => void = () => {};
export function setMutationFlush(flush: () => void): void {
  flushMutations = flush;
}

/** Intervals that keep ticking without changing anything are polls, not consequences. */
const idleTicksOfPoll = 3;

/** The next timer that the current epoch waits for, if it is due before `until`. */
export function nextTimer(until: number): number | null {
  return steadily(() => {
    let due: number | null = null;
    for (const timer of clock.timers.values()) {
      if (timer.epoch !== tasks.epoch || timer.due > until || timer.idleTicks >= idleTicksOfPoll) continue;
      if (timer.notBefore > natives.performanceNow()) continue;
      if (due === null || timer.due < due) due = timer.due;
    }
    return due;
  });
}

/** When the last is due, by a moment, of what was put off once and at a certain moment: by a handler, not by what it led to. */
export function putOffAt(moment: number, until: number): number | null {
  return steadily(() => {
    let due: number | null = null;
    for (const timer of clock.timers.values()) {
      const { every, epoch, setAt } = timer;
      if (every !== null || epoch !== tasks.epoch || setAt < moment || setAt > moment + 1) continue;
      if (timer.due <= until && (due === null || timer.due > due)) due = timer.due;
    }
    return due;
  });
}

/**
 * Goes towards a moment as far as the first timer that is due by then, older ones included, and runs it.
 * One at a time: what a timer causes at once comes before the next timer.
 */
export function advanceClock(to: number): void {
  const first = firstTimer(to);
  const moment = first?.due ?? to;
  if (moment > clockNow()) clock.skew += moment - clockNow();
  if (first) runTimer(first);
}

/** When the clock stops next on its way to a moment, and whether by a timer that comes again and again. */
export function nextStop(to: number): { readonly due: number; readonly repeats: boolean } {
  const first = firstTimer(to);
  return { due: first?.due ?? to, repeats: first !== null && first.every !== null };
}

function firstTimer(to: number): Timer | null {
  return steadily(() => {
    let first: Timer | null = null;
    for (const timer of clock.timers.values()) {
      if (timer.notBefore > natives.performanceNow()) continue;
      if (timer.due <= to && (first === null || timer.due < first.due)) first = timer;
    }
    return first;
  });
}

/** Takes all that waits in a map out of it. */
function takeWaiting<T>(waiting: Map<number, T>): readonly T[] {
  return steadily(() => {
    const all = [...waiting.values()];
    waiting.clear();
    return all;
  });
}

/** Runs the animation frames asked for, a sixtieth of a virtual second later. */
export function runFrames(): void {
  clock.skew += 1000 / 60;
  const frames = takeWaiting(clock.frames);
  const now = clockNow();
  for (let at = 0; at < frames.length; at++) {
    try {
      frames[at]?.run(now);
    } catch (error) {
      reportError(error);
    }
  }
  noteActivity();
}

export function runIdle(): void {
  const waiting = takeWaiting(clock.idle);
  for (let at = 0; at < waiting.length; at++) waiting[at]?.();
  noteActivity();
}

function addTimer(handler: unknown, delay: unknown, rest: readonly unknown[], repeat: boolean): number {
  const run =
    typeof handler === 'function'
      ? () => natives.apply(handler as (...values: unknown[]) => void, globalThis, rest)
      : () => natives.eval(String(handler));
  const asked = Number(delay);
  const ms = asked > 0 ? asked : 0;
  const id = clock.nextId++;
  const setAt = clockNow();
  const timer: Timer = {
    id,
    due: setAt + ms,
    setAt,
    run,
    every: repeat ? ms : null,
    epoch: tasks.epoch,
    idleTicks: 0,
    native: null,
    notBefore: !repeat && tasks.hearing > 0 && ms >= shortestWatch ? natives.performanceNow() + ms : 0,
  };
  steadily(() => clock.timers.set(id, timer));
  armTimer(timer);
  return id;
}

/** Runs something so many virtual milliseconds later. */
export function virtualTimeout(run: () => void, ms: number): void {
  addTimer(run, ms, [], false);
}

function removeTimer(id: unknown): void {
  const timer = steadily(() => clock.timers.get(Number(id)));
  if (!timer) return;
  if (timer.native !== null) natives.clearTimeout(timer.native);
  steadily(() => clock.timers.delete(timer.id));
}

/** Puts the clock in the place of the page's timers, frames and dates, and chance that repeats itself in the place of its own. */
export function installClock(): void {
  const page = globalThis as unknown as Record<string, (...args: never[]) => unknown>;
  replaceNative(
    page,
    'setTimeout',
    () =>
      (handler: unknown, delay: unknown, ...rest: unknown[]) =>
        addTimer(handler, delay, rest, false),
  );
  replaceNative(
    page,
    'setInterval',
    () =>
      (handler: unknown, delay: unknown, ...rest: unknown[]) =>
        addTimer(handler, delay, rest, true),
  );
  replaceNative(page, 'clearTimeout', () => (id: unknown) => removeTimer(id));
  replaceNative(page, 'clearInterval', () => (id: unknown) => removeTimer(id));
  replaceNative(page, 'requestAnimationFrame', () => (run: FrameRequestCallback) => addFrame(run));
  replaceNative(page, 'cancelAnimationFrame', () => (id: unknown) => void clock.frames.delete(Number(id)));
  replaceNative(page, 'requestIdleCallback', () => (run: IdleRequestCallback) => {
    const id = clock.nextId++;
    const deadline = { didTimeout: false, timeRemaining: () => 50 };
    clock.idle.set(id, () => run(deadline));
    liveSoon(() => clock.idle.has(id) && runIdle());
    return id;
  });
  replaceNative(page, 'cancelIdleCallback', () => (id: unknown) => void clock.idle.delete(Number(id)));
  replaceNative(performance, 'now', () => () => clockNow());
  installDate();
  installChance();
}

function addFrame(run: FrameRequestCallback): number {
  const id = clock.nextId++;
  steadily(() => clock.frames.set(id, { run, epoch: tasks.epoch }));
  if (clock.mode === 'live') {
    natives.requestAnimationFrame(() => {
      const frame = clock.frames.get(id);
      if (clock.mode !== 'live' || !frame) return;
      clock.frames.delete(id);
      frame.run(clockNow());
    });
  }
  return id;
}

function liveSoon(run: () => void): void {
  if (clock.mode === 'live') natives.setTimeout(() => clock.mode === 'live' && run(), 0);
}

function installDate(): void {
  const now = () => Math.round(natives.dateNow() + clockNow() - natives.performanceNow());
  disguise(now, natives.Date.now);
  const PageDate = new Proxy(natives.Date, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new natives.Date(now()).toString(),
    get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
  });
  globalThis.Date = PageDate;
  natives.Date.prototype.constructor = PageDate;
}
