import { parentPort } from 'node:worker_threads';
import { packError } from './errors.ts';
import type { ThreadAnswer } from './jobs.ts';

/** Does what a thread is told, one order after the other; `done` is called before an answer is sent. */
export function serveOrders<Order, Reply>(work: (order: Order) => Reply, done: () => void = () => {}): void {
  parentPort?.on('message', (order: Order) => {
    const answer = answerOf(() => work(order));
    done();
    parentPort?.postMessage(answer);
  });
}

function answerOf<Reply>(work: () => Reply): ThreadAnswer<Reply> {
  try {
    return { reply: work() };
  } catch (error) {
    return { error: packError(error) };
  }
}
