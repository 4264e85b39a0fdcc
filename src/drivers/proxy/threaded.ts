import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type PackedCause, unpackedCause } from './causes.ts';
import { proxyProgram } from './program.ts';
import type { ListeningProxy, Outcomes, ProxyOrder } from './server.ts';

/** What the thread is started with. */
export interface ProxyData {
  readonly order: ProxyOrder;
  /** Where it tells what became of attempts to reach a server. */
  readonly outcomes: MessagePort;
}

/** One outcome; no cause: the server was reached again. */
interface Outcome {
  readonly place: string;
  readonly cause: PackedCause | null;
}

/** A proxy in a thread of its own. */
export interface ThreadedProxy extends ListeningProxy {
  /** Takes in what the thread has told up to now, so that a failure that the browser tells of is known. */
  catchUp(): void;
}

/** Starts a thread that listens. Its failure is one of the whole program, as it would be without a thread. */
export async function listenInThread(order: ProxyOrder, outcomes: Outcomes): Promise<ThreadedProxy> {
  const { port1: heard, port2: told } = new MessageChannel();
  const workerData: ProxyData = { order, outcomes: told };
  const program = proxyProgram();
  const worker = new Worker(program, {
    workerData,
    transferList: [told],
    eval: typeof program === 'string',
  });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  worker.removeAllListeners('error');
  worker.on('error', (error) => {
    throw error;
  });
  const take = ({ place, cause }: Outcome) =>
    cause === null ? outcomes.forget(place) : outcomes.note(place, unpackedCause(cause));
  heard.on('message', take);
  heard.unref();
  const catchUp = () => {
    for (let next = receiveMessageOnPort(heard); next !== undefined; next = receiveMessageOnPort(heard))
      take(next.message as Outcome);
  };
  return {
    port,
    catchUp,
    close: async () => {
      catchUp();
      heard.close();
      await worker.terminate();
    },
  };
}
