import type { Capture, DocumentTree, Gave, Guide, Look, SiteStore } from '../../model/index.ts';
import type { Waiting } from '../order/queue.ts';

/** What the guide of a crawl is asked and told; without a guide everything is worth firing. */
export class Guidance {
  readonly #guide: Guide | null;
  readonly #site: SiteStore | null;
  /** Whether an action has led to an address: only then need one be looked for that decides on its kind. */
  #foundAddresses = false;
  /** What was thought of the documents that were looked at. */
  readonly #looks = new WeakMap<DocumentTree, Look>();

  constructor(guide: Guide | null = null, site: SiteStore | null = null) {
    this.#guide = guide;
    this.#site = site;
  }

  /** Has page `number` looked at. */
  async look(number: number, capture: Capture): Promise<Look | null> {
    if (!this.#guide) return null;
    const look = await this.#guide.look(number, capture);
    this.#looks.set(capture.document, look);
    return look;
  }

  /** The type of a document that was looked at. */
  typeOf(document: DocumentTree): string | null {
    return this.#looks.get(document)?.type ?? null;
  }

  /** How likely a waiting page is to be wanted; `null` where nothing is known. */
  promise({ kind }: Waiting): number | null {
    return kind === undefined ? null : (this.#guide?.promise(kind) ?? null);
  }

  isBarren(kind: string | null | undefined): boolean {
    return kind !== null && kind !== undefined && this.#guide?.isBarren(kind) === true;
  }

  /** Whether there may be something undecided. */
  get mayBeUndecided(): boolean {
    return this.#foundAddresses && !this.wants(null);
  }

  /** Whether what a waiting page shows has to be known before more of its kind are fired. */
  isUndecided({ kind }: Waiting): boolean {
    return kind !== undefined && this.#guide?.isUndecided(kind) === true;
  }

  wants(type: string | null): boolean {
    return this.#guide === null || this.#guide.wants(type);
  }

  /** An action gave a page that is kept. */
  gaveNew({ kind }: Waiting, document: DocumentTree): void {
    if (kind === undefined || !this.#guide) return;
    const look = this.#looks.get(document);
    const gave: Gave = look?.slight ? { kind: 'slight' } : { kind: 'new', type: look?.type ?? null };
    this.#guide.gave(kind, gave);
  }

  /** An action gave a page that was known. */
  async gaveKnown({ kind }: Waiting, page: number): Promise<void> {
    if (kind === undefined || !this.#guide) return;
    const type = (await this.#site?.page(page))?.content?.type ?? null;
    this.#guide.gave(kind, { kind: 'known', type });
  }

  /** An action led to an address that was not known: what is there will count for its kind as well. */
  gaveAddress({ kind }: Waiting): void {
    if (kind === undefined) return;
    this.#guide?.gave(kind, { kind: 'address' });
    this.#foundAddresses = true;
  }

  /** An action gave nothing. */
  gaveNothing({ kind }: Waiting): void {
    if (kind !== undefined) this.#guide?.gave(kind, { kind: 'nothing' });
  }
}
