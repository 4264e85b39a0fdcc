/** The thread that writes steps of crawls, one transaction each; what could not be written ends it. */
import { workerData } from 'node:worker_threads';
import { serveOrders } from '../../../threads/serve.ts';
import { writeChanges } from '../commit.ts';
import { SqliteConnection } from '../connection.ts';
import { writerSettings } from '../settings.ts';
import { unpackSteps, type WriteOrder, type WriterData } from './messages.ts';

const { file, done } = workerData as WriterData;
const connection = new SqliteConnection(file);
connection.exec(writerSettings);
let failure: { readonly error: unknown } | null = null;

function write({ site, steps }: WriteOrder): null {
  // What comes after a step that is missing could name pages that are not there.
  if (failure) throw failure.error;
  try {
    connection.transaction(() => writeChanges(connection, site, unpackSteps(steps)));
    return null;
  } catch (error) {
    failure = { error };
    throw error;
  }
}

serveOrders<WriteOrder | 'open' | 'close', null>(
  (order) => {
    if (typeof order !== 'string') return write(order);
    if (order === 'close') connection.close();
    return null;
  },
  () => {
    Atomics.add(done, 0, 1);
    Atomics.notify(done, 0);
  },
);
