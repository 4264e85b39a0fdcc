import type { CrawlEvent } from '../../model/index.ts';

/** Notes of one kind, at the most. */
const notes = 20;
/** Addresses that forms would have posted to, at the most: where each page posts to itself, more say nothing. */
const posts = 5;

/** What pages lack although nothing failed: told once, when the browser is closed. */
export class Troubles {
  readonly #frames = new Map<string, string>();
  readonly #streams = new Map<string, string>();
  readonly #questions = new Map<string, string>();
  readonly #unsent = new Map<string, { readonly first: string; times: number }>();

  /** A frame shows nothing, since its document could not be had. */
  frame(url: string, errorText: string): void {
    const why = errorText.replace('net::', '') || 'refused';
    this.#frames.set(url, `a frame could not be loaded and is empty: ${url} (${why})`);
  }

  /** A page asked a person something, and was told no: what a yes leads to is not known. */
  declined(url: string, question: string): void {
    const asked = question.replace(/\s+/g, ' ').trim();
    this.#questions.set(
      asked,
      `${url} asks "${asked}", which was answered with no: what follows a yes was not seen`,
    );
  }

  /** An event would have left the page by a form that posts. */
  unsent(url: string, action: string): void {
    const known = this.#unsent.get(action) ?? { first: url, times: 0 };
    known.times++;
    this.#unsent.set(action, known);
  }

  /** A stream was still sending when nobody waited any longer. */
  stream(url: string, seconds: number, messages: number): void {
    const kind = url.replace(/[?#].*/s, '');
    if (this.#streams.has(kind)) return;
    const time = `${Math.round(seconds)} s`;
    this.#streams.set(
      kind,
      messages === 0
        ? `${kind} gave no answer for ${time}, twice: it is not waited for any longer than a second`
        : `${kind} went on sending for ${time}: pages show the first ${messages} messages, and what came by chance`,
    );
  }

  /** Everything noted so far, to be told; `asksForms`: forms are asked beside events. */
  take(asksForms: boolean): CrawlEvent[] {
    const texts = [this.#frames, this.#streams, this.#questions].flatMap((noted) => {
      const all = [...noted.values()];
      noted.clear();
      return short(all, notes, 'like it');
    });
    return [
      ...texts.map((text) => ({ kind: 'note', level: 'warning', text }) as const),
      ...this.#takeUnsent(asksForms).map((text) => ({ kind: 'note', level: 'info', text }) as const),
    ];
  }

  #takeUnsent(asksForms: boolean): string[] {
    const advice = asksForms
      ? 'forms that search are asked, --forms-allow RE asks others'
      : '--forms asks forms that search and follows lists, --forms-allow RE asks others';
    const all = [...this.#unsent].map(
      ([action, { first, times }]) =>
        `not posted: a form of ${first} to ${action} (${times === 1 ? 'once' : `${times} times`}), by an event; ${advice}`,
    );
    this.#unsent.clear();
    return short(all, posts, 'forms that were not posted');
  }
}

/** The first of some texts, and how many more there are. */
function short(all: readonly string[], most: number, what: string): string[] {
  return [...all.slice(0, most), ...(all.length > most ? [`and ${all.length - most} more ${what}`] : [])];
}
