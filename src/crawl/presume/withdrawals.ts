import type { VolatileMask } from '../../dom/mask.ts';
import { printAt } from '../../dom/print-at.ts';
import {
  type Agreements,
  type ClassAudits,
  isStep,
  nameOfList,
  ownPath,
  type Positions,
  stepFingerprint,
} from '../../identity/index.ts';
import type { Action, DocumentTree, SiteStore } from '../../model/index.ts';
import type { Via } from '../commit/step-updates.ts';
import type { RecordParts, StepWriter } from '../commit/step-writer.ts';
import type { Targets } from '../discover/targets.ts';
import type { Counting } from '../loop/totals.ts';
import type { Atlas } from '../map/atlas.ts';
import type { Waiting } from '../order/queue.ts';
import type { Presumptions, Update } from './presumptions.ts';

/** Finds out what of that which waits need not be visited any more. */
export class Withdrawals {
  readonly #site: SiteStore;
  readonly #atlas: Atlas;
  readonly #audits: ClassAudits;
  readonly #totals: Counting;
  readonly #presumptions: Presumptions;
  readonly #agreements: Agreements;
  readonly #positions: Positions;
  readonly #targets: Targets;
  readonly #isDouble: boolean;
  readonly #writer: StepWriter;

  constructor(parts: RecordParts, targets: Targets, writer: StepWriter) {
    this.#site = parts.site;
    this.#atlas = parts.atlas;
    this.#audits = parts.audits;
    this.#totals = parts.totals;
    this.#presumptions = parts.presumptions;
    this.#agreements = parts.agreements;
    this.#positions = parts.positions;
    this.#isDouble = parts.settings.dedupe === 'double' && parts.settings.states === 'new';
    this.#targets = targets;
    this.#writer = writer;
  }

  /**
   * What waits is judged anew when its turn comes: since it was queued, its class may have been found to
   * lead back, or never to give anything. Gives whether nothing is left to visit.
   */
  async spare(visit: Waiting): Promise<boolean> {
    const { number, source, ord, className = null, kind = null } = visit;
    if (ord === null) return this.#spareAddress(visit);
    if (visit.unseen !== undefined && (await this.#isSeen(visit, visit.unseen, ord))) return true;
    if ((className === null && kind === null) || visit.audit || visit.route) return false;
    if (await this.#agrees(visit, ord)) return true;
    const spared = this.#targets.suspended(null, kind) ?? (await this.#wayBack(visit, ord));
    if (!spared) return false;
    const { target, reason } = spared;
    const updated: Update[] = [{ source, ord, target, reason }];
    const gone = target === null ? { unchanged: [number] } : { merged: [{ number, into: target }] };
    await this.#writer.write({ ...gone, updated }, []);
    if (target === null) this.#presumptions.wentNowhere(number, source);
    else this.#atlas.noteMerge(number, target);
    this.#atlas.redirectTo(source, ord, target);
    return true;
  }

  /** What waits to be fired where nobody can see it has been met where one can: it is fired there. */
  async #isSeen({ number, source, document }: Waiting, unseen: string, ord: number): Promise<boolean> {
    const shown = (await this.#site.numbersOf([unseen])).get(unseen);
    if (shown === undefined) return false;
    if (!this.#targets.isOpen(shown, document)) {
      await this.skip({ number, source, ord }, this.#atlas.resolve(shown));
      return true;
    }
    this.#totals.eventsSkipped++;
    await this.#writer.write(
      { unchanged: [number], updated: [{ source, ord, target: null, reason: 'hidden' }] },
      [],
    );
    this.#presumptions.wentNowhere(number, source);
    this.#atlas.redirectTo(source, ord, null);
    return true;
  }

  /** It names a page that is known by now: a page that says so, or where what looked like a step has led. */
  async #agrees({ number, source, document, className }: Waiting, ord: number): Promise<boolean> {
    if (className === undefined || !this.#isDouble || this.#audits.testsAll) return false;
    const action = this.#atlas.edge(document, source, ord)?.action ?? (await this.#actionOf(source, ord));
    if (!action) return false;
    const { label, instruction } = action;
    const led =
      this.#standsBeside({ document, source, className }, action) ??
      this.#agreements.targetOf({ className, document, text: instruction.text, label });
    const target = led === null ? null : this.#atlas.resolve(led);
    if (target === null || target === number) return false;
    // "Next" leads to one page from all that show the same part: only where it has led can it tell whether it goes on.
    if (target === this.#atlas.resolve(source) && isStep(action.label)) return false;
    await this.skip({ number, source, ord }, target);
    return true;
  }

  /** The page that an entry of a list names, or that a step leads to beside the one that is shown. */
  #standsBeside(
    { document, source, className }: { document: number; source: number; className: string },
    { label, list: within }: Action,
  ): number | null {
    const list = nameOfList(className, within);
    if (this.#audits.under(list) !== '' || this.#audits.isBound(list)) return null;
    if (!isStep(label)) return this.#positions.pageOf({ document, list, label });
    return this.#positions.ahead({ document, step: `${className} ${label}` }, source);
  }

  async #wayBack(visit: Waiting, ord: number): Promise<ReturnType<Targets['spared']>> {
    const { source, document, kind = null } = visit;
    const stands = this.#atlas.standing(document, source);
    const action =
      stands && (this.#atlas.edge(document, source, ord)?.action ?? (await this.#actionOf(source, ord)));
    if (!action) return null;
    return this.#targets.spared(action, null, { ...visit, ...stands, number: source }, kind);
  }

  /** An address of a kind that has been found to lead to nothing wanted is not opened. */
  async #spareAddress({ number, source, kind, url }: Waiting): Promise<boolean> {
    const into = url === null ? null : await this.#targets.sameAddress(url);
    if (into !== null && into !== number) {
      await this.merge(number, into);
      return true;
    }
    if (!this.#targets.isVain(url) && !this.#targets.suspended(null, kind ?? null)) return false;
    const leading = (await this.#site.transitions(source)).filter(({ target }) => target === number);
    const updated = leading.map(({ ord }): Update => ({ source, ord, target: null, reason: 'suspended' }));
    await this.#writer.write({ unchanged: [number], updated }, []);
    return true;
  }

  /** An address that waits is another name of a page. */
  async merge(number: number, page: number): Promise<void> {
    const into = this.#atlas.resolve(page);
    this.#totals.duplicates++;
    await this.#writer.write({ merged: [{ number, into }] }, []);
    this.#atlas.noteMerge(number, into);
  }

  async #actionOf(source: number, ord: number | null): Promise<Action | null> {
    return (await this.#site.transitions(source)).find((found) => found.ord === ord)?.action ?? null;
  }

  /**
   * A step that was taken as depending on the whole page is judged anew, now that it is known which part
   * of it its class changes: the same part on another page makes it the same step. Gives whether nothing
   * is left to visit. Without it a page of Ant Design took 252 to 338 events instead of 187 to 263.
   */
  async narrow(visit: Waiting, document: DocumentTree, mask: VolatileMask | null): Promise<boolean> {
    const { number, source, ord } = visit;
    const fingerprint = await this.#stepPrint(visit, document, mask);
    if (fingerprint === null || ord === null) return false;
    const into = (await this.#site.numbersOf([fingerprint])).get(fingerprint);
    // From states between pages, which show the same part, it can be reached too then.
    if (into === undefined) await this.#writer.write({ instructions: [{ fingerprint, number }] }, []);
    const target = into === undefined ? number : this.#atlas.resolve(into);
    if (target === number) return false;
    await this.skip({ number, source, ord }, target);
    return true;
  }

  /** A waiting page is not visited: its number becomes another name of the page that it is presumed to be. */
  async skip(visit: Via & { readonly number: number }, target: number): Promise<void> {
    const { number, source, ord } = visit;
    this.#totals.eventsSkipped++;
    const updated: Update[] = [{ source, ord, target, reason: 'known' }];
    await this.#writer.write({ merged: [{ number, into: target }], updated }, []);
    this.#atlas.noteMerge(number, target);
    this.#atlas.presume(source, ord);
  }

  /** Fingerprint of a step by the part of the page that its class changes; `null` where that is not known. */
  async #stepPrint(
    visit: Waiting,
    document: DocumentTree,
    mask: VolatileMask | null,
  ): Promise<string | null> {
    const name = visit.className;
    if (name === undefined || !this.#audits.regionsOf(name)?.length) return null;
    const action = await this.#actionOf(visit.source, visit.ord);
    const around = (action ? (this.#audits.regionsOf(name, action.xpath) ?? []) : [])
      .map((path) => printAt(document, path, mask))
      .filter((print) => print !== null);
    const root = action && (await this.#site.page(visit.document))?.content?.address;
    if (!action || !root || around.length === 0) return null;
    const { text } = action.instruction;
    const own = ownPath(text, action.label, action.xpath);
    return stepFingerprint(text, root.replace(/#.*/, ''), around.join(' '), own);
  }

  /** What waits to the end is not visited: it is left as too unlikely to give anything. */
  async leave(left: readonly Waiting[], chances: readonly number[]): Promise<void> {
    this.#totals.unseen += chances.reduce((sum, chance) => sum + chance, 0);
    this.#totals.eventsSuspended += left.length;
    for (let at = 0; at < left.length; at += leftAtOnce)
      await this.#leaveSome(left.slice(at, at + leftAtOnce));
  }

  async #leaveSome(some: readonly Waiting[]): Promise<void> {
    const updated = some.flatMap(({ source, ord }): Update[] =>
      ord === null ? [] : [{ source, ord, target: null, reason: 'suspended' }],
    );
    await this.#writer.write({ unchanged: some.map(({ number }) => number), updated }, []);
  }

  /** A page that could not be reached again, and that promised little: it is left, no error, and counted by how likely it was. */
  async giveUp({ number, source, ord }: Waiting, chance: number): Promise<void> {
    this.#totals.eventsSuspended++;
    this.#totals.unseen += chance;
    const updated: Update[] = ord === null ? [] : [{ source, ord, target: null, reason: 'suspended' }];
    await this.#writer.write({ unchanged: [number], updated }, []);
    this.#presumptions.wentNowhere(number, source);
  }
}

/** Waiting pages that are left in one transaction. */
const leftAtOnce = 500;
