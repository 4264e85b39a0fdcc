import type { CrawlSettings } from '../../config/settings.ts';
import { ArgiopeError, type DocumentTree, type Question } from '../../model/index.ts';
import type { Limits } from '../index.ts';
import type { Access } from './access.ts';
import type { Batch } from './batch.ts';
import { type PageAsked, readCapture, readPage } from './reading.ts';
import type { AnswerStep, GatherRecorder } from './record.ts';

/** A form that posts, with what it is sent. */
export interface FormQuestion extends AnswerStep {
  readonly sent: Question;
  /** Where its page has to be asked for first: tokens in it hold once. */
  readonly fresh?: {
    readonly address: string;
    readonly make: (page: DocumentTree) => Question | null;
  };
}

/** What asking forms needs. */
export interface QuestionParts {
  readonly settings: CrawlSettings;
  readonly signal: AbortSignal | null;
  readonly access: Access;
  readonly batch: Batch;
  readonly recorder: GatherRecorder;
  readonly limits: Limits;
}

/** Asks forms that post; each answer is stored before the next is asked, so that none is sent twice. */
export async function askForms(questions: readonly FormQuestion[], parts: QuestionParts): Promise<void> {
  const { settings, signal, access, batch, recorder, limits } = parts;
  for (const question of questions) {
    if (signal?.aborted || limits.stopped() || limits.isFull(0)) return;
    try {
      const sent = await sentNow(question, parts);
      const { raw, robotsTag } = await access.asker.answer(question.url, sent);
      const reading = readPage(askedAs(raw, settings.robots === 'obey' ? robotsTag : null, parts));
      await access.keeper.ensureAll(reading.files);
      await recorder.answer(question, reading);
    } catch (error) {
      if (!(error instanceof ArgiopeError) || error.consequence === 'stop') throw error;
      recorder.unanswered(question, error);
    }
    await batch.settled();
  }
}

/** What is sent, made of a newer copy of the form where it has to be. */
async function sentNow({ sent, fresh }: FormQuestion, parts: QuestionParts): Promise<Question> {
  if (fresh === undefined) return sent;
  const page = await parts.access.asker.page(fresh.address);
  const reading =
    page.kind === 'capture' ? readCapture(page.capture) : readPage(askedAs(page.raw, null, parts));
  return fresh.make(reading.tree()) ?? sent;
}

function askedAs(raw: PageAsked['raw'], robotsTag: string | null, { settings }: QuestionParts): PageAsked {
  return { raw, robotsTag, lastmod: null, how: settings.links, now: Date.now() };
}
