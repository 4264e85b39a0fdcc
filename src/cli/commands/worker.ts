import { defaultThreads } from '../../config/index.ts';
import type { WorkerSummary } from '../../run/sharing/worker.ts';
import type { Command, Context } from '../command.ts';
import { exitOf } from '../exit.ts';
import { boundHeap } from '../heap.ts';
import { neededStore } from '../place.ts';
import { printResult } from '../print.ts';
import { Progress } from '../progress.ts';
import { watched } from '../watched.ts';

/**
 * Seconds after which a worker stores a batch, unless it has read as many pages before as it has in hand: what is not
 * stored when it is killed is asked for again (`bench -- scale --part kills`).
 */
const usualBatchAge = 0.1;

/** `argiope worker`: joins a crawl that others work on. */
export const workerCommand: Command = {
  name: 'worker',
  summary: 'Join a crawl in PostgreSQL from any machine',
  usage: '--store postgres://… [flags]',
  details: [
    'Works on the crawl that `argiope crawl --detach` has filed in a PostgreSQL database, with as many others as there are. It takes hosts of a crawl by plain requests (--engine http), or documents, each an address with all its states, of any other, and stores what it found; nothing is taken by two workers at once.',
    'It may be started and ended at any time. When it is killed, others take over what it had: at once where its connection ends with it, else after --lease seconds. It ends when nothing is left, unless --wait is given.',
    'Settings of the crawl come from the store. Passwords, headers, cookies and proxies do not: give them to each worker.',
  ],
  examples: [
    'argiope crawl @seeds.txt --engine http --detach --store postgres://db/crawl',
    'argiope worker --store postgres://crawler@db/crawl',
    'argiope worker --store postgres://crawler@db/crawl --workers 64 --wait',
  ],
  run,
};

async function run(context: Context): Promise<number> {
  const { io, input, engine } = context;
  const { values } = input;
  const store = neededStore('worker', input);
  const { lease, wait, auth, cookies, proxy, proxyBypass, ca, maxTime, batch } = values;
  const batchAge = values.batchAge ?? usualBatchAge;
  const own = { auth, headers: values.header, cookies, proxy, proxyBypass, ca, maxTime, batch, batchAge };
  const { browser, recycle, sandbox, workers } = values;
  const threads = values.threads ?? (workers === 1 ? 0 : defaultThreads);
  const settings = { ...own, browser, recycle, sandbox, store, lease, wait, workers, threads };
  boundHeap({ gathers: true });
  const progress = new Progress(io, { ...values, isOneOfMany: true });
  const left = 'stopped at once; what was stored is kept, and other workers take the hosts over';
  const result = await watched(io, progress, async (watch) => (await engine()).worker(settings, watch), left);
  return result === 'at once' ? exitOf('interrupted') : finish(context, result);
}

function finish(context: Context, result: WorkerSummary): number {
  const { pages, requests, seconds, rejoined, finished } = result;
  const again = rejoined > 0 ? `, began anew ${rejoined} times` : '';
  const end = finished ? 'nothing of the crawl is left' : 'the crawl goes on without this worker';
  printResult(
    context,
    result,
    () =>
      `${pages.toLocaleString('en')} pages by ${requests.toLocaleString('en')} requests in ${seconds.toFixed(1)} s${again}: ${end}\n`,
  );
  return exitOf(result.stopped);
}
