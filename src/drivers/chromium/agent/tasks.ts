import { natives } from './natives.ts';
import { steadily } from './pristine.ts';

/**
 * What the page has under way. An epoch begins with each fired event; a task counts for the epoch in
 * which it was started, so a poll that began with the page does not keep a later click from settling.
 */
export const tasks = {
  epoch: 0,
  /** Requests and loads under way, by epoch. */
  open: new Map<number, number>(),
  /** Counts requests and loads that began. */
  begun: 0,
  /** Changes whenever something happened that may have consequences: answers, messages, mutations. */
  activity: 0,
  /** Counts changes of the document. */
  mutations: 0,
  /** Counts animations that were brought to their end: they may have shown or hidden anything. */
  animated: 0,
  /** Real moments at which the current event began, and at which something changed last. */
  beganAt: 0,
  changedAt: 0,
  /** How many times as long as on a quiet machine something may take. */
  burden: 1,
  /** Short messages of sockets that the page is being given. */
  hearing: 0,
  wake: null as (() => void) | null,
};

/** Notes that something began; the returned function ends it, once. */
export function beginTask(): () => void {
  const epoch = tasks.epoch;
  tasks.begun++;
  countOpen(epoch, 1);
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    countOpen(epoch, -1);
    if (epoch === tasks.epoch) noteChange();
    noteActivity();
  };
}

function countOpen(epoch: number, more: 1 | -1): void {
  steadily(() => tasks.open.set(epoch, (tasks.open.get(epoch) ?? 0) + more));
}

/** Something happened: whoever waits for a change looks again. */
export function noteActivity(): void {
  tasks.activity++;
  tasks.wake?.();
}

/** The document changed, or an answer was read. */
export function noteChange(): void {
  tasks.changedAt = natives.performanceNow();
}

/** An event begins, or the load of a document has ended: what is caused from now on is waited for. */
export function beginTaskEpoch(): void {
  tasks.epoch++;
  tasks.beganAt = tasks.changedAt = natives.performanceNow();
}

/** Tasks under way that the current event, or the load, is responsible for. */
export function openTasks(): number {
  return steadily(() => tasks.open.get(tasks.epoch) ?? 0);
}

/** Waits for a change of activity, at most so many real milliseconds. */
export function nextActivity(limit: number): Promise<void> {
  return new natives.Promise<void>((resolve) => {
    const timer = natives.setTimeout(done, limit);
    function done() {
      natives.clearTimeout(timer);
      tasks.wake = null;
      resolve();
    }
    tasks.wake = done;
  });
}

const { port1: macrotaskHeard, port2: macrotaskAsked } = new natives.MessageChannel();
/** Who waits for a task, the first one first; no list, of which a page may have replaced everything. */
interface MacrotaskWaiter {
  readonly resolve: () => void;
  next: MacrotaskWaiter | null;
}
const macrotaskWaiters = { first: null as MacrotaskWaiter | null, last: null as MacrotaskWaiter | null };
macrotaskHeard.onmessage = () => {
  const { first } = macrotaskWaiters;
  if (!first) return;
  macrotaskWaiters.first = first.next;
  first.resolve();
};

/** Lets microtasks, messages and other tasks that are ready run first. */
export function macrotask(): Promise<void> {
  return new natives.Promise<void>((resolve) => {
    const waiter: MacrotaskWaiter = { resolve, next: null };
    if (macrotaskWaiters.first && macrotaskWaiters.last) macrotaskWaiters.last.next = waiter;
    else macrotaskWaiters.first = waiter;
    macrotaskWaiters.last = waiter;
    natives.apply(natives.postMessage, macrotaskAsked, [0]);
  });
}
