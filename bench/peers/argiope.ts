import { join } from 'node:path';
import { readDocument } from '../../src/html/stored.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import { keptPages, withStore } from '../ajax/outputs.ts';
import { type CrawlRun, runCrawl } from '../crawl-process.ts';
import type { Ended } from './peer.ts';

/** What Argiope did with its default settings. */
export interface ArgiopeOutcome {
  readonly documents: readonly DocumentTree[];
  readonly events: number;
  readonly seconds: number;
  readonly ended: Ended;
}

/** Crawls with default settings and the same limit of time as everybody. */
export async function crawlByArgiope(url: string, seconds: number, out: string): Promise<ArgiopeOutcome> {
  const folder = join(out, 'crawl');
  const started = performance.now();
  let run: CrawlRun;
  try {
    // 4: stopped by a limit.
    run = await runCrawl(
      url,
      folder,
      ['--max-time', String(seconds), '--allow-private', 'localhost'],
      [0, 4],
    );
  } catch (error) {
    // A crawl that fails has found nothing; the others are measured all the same.
    console.error(`bench: ${(error as Error).message}`);
    return { documents: [], events: 0, seconds: (performance.now() - started) / 1000, ended: 'failed' };
  }
  const documents = await withStore(folder, async (site) => {
    const read: DocumentTree[] = [];
    for (const { content } of await keptPages(site)) {
      const document = await readDocument(site, content);
      if (document) read.push(document);
    }
    return read;
  });
  const { fired, replayed } = run.summary.events;
  const ended = run.summary.stopped === 'limit' ? 'limit' : 'done';
  return { documents, events: fired + replayed, seconds: run.seconds, ended };
}
