/**
 * Crawls one app as the command does and writes down what it did:
 * `node bench/apps/measure/crawl-child.ts URL FOLDER JOURNAL SECONDS`.
 */
import { writeFile } from 'node:fs/promises';
import { defaultSettings } from '../../../src/config/index.ts';
import { ChromiumTab } from '../../../src/drivers/chromium/tab.ts';
import type { CrawlSummary } from '../../../src/model/index.ts';
import { runCrawl } from '../../../src/run/crawl.ts';
import { type Journal, pageRecorder, recordTabs, type Step } from './journal.ts';

const [url, out, file, seconds] = process.argv.slice(2);
if (!url || !out || !file || !seconds) throw new Error('expected URL FOLDER JOURNAL SECONDS');

const steps: Step[] = [];
recordTabs(ChromiumTab, steps);
// Frames of another origin are on `localhost`.
const where = { engine: 'browser', out, allowPrivate: ['localhost'] } as const;
const settings = defaultSettings([url], { ...where, workers: 1, maxTime: Number(seconds) });
let summary: CrawlSummary | null = null;
let error: string | null = null;
try {
  summary = await runCrawl(settings, { listen: pageRecorder(steps) });
} catch (cause) {
  error = (cause as Error).message;
}
await writeFile(file, JSON.stringify({ summary, error, steps } satisfies Journal));
