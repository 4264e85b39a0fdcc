/** The thread in which pages are compared while a crawl goes on: it does what it is told, one thing after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Labeller } from '../naming/index.ts';
import { ownLearner } from '../session/learn.ts';
import { fieldNamer } from '../session/names.ts';
import type { Reply, ThreadData, ThreadOrder } from './messages.ts';
import { unpacked } from './messages.ts';

type Answer = Readonly<Record<string, readonly number[]>>;

const { naming, hasLabeller } = workerData as ThreadData;
const questions = new Map<number, PromiseWithResolvers<Answer>>();
let asked = 0;

const labeller: Labeller = {
  label(texts, names) {
    const waiting = Promise.withResolvers<Answer>();
    questions.set(++asked, waiting);
    say({ kind: 'question', question: asked, texts, names });
    return waiting.promise;
  },
};
const learner = ownLearner(fieldNamer(naming, hasLabeller ? labeller : null));

function say(reply: Reply): void {
  parentPort?.postMessage(reply);
}

async function work(order: Extract<ThreadOrder, { job: number }>): Promise<Reply> {
  const { job } = order;
  const pages = order.pages.map(unpacked);
  if (order.kind === 'learn')
    return { kind: 'learned', job, taught: await learner.learn(pages, order.about) };
  const places = new Map(pages.map((page, at) => [page, at]));
  const groups = await learner.cluster(pages);
  return {
    kind: 'clustered',
    job,
    groups: groups.map((group) => group.map((page) => places.get(page) ?? 0)),
  };
}

parentPort?.on('message', (order: ThreadOrder) => {
  if (order.kind === 'labelled') questions.get(order.question)?.resolve(order.answer);
  else if (order.kind === 'unlabelled') questions.get(order.question)?.reject(order.error);
  else
    work(order)
      .catch((error): Reply => ({ kind: 'failed', job: order.job, error }))
      .then(say);
});
