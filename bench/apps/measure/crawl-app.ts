import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readDocument } from '../../../src/html/stored.ts';
import type { DocumentTree, Page, Transition, VolatileSpot } from '../../../src/model/index.ts';
import { allTransitions, keptPages, withStore } from '../../ajax/outputs.ts';
import { killGroup, startChild } from '../../children.ts';
import { ended } from '../../crawl-process.ts';
import type { App } from '../app.ts';
import { type RunningApp, startApp } from '../serve.ts';
import type { Verdict } from '../truth.ts';
import type { Journal } from './journal.ts';
import { inOrder, judgeInOrder } from './order.ts';

/** A kept page with its document. */
export interface StoredPage {
  readonly number: number;
  readonly page: Page;
  readonly document: DocumentTree;
}

/** What a crawl left in its store. */
export interface Stored {
  /** In number order. */
  readonly pages: readonly StoredPage[];
  /** Numbers that became other names of kept pages: the way to a page may lead through them. */
  readonly merged: readonly Page[];
  readonly transitions: readonly Transition[];
  /** What was learned to be volatile. */
  readonly volatile: readonly VolatileSpot[];
}

/** A crawl of an app by the defaults and one worker; the app is served until it is closed. */
export interface AppCrawl {
  readonly app: App;
  readonly site: RunningApp;
  readonly out: string;
  readonly journal: Journal;
  readonly stored: Stored;
  readonly verdict: Verdict;
  /** Why it ended in another way than by itself; `null` where it did not. */
  readonly trouble: string | null;
}

/** Seconds after which a crawl is ended. */
export const guardSeconds = 120;
/** Seconds that an ended crawl may take to write its outputs before it is killed. */
const graceSeconds = 30;

const script = fileURLToPath(new URL('crawl-child.ts', import.meta.url));

/** Serves an app and crawls it in a process of its own. */
export async function crawlApp(app: App, out: string): Promise<AppCrawl> {
  const site = await startApp(app);
  try {
    const { journal, said } = await crawlInChild(site.url, out);
    const stored = await readStored(out).catch(() => nothing);
    const verdict = judgeInOrder(app, inOrder(stored.pages, journal));
    return { app, site, out, journal, stored, verdict, trouble: troubleOf(journal, said) };
  } catch (error) {
    await site.close();
    throw error;
  }
}

const nothing: Stored = { pages: [], merged: [], transitions: [], volatile: [] };

async function crawlInChild(url: string, out: string): Promise<{ journal: Journal; said: string }> {
  const file = `${out}.json`;
  const child = startChild(process.execPath, [script, url, out, file, String(guardSeconds)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const patience = setTimeout(() => killGroup(child), (guardSeconds + graceSeconds) * 1000);
  const [said] = await Promise.all([child.stderr ? text(child.stderr) : '', ended(child)]);
  clearTimeout(patience);
  const journal = await readFile(file, 'utf8').then(
    (json) => JSON.parse(json) as Journal,
    (): Journal => ({ summary: null, error: 'it left no journal', steps: [] }),
  );
  return { journal, said };
}

function troubleOf({ summary, error }: Journal, said: string): string | null {
  if (error !== null || !summary) return [error, said.trim().split('\n').at(-1)].filter(Boolean).join('; ');
  return summary.stopped === 'done' ? null : `stopped: ${summary.stopped}`;
}

/** Reads pages, transitions and what is volatile from the store of a crawl. */
export function readStored(out: string): Promise<Stored> {
  return withStore(out, async (site) => {
    const pages: StoredPage[] = [];
    for (const page of await keptPages(site)) {
      const document = await readDocument(site, page.content);
      if (!document) continue;
      pages.push({ number: page.number, page, document });
    }
    const volatile = JSON.parse((await site.note('volatile')) ?? '[]') as VolatileSpot[];
    const merged = await site.pages({ status: 'merged' });
    return { pages, merged, transitions: await allTransitions(site), volatile };
  });
}
