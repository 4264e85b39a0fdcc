import type { EnginesTogether, ReadLately, SiteStore } from '../../model/index.ts';

/** Notes of what is known of engines, of pages that were only read lately, and of how often a type has turned. */
const [knownNote, readNote, turnNote] = ['engines', 'engines read', 'engines turned'];

/**
 * Engines that workers choose together. A page that was only read has to be opened in the browser after all where
 * its type turns out to need that, whoever finds out and whoever has read it, though it may be killed in the meantime.
 * So the addresses of such pages are in the store before the pages are, and leave that list when they are part of what
 * all know; and every turn begins with a look at whether a type has turned.
 */
export class SharedEngines {
  readonly #site: Pick<SiteStore, 'note' | 'putNote'>;
  readonly #engines: EnginesTogether;
  readonly #isInHand: (url: string) => boolean;
  #reopen: (urls: readonly string[]) => Promise<number> = async () => 0;
  /** Turns of types that this worker knows of. */
  #turns: string | null | undefined;

  constructor(
    site: Pick<SiteStore, 'note' | 'putNote'>,
    engines: EnginesTogether,
    isInHand: (url: string) => boolean,
  ) {
    this.#site = site;
    this.#engines = engines;
    this.#isInHand = isInHand;
  }

  /** Who has pages opened again, in the turn that is under way. */
  onAgain(reopen: (urls: readonly string[]) => Promise<number>): void {
    this.#reopen = reopen;
  }

  /** A turn begins: whether something is to be exchanged before anything is recorded in it. */
  async begins(): Promise<boolean> {
    const reads = this.#engines.takeReads();
    if (reads.length > 0)
      await this.#site.putNote(readNote, JSON.stringify([...(await this.#reads()), ...reads]));
    return this.#engines.hasTurned || (await this.#site.note(turnNote)) !== this.#turns;
  }

  /** Adds what was seen here to what others have seen; in a turn. */
  async exchange(): Promise<void> {
    const theirs = await this.#site.note(knownNote);
    const { known, again, sure, turned } = this.#engines.exchange(theirs, this.#isInHand);
    if (known !== theirs) await this.#site.putNote(knownNote, known);
    this.#turns = await this.#site.note(turnNote);
    if (turned.length > 0) {
      this.#turns = String(Number(this.#turns ?? 0) + 1);
      await this.#site.putNote(turnNote, this.#turns);
    }
    const late = turned.length + sure.length > 0 ? await this.#reads() : [];
    // What others have read lately is known by its scripts alone: a page too many is opened, and none too few.
    const opened = new Set([
      ...again,
      ...late.filter(([, name]) => turned.includes(name)).map(([url]) => url),
    ]);
    const left = late.filter(([url]) => !opened.has(url) && !sure.includes(url));
    if (left.length < late.length) await this.#site.putNote(readNote, JSON.stringify(left));
    if (opened.size > 0) this.#engines.countAgain(await this.#reopen([...opened]));
  }

  async #reads(): Promise<readonly ReadLately[]> {
    return JSON.parse((await this.#site.note(readNote)) ?? '[]') as ReadLately[];
  }
}
