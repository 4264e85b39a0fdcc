import type { CrawlEvent } from '../../model/index.ts';

/** Notes of one kind, at the most. */
const notes = 20;

/** What pages lack although nothing failed: told once, when the browser is closed. */
export class Troubles {
  readonly #frames = new Map<string, string>();
  readonly #streams = new Map<string, string>();
  readonly #questions = new Map<string, string>();

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

  /** Everything noted so far, to be told. */
  take(): CrawlEvent[] {
    const texts = [this.#frames, this.#streams, this.#questions].flatMap((noted) => {
      const all = [...noted.values()];
      noted.clear();
      const more = all.length > notes ? [`and ${all.length - notes} more like it`] : [];
      return [...all.slice(0, notes), ...more];
    });
    return texts.map((text) => ({ kind: 'note', level: 'warning', text }));
  }
}
