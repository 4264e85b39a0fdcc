import type { FormQuestion } from '../../crawl/gather/index.ts';
import { keptPages } from '../../derive/index.ts';
import type { Scope } from '../../frontier/index.ts';
import { documentOfBlob, readDocument } from '../../html/stored.ts';
import { formInstruction } from '../../identity/index.ts';
import type { Action, DocumentTree, Page, SiteStore } from '../../model/index.ts';
import { nextPost, type PostedPage } from './post-back.ts';
import { shownPage } from './steps.ts';

/** Pages of one list that are asked for. */
const mostPages = 200;

/** A page of a list whose next one was asked for. */
interface OpenList {
  readonly page: Page;
  readonly ord: number;
  /** Pages of the list so far. */
  readonly pages: number;
}

/** What following lists goes by. */
interface ListHands {
  readonly scope: Scope;
  readonly allow: readonly RegExp[];
  /** Pages of a list that may be asked for. */
  readonly budget: number;
}

/**
 * Follows lists of which only the first page has an address, on pages that were reached by links: the others are asked for
 * by a post of the page's own form, without a button (`__doPostBack('grid', 'Page$2')`).
 */
export class PostedLists {
  readonly #site: SiteStore;
  readonly #hands: ListHands;
  readonly #seen = new Set<number>();
  #open: OpenList[] = [];
  #questions: FormQuestion[] = [];

  constructor(site: SiteStore, hands: ListHands) {
    this.#site = site;
    this.#hands = hands;
  }

  /** Looks through pages that were not looked at yet; says whether one leads on. */
  async find(): Promise<boolean> {
    for await (const page of keptPages(this.#site)) {
      const { content, number, entry } = page;
      if (entry.kind !== 'url' || this.#seen.has(number) || content === null || content.blob === '') continue;
      this.#seen.add(number);
      const bytes = await this.#site.blob(content.blob);
      if (bytes === null || !Buffer.from(bytes).includes('__doPostBack(')) continue;
      await this.#follow(page, documentOfBlob(bytes, content), 1);
    }
    return this.#questions.length > 0;
  }

  /** The questions that lead on. */
  take(): readonly FormQuestion[] {
    return this.#questions.splice(0);
  }

  /** Reads where they have led. */
  async hear(): Promise<void> {
    for (const { page, ord, pages } of this.#open.splice(0)) {
      const step = (await this.#site.transitions(page.number)).find((one) => one.ord === ord);
      await this.#goOn(step?.target ?? null, pages);
    }
  }

  /** Goes on from the page that a post has led to. */
  async #goOn(target: number | null, pages: number): Promise<void> {
    const next = target === null ? null : await shownPage(this.#site, target);
    // What is known by its address or from elsewhere leads no further.
    if (next === null || next.entry.kind === 'url' || next.number !== target) return;
    const document = await readDocument(this.#site, next.content);
    if (document !== null) await this.#follow(next, document, pages + 1);
  }

  async #follow(page: Page, document: DocumentTree, pages: number): Promise<void> {
    if (pages >= Math.min(mostPages, this.#hands.budget)) return;
    const next = nextPost(document, pages, page.content?.charset ?? 'utf-8', this.#hands.allow);
    if (next === null || this.#hands.scope(next.request.url) !== 'in') return;
    const question = await furtherQuestion(this.#site, page, next);
    if (question === null) {
      const before = (await this.#site.transitions(page.number)).find(
        ({ action }) => action.xpath === next.xpath,
      );
      return this.#goOn(before?.target ?? null, pages);
    }
    this.#questions.push(question);
    this.#open.push({ page, ord: question.ord, pages });
  }
}

/** What asks for the page after one that only a post leads to; `null` where it was asked for before. */
export async function furtherQuestion(
  site: SiteStore,
  page: Page,
  { xpath, text: label, call, request: { url, question } }: PostedPage,
): Promise<FormQuestion | null> {
  const steps = await site.transitions(page.number);
  // It was followed before, and led nowhere that is new.
  if (question === null || steps.some(({ action }) => isPosted(action) && action.xpath === xpath))
    return null;
  const instruction = formInstruction(`${url} ${page.number}`, call);
  return {
    source: page,
    ord: Math.max(-1, ...steps.map(({ ord }) => ord)) + 1,
    action: { id: null, xpath, event: 'click', instruction, label },
    url,
    put: async ({ asker }) => ({ kind: 'raw', ...(await asker.answer(url, question)) }),
  };
}

/** Whether a link was followed by posting the form of its page again. */
export function isPosted({ event, instruction }: Action): boolean {
  return event === 'click' && instruction.kind === 'form';
}
