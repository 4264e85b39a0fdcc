import type { PagePart } from '../../model/link.ts';
import type { TagFacts } from './facts.ts';

/** An element that is open while a page is read. Frames are used again, one for each depth. */
export class Frame {
  facts!: TagFacts;
  /** Neither SVG nor MathML. */
  html = true;
  /** Number among the elements of its name below the same parent; 0 for the root. */
  index = 0;
  /** Spelled when first asked for. */
  path: string | null = null;
  /** Names of the kids so far, and how many there are of each. */
  readonly #names: string[] = [];
  readonly #tallies: number[] = [];
  #kinds = 0;
  #rare: Map<string, number> | null = null;

  /** Not part of the print, or inside of something that is not. */
  skipped = false;
  /** The canonical text so far, and texts that wait for the next element. */
  canonical = '';
  line = '';

  unread = false;
  uncounted = false;
  pre = false;
  /** Ends a line when it closes. */
  block = false;

  part: PagePart = 'main';
  /** Inside main, article or section, which keep their headers and footers. */
  inside = false;
  /** Inside of a part that is not main text. */
  beside = false;
  /** A header of the page that may or may not hold the title. */
  header = false;

  /** Collects the text of a heading, a title or a style sheet. */
  gathers: 'heading' | 'title' | 'css' | null = null;
  /** Links that close with it. */
  links = 0;

  /** Number of a new kid among those of its name. */
  count(name: string): number {
    for (let at = 0; at < this.#kinds; at++) {
      if (this.#names[at] !== name) continue;
      const index = (this.#tallies[at] as number) + 1;
      this.#tallies[at] = index;
      return index;
    }
    if (this.#kinds >= fewNames) return this.#countRare(name);
    this.#names[this.#kinds] = name;
    this.#tallies[this.#kinds++] = 1;
    return 1;
  }

  /** Forgets the kids of the element that had this frame before. */
  clear(): void {
    this.#kinds = 0;
    this.#rare = null;
  }

  #countRare(name: string): number {
    this.#rare ??= new Map();
    const index = (this.#rare.get(name) ?? 0) + 1;
    this.#rare.set(name, index);
    return index;
  }
}

/** Up to so many names are found faster by looking at each. */
const fewNames = 24;
