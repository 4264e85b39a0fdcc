/** The thread of the proxy: no request of a page waits for what the crawl is computing. */
import { parentPort, workerData } from 'node:worker_threads';
import { packedCause } from './causes.ts';
import { listen } from './server.ts';
import type { ProxyData } from './threaded.ts';

const { order, outcomes } = workerData as ProxyData;
/** Servers that could not be reached when they were last tried: of the others nothing has to be told. */
const failed = new Set<string>();

void listen(
  order,
  {
    note: (place, cause) => {
      failed.add(place);
      outcomes.postMessage({ place, cause: packedCause(cause) });
    },
    forget: (place) => {
      if (failed.delete(place)) outcomes.postMessage({ place, cause: null });
    },
  },
  null,
).then(({ port }) => parentPort?.postMessage(port));
