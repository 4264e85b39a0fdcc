import { Worker } from 'node:worker_threads';
import type { Labeller } from '../naming/index.ts';
import type { LearnAbout } from '../rules/make.ts';
import type { Learner, Taught } from '../session/learn.ts';
import type { PreparedPage } from '../types.ts';
import type { Reply, ThreadData, ThreadOrder } from './messages.ts';
import { packed } from './messages.ts';
import { threadProgram } from './program.ts';

type Done = Exclude<Reply, { kind: 'question' | 'failed' }>;

/** A learner with a thread of its own, begun with the first work, so that its caller never stands still. */
export class ThreadedLearner implements Learner {
  readonly #naming: ThreadData['naming'];
  readonly #labeller: Labeller | null;
  readonly #jobs = new Map<number, PromiseWithResolvers<Done>>();
  #worker: Worker | null = null;
  #count = 0;

  constructor(naming: ThreadData['naming'], labeller: Labeller | null = null) {
    this.#naming = naming;
    this.#labeller = labeller;
  }

  async cluster(pages: readonly PreparedPage[]): Promise<readonly (readonly PreparedPage[])[]> {
    const job = ++this.#count;
    const reply = await this.#done({ kind: 'cluster', job, pages: await packed(pages) });
    const groups = reply.kind === 'clustered' ? reply.groups : [];
    return groups.map((group) => group.flatMap((at) => pages[at] ?? []));
  }

  async learn(pages: readonly PreparedPage[], about: LearnAbout): Promise<Taught> {
    const job = ++this.#count;
    const reply = await this.#done({ kind: 'learn', job, pages: await packed(pages), about });
    if (reply.kind !== 'learned') throw new Error(`expected rules, got ${reply.kind}`);
    return reply.taught;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
    this.#fail(new Error('the thread that learns templates was ended'));
  }

  #done(order: Extract<ThreadOrder, { job: number }>): Promise<Done> {
    const waiting = Promise.withResolvers<Done>();
    this.#jobs.set(order.job, waiting);
    const worker = this.#started();
    // Only work under way keeps the process alive.
    worker.ref();
    worker.postMessage(order);
    return waiting.promise;
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const workerData: ThreadData = { naming: this.#naming, hasLabeller: this.#labeller !== null };
    const program = threadProgram();
    const worker = new Worker(program, { workerData, eval: typeof program === 'string' });
    this.#worker = worker;
    worker.on('message', (reply: Reply) => this.#hear(worker, reply));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the thread that learns templates has ended')));
    return worker;
  }

  #hear(worker: Worker, reply: Reply): void {
    if (reply.kind === 'question') {
      this.#answer(worker, reply);
      return;
    }
    const waiting = this.#jobs.get(reply.job);
    this.#jobs.delete(reply.job);
    if (this.#jobs.size === 0) worker.unref();
    if (reply.kind === 'failed') waiting?.reject(reply.error);
    else waiting?.resolve(reply);
  }

  async #answer(
    worker: Worker,
    { question, texts, names }: Extract<Reply, { kind: 'question' }>,
  ): Promise<void> {
    const tell = (order: ThreadOrder) => worker.postMessage(order);
    try {
      const answer = (await this.#labeller?.label(texts, names)) ?? {};
      tell({ kind: 'labelled', question, answer });
    } catch (error) {
      tell({ kind: 'unlabelled', question, error });
    }
  }

  /** One that is gone is begun anew with the next work. */
  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#fail(error);
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#jobs.values()) reject(error);
    this.#jobs.clear();
  }
}
