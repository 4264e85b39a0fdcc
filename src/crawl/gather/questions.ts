import type { CrawlSettings } from '../../config/settings.ts';
import { lazyDriver } from '../../drivers/lazy.ts';
import { ArgiopeError, type Driver, type Page, type Tab } from '../../model/index.ts';
import type { Limits } from '../index.ts';
import type { Access } from './access.ts';
import type { AskedPage, Asker } from './asker.ts';
import type { Batch } from './batch.ts';
import { readCapture, readPage } from './reading.ts';
import type { GatherRecorder } from './record.ts';
import type { AnswerStep } from './steps.ts';
import { waitingAddress } from './waiting.ts';

/** By whom questions are put: plain requests, and a tab of a browser. */
export interface QuestionHands {
  readonly asker: Asker;
  readonly refuses: Access['refuses'];
  /** A tab, the same for all questions. */
  readonly tab: () => Promise<Tab>;
}

/** What a form is asked, and how. */
export interface FormQuestion extends AnswerStep {
  /** The page of the frontier that answers, where the question is an address. */
  readonly page?: Page;
  /** Puts it; `null` where nothing is to be kept of what came. */
  readonly put: (hands: QuestionHands) => Promise<AskedPage | null>;
}

/** Makes a browser whose documents are asked for by permission. */
export type MakeBrowser = (permit: (url: string) => Promise<void>) => Promise<Driver>;

/** What asking forms needs. */
export interface QuestionParts {
  readonly settings: CrawlSettings;
  readonly signal: AbortSignal | null;
  readonly access: Access;
  readonly browser: Driver;
  readonly batch: Batch;
  readonly recorder: GatherRecorder;
  readonly limits: Limits;
}

/** Puts questions to forms; each answer is stored before the next is asked, so that none is asked twice. */
export async function askForms(questions: readonly FormQuestion[], parts: QuestionParts): Promise<void> {
  const { settings, signal, access, browser, batch, recorder, limits } = parts;
  let tab: Promise<Tab> | null = null;
  const hands: QuestionHands = {
    asker: access.asker,
    refuses: access.refuses,
    tab: () => {
      tab ??= browser.tab();
      return tab;
    },
  };
  for (const question of questions) {
    if (signal?.aborted || limits.stopped() || limits.isFull(0)) return;
    try {
      const page = await question.put(hands);
      if (page === null) continue;
      const reading = page.kind === 'capture' ? readCapture(page.capture) : readPage(askedAs(page, settings));
      await access.keeper.ensureAll(reading.files);
      const { page: waiting } = question;
      if (waiting === undefined) await recorder.answer(question, reading);
      else await recorder.page(waitingAddress(waiting), reading);
    } catch (error) {
      if (!(error instanceof ArgiopeError) || error.consequence === 'stop') throw error;
      if (question.page === undefined) recorder.unanswered(question, error);
      else recorder.fail(waitingAddress(question.page), error);
    }
    await batch.settled();
  }
}

/** The browser in which forms are driven, started when the first one is. */
export function questionBrowser({ refuses }: Access, make: MakeBrowser | undefined): Driver {
  return lazyDriver('chromium', true, async () => {
    if (make === undefined) throw new ArgiopeError('INTERNAL', 'no browser was given to ask forms with');
    return make(async (url) => {
      const verdict = await refuses(url);
      if (verdict === null) return;
      const why = verdict === 'robots' ? 'robots.txt forbids' : 'the crawl does not include';
      throw new ArgiopeError(verdict === 'robots' ? 'ROBOTS' : 'REDIRECT', `${why} ${url}`, { url });
    });
  });
}

function askedAs({ raw, robotsTag }: AskedPage & { readonly kind: 'raw' }, settings: CrawlSettings) {
  const { robots, links } = settings;
  return {
    raw,
    robotsTag: robots === 'obey' ? robotsTag : null,
    lastmod: null,
    how: links,
    now: Date.now(),
  };
}
