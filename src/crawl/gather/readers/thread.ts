/** A thread that reads pages: each as it would be read in the thread of the crawl. */
import { packError } from '../../../threads/errors.ts';
import type { ThreadAnswer } from '../../../threads/jobs.ts';
import { serveOrders } from '../../../threads/serve.ts';
import { type PageAsked, readAsked } from '../reading.ts';
import { type PackedReading, packReading } from './messages.ts';

function read(asked: PageAsked): ThreadAnswer<PackedReading> {
  try {
    return { reply: packReading(readAsked(asked)) };
  } catch (error) {
    return { error: packError(error) };
  }
}

serveOrders<readonly PageAsked[], readonly ThreadAnswer<PackedReading>[]>((pages) => pages.map(read));
