import type { CrawlSettings } from '../../config/settings.ts';
import { assetsOf } from '../../dom/assets.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { visibleText } from '../../dom/text.ts';
import {
  lastmodNotes,
  normalizeUrl,
  PageNotes,
  type Sessions,
  TopicRanking,
  withoutFragment,
} from '../../frontier/index.ts';
import { FreshOrder } from '../../frontier/revisit/index.ts';
import {
  carriesAddress,
  type Heeded,
  returnPrint,
  urlInstruction,
  wholePrints,
} from '../../identity/index.ts';
import type { ArgiopeError, Capture, Change, Page, SiteStore, Transition } from '../../model/index.ts';
import type { Judged } from '../discover/gate.ts';
import type { Born, Numbers } from '../discover/numbers.ts';
import { chainClass, Targets } from '../discover/targets.ts';
import type { Guidance } from '../loop/guidance.ts';
import type { Counting } from '../loop/totals.ts';
import type { Atlas } from '../map/atlas.ts';
import { numberPassage, type Passage } from '../navigate/passage.ts';
import type { Chains } from '../order/chains.ts';
import { focusOn, type Rank } from '../order/focused.ts';
import type { Waiting } from '../order/queue.ts';
import type { Amends, Presumptions, Update } from '../presume/presumptions.ts';
import type { Returns } from '../presume/returns.ts';
import { Withdrawals } from '../presume/withdrawals.ts';
import { inputsOf } from '../revisit/inputs.ts';
import { type Renewal, renewPage } from '../revisit/renew.ts';
import { tuning } from '../tuning.ts';
import { contentOf, documentBytes } from './content.ts';
import { countFailure, failureOf } from './failures.ts';
import type { Ledger } from './ledger.ts';
import type { Finder, News, Recorded } from './recorded.ts';
import { firedUpdates, idle, known, opened, type Via } from './step-updates.ts';
import { type RecordParts, StepWriter } from './step-writer.ts';

export type { Finder, News, Recorded } from './recorded.ts';
export type { Via } from './step-updates.ts';

const noNews: News = { gain: 1, print: null, by: null };

/**
 * Numbers pages and keeps the two indices (PND, dAjaxCrawling algorithm 2). One visit is one transaction,
 * on its way to the disk when a call returns. Calls must not overlap: the explorer's lock sees to that.
 */
export class Recorder {
  readonly #site: SiteStore;
  readonly #settings: CrawlSettings;
  readonly #atlas: Atlas;
  readonly #totals: Counting;
  readonly #numbers: Numbers;
  readonly #presumptions: Presumptions;
  readonly #returns: Returns;
  readonly #chains: Chains;
  readonly #sessions: Sessions;
  readonly #ledger: Ledger;
  readonly #guidance: Guidance;
  readonly #ranking: TopicRanking | null;
  /** What sitemaps say of pages; read once, since they are read before the crawl begins. */
  readonly #lastmods: PageNotes;
  readonly #writer: StepWriter;
  readonly #targets: Targets;
  readonly #parts: RecordParts;
  /** How early links are followed by their dates, where that is the order. */
  readonly #byDate: Rank | undefined;
  /** What of that which waits need not be visited. */
  readonly withdrawals: Withdrawals;

  constructor(parts: RecordParts) {
    this.#parts = parts;
    const fresh = new FreshOrder(Date.now());
    this.#byDate = parts.settings.order === 'fresh' ? ({ url }) => fresh.rank(url ?? '') : undefined;
    this.#site = parts.site;
    this.#settings = parts.settings;
    this.#atlas = parts.atlas;
    this.#totals = parts.totals;
    this.#numbers = parts.numbers;
    this.#presumptions = parts.presumptions;
    this.#returns = parts.returns;
    this.#chains = parts.chains;
    this.#sessions = parts.sessions;
    this.#ledger = parts.ledger;
    this.#guidance = parts.guidance;
    this.#ranking = TopicRanking.of(parts.settings);
    this.#lastmods = new PageNotes(parts.site, lastmodNotes);
    this.#writer = new StepWriter(parts);
    this.#targets = new Targets(parts);
    this.withdrawals = new Withdrawals(parts, this.#targets, this.#writer);
  }

  /** Numbers the seeds. */
  async seed(
    urls: readonly string[],
    rank: (url: string) => number = (url) => this.#ranking?.address(url) ?? 0,
  ): Promise<void> {
    const instructions = urls.map((url) => urlInstruction(this.#sessions.without(url)));
    const known = await this.#ledger.indices.numbersOf(
      instructions.map((instruction) => instruction.fingerprint),
    );
    const born: Born[] = [];
    const index: { fingerprint: string; number: number }[] = [];
    for (const [at, url] of urls.entries()) {
      const print = instructions[at]?.fingerprint as string;
      if (known.has(print) || index.some((entry) => entry.fingerprint === print)) continue;
      const newborn = this.#numbers.url(url, { depth: 0, source: -1 }, null, rank(url));
      born.push(newborn);
      index.push({ fingerprint: print, number: newborn.page.number });
    }
    await this.#writer.write({ instructions: index }, born);
  }

  /** Makes sure that what an earlier run found out about classes of actions was followed up. */
  async takeUp(): Promise<void> {
    for (const amends of await this.#presumptions.takeUp()) await this.#writer.write({}, [], amends);
  }

  /** Prints of what a page shows and where it leads. */
  wholeOf({ fingerprint, documentUrl }: Capture, judged: readonly Judged[]): readonly [string, string] {
    const own = urlInstruction(this.#sessions.without(normalizeUrl(documentUrl) ?? documentUrl));
    return wholePrints(
      fingerprint,
      own,
      judged.map(({ action }) => action.instruction),
    );
  }

  /** Print of a page by address without the way back that its address carries; none where it carries none. */
  async backOf(visit: Waiting, capture: Capture, judged: readonly Judged[]): Promise<readonly string[]> {
    const { url, source } = visit;
    if (url === null || !carriesAddress(url) || this.#settings.dedupe === 'none') return [];
    const entry = (await this.#site.page(source))?.entry;
    if (entry?.kind !== 'url') return [];
    const { document, documentUrl } = capture;
    const own = urlInstruction(this.#sessions.without(normalizeUrl(documentUrl) ?? documentUrl));
    const shown = () => [document.title, visibleText(document), ...assetsOf(document)].join('\n');
    const leading = judged.map(({ action }) => action.instruction);
    const back = returnPrint({ own, from: entry.url, leading, shown });
    return back === null ? [] : [back];
  }

  /** The number of a page that is known as a whole, unless pages are not compared. */
  async knownWhole(whole: readonly string[]): Promise<number | null> {
    if (this.#settings.dedupe === 'none') return null;
    const known = await this.#ledger.indices.numbersOf(whole);
    return whole.map((print) => known.get(print)).find((number) => number !== undefined) ?? null;
  }

  /** New content: the page is born, its actions are numbered (PND), its address is filed. */
  async keep(
    visit: Waiting,
    via: Via | null,
    capture: Capture,
    judged: readonly Judged[],
    passage: Passage | null = null,
    news: News = noNews,
  ): Promise<Recorded> {
    const behind =
      passage && passage.through.length > 0 ? numberPassage(passage, visit, this.#numbers) : null;
    // A list that grew was fired where it was found; other states between pages were met on the way.
    const begins = via !== null && passage?.source === via.source && passage.ord === via.ord;
    const steps =
      via === null || (behind && !begins) ? opened(visit) : firedUpdates(visit, via, visit.number);
    if (visit.audit) this.#totals.wrongSkips++;
    const { number } = visit;
    const brought = await this.#broughtUp(news, number);
    const filed = { instructions: [...brought, ...(await this.#asSeen(visit, number))] };
    const amends = await this.#presumptions.test(visit, { page: visit.number, idle: false }, steps);
    if (behind) {
      const { entry, ...states } = behind;
      const change = { ...states, updated: steps, ...filed };
      const kept = await this.#keep(visit, capture, judged, change, news.gain, amends, entry);
      if (begins) return kept.kind === 'kept' ? { ...kept, through: states.transitions } : kept;
      for (const each of states.merged) this.#atlas.noteMerge(each.number, each.into);
      return kept;
    }
    const other =
      via !== null && visit.ord !== null && (via.source !== visit.source || via.ord !== visit.ord);
    const entry = other ? via : null;
    return this.#keep(visit, capture, judged, { updated: steps, ...filed }, news.gain, amends, entry);
  }

  /** What was brought up is filed by itself, and under the action that has brought up anything first. */
  async #broughtUp({ print, by }: News, number: number): Promise<NonNullable<Change['instructions']>> {
    const isFirst = by !== null && (await this.numberOf(by)) === null;
    return [print, isFirst ? by : null].flatMap((each) =>
      each === null ? [] : [{ fingerprint: each, number }],
    );
  }

  /** The page that was filed under a fingerprint: of an instruction, or of what was brought up in whatever document. */
  async numberOf(fingerprint: string): Promise<number | null> {
    return (await this.#ledger.indices.numbersOf([fingerprint])).get(fingerprint) ?? null;
  }

  /** What led somewhere while nobody could see it leads there from where one can. */
  async #asSeen({ unseen }: Waiting, number: number): Promise<NonNullable<Change['instructions']>> {
    const isFiled = unseen === undefined || (await this.numberOf(unseen)) !== null;
    return isFiled ? [] : [{ fingerprint: unseen, number }];
  }

  /** It shows nothing new: no page of its own, and no sign that skipping it would have been wrong. */
  async alike(visit: Waiting, via: Via, of: number, reason: 'shown' | 'same'): Promise<Recorded> {
    const into = of === via.source ? null : of;
    const updated = firedUpdates(visit, via, into).map((step) => ({ ...step, reason }));
    if (into === null) this.#guidance.gaveNothing(visit);
    else await this.#guidance.gaveKnown(visit, of);
    if (into === null) {
      await this.#writer.write({ unchanged: [visit.number], updated }, []);
      this.#presumptions.wentNowhere(visit.number, via.source);
    } else {
      this.#totals.duplicates++;
      await this.#writer.write({ merged: [{ number: visit.number, into }], updated }, []);
      this.#atlas.noteMerge(visit.number, into);
    }
    return { kind: 'alike', number: visit.number, of, reason };
  }

  /** A page met on the way to another: it gets a number of its own and a transition that leads to it. */
  async #keepStranger(
    via: Via,
    document: number,
    capture: Capture,
    judged: readonly Judged[],
  ): Promise<Recorded> {
    const { source } = via;
    const leaving = await this.#site.transitions(source);
    const { action } = leaving.find((transition) => transition.ord === via.ord) as Transition;
    const depth = ((await this.#site.page(source))?.depth ?? 0) + 1;
    const ord = (leaving.at(-1)?.ord ?? -1) + 1;
    const { page, waiting } = this.#numbers.state(action, ord, { depth, source, document });
    const step: Transition = { source, ord, action, target: page.number, reason: 'fired' };
    return this.#keep(waiting, capture, judged, { queued: [page], transitions: [step] });
  }

  /** A page that a test has found, behind the states through which it was reached. */
  async keepFound(
    passage: Passage,
    action: Transition['action'],
    document: number,
    capture: Capture,
    judged: readonly Judged[],
    news: News = noNews,
  ): Promise<Recorded> {
    const { source, ord, through } = passage;
    if (through.length === 0) return this.#keepStranger({ source, ord }, document, capture, judged);
    const depth = ((await this.#site.page(source))?.depth ?? 0) + through.length + 1;
    const { page, waiting } = this.#numbers.state(action, 0, { depth, source, document });
    const { entry, queued, merged, transitions } = numberPassage(passage, waiting, this.#numbers);
    const instructions = [
      ...(await this.#broughtUp(news, page.number)),
      { fingerprint: action.instruction.fingerprint, number: page.number },
    ];
    const change = { queued: [page, ...queued], merged, transitions, instructions };
    const kept = await this.#keep(waiting, capture, judged, change, news.gain, undefined, entry);
    for (const { number, into } of merged) this.#atlas.noteMerge(number, into);
    return kept;
  }

  /** Known content: the number becomes another name of the older page; `shown` is where its document came from. */
  async merge(visit: Waiting, via: Via | null, into: number, shown?: string): Promise<Recorded> {
    const asked = via === null && visit.url !== null ? withoutFragment(visit.url) : null;
    const isElsewhere = asked !== null && shown !== undefined && normalizeUrl(shown) !== asked;
    this.#totals[isElsewhere ? 'redirects' : 'duplicates']++;
    await this.#guidance.gaveKnown(visit, into);
    if (visit.url !== null) {
      this.#parts.views?.shown(visit.url, '');
      await this.#learnSession(visit.url, into);
    }
    const steps = firedUpdates(visit, via, into);
    const amends = await this.#presumptions.test(visit, { page: into, idle: false }, steps);
    const instructions = await this.#asSeen(visit, into);
    const merged = [{ number: visit.number, into }];
    await this.#writer.write({ merged, updated: steps, instructions }, [], amends);
    this.#atlas.noteMerge(visit.number, into);
    return { kind: 'merged', number: visit.number, into, fresh: false };
  }

  /** Two addresses are one page: do they differ in nothing but a session? */
  async #learnSession(url: string, into: number): Promise<void> {
    const entry = (await this.#site.page(into))?.entry;
    const name = entry?.kind === 'url' ? this.#sessions.same(url, entry.url) : null;
    if (name === null) return;
    const text = `addresses that differ only in ${name} are one page from now on: it says nothing of the page`;
    this.#ledger.tell({ kind: 'note', level: 'info', text });
  }

  /** The event led to an address, known or new: the number becomes another name of that page. */
  async leadToUrl(visit: Waiting, via: Via, url: string, refused: Judged['refused']): Promise<Recorded> {
    if (refused) return this.#nothing(visit, via, idle(visit, via, refused));
    const { fingerprint } = urlInstruction(this.#sessions.without(url));
    const filed = (await this.#ledger.indices.numbersOf([fingerprint])).get(fingerprint);
    // A link that scripts were expected to answer has the number of its address: the page gets one of its own.
    const known = filed === visit.number ? undefined : filed;
    if (known === undefined) this.#guidance.gaveAddress(visit);
    else await this.#guidance.gaveKnown(visit, known);
    const born = known === undefined ? [this.#numbers.url(url, visit, visit.kind, visit.priority)] : [];
    const into = known ?? (born[0] as Born).page.number;
    const steps = firedUpdates(visit, via, into);
    const amends = await this.#presumptions.test(visit, { page: into, idle: false }, steps);
    const found = known === undefined ? [{ fingerprint, number: into }] : [];
    const instructions = [...found, ...(await this.#asSeen(visit, into))];
    const merged = [{ number: visit.number, into }];
    await this.#writer.write({ merged, updated: steps, instructions }, born, amends);
    this.#atlas.noteMerge(visit.number, into);
    return { kind: 'merged', number: visit.number, into, fresh: known === undefined };
  }

  /** An address that a script asked for beside what else its event led to: it waits, if it is new. */
  async fileAddress(visit: Finder, url: string): Promise<void> {
    const { fingerprint } = urlInstruction(this.#sessions.without(url));
    if ((await this.#ledger.indices.numbersOf([fingerprint])).has(fingerprint)) return;
    const born = this.#numbers.url(url, visit, visit.kind, visit.priority);
    await this.#writer.write({ instructions: [{ fingerprint, number: born.page.number }] }, [born]);
  }

  /** The event changed nothing; where its class names pages, it names the one that it was fired on. */
  async unchanged(visit: Waiting, via: Via): Promise<Recorded> {
    this.#guidance.gaveNothing(visit);
    const steps = idle(visit, via, 'unchanged');
    const amends = await this.#presumptions.test(visit, { page: via.source, idle: true }, steps);
    if (!this.#presumptions.namesItsPage(visit)) return this.#nothing(visit, via, steps, amends);
    const into = via.source;
    const [step, ...found] = steps;
    const updated = [...(step ? [step] : []), ...found.map((each) => known(each, into))];
    await this.#writer.write({ merged: [{ number: visit.number, into }], updated }, [], amends);
    this.#atlas.noteMerge(visit.number, into);
    return { kind: 'merged', number: visit.number, into, fresh: false };
  }

  /** What was believed to lead back does not: what was skipped in the belief is queued. */
  async failReturn(className: string): Promise<void> {
    await this.#writer.write({}, [], await this.#returns.queueAgain(className));
  }

  /** Others have disproved what was presumed here: what was skipped in the belief is queued. */
  async heed(heeded: Heeded): Promise<void> {
    for (const amends of await this.#presumptions.heed(heeded)) await this.#writer.write({}, [], amends);
    if (heeded.disproved) await this.#writer.write({}, [], await this.#returns.queueAgain(null));
  }

  /** Given up, with the reason: an error, unless it is a file or was dropped. */
  async fail({ number, source, ord }: Waiting, error: ArgiopeError): Promise<void> {
    const reason = countFailure(this.#totals, error);
    const updated = ord === null ? [] : [{ source, ord, target: number, reason }];
    await this.#writer.write({ failed: failureOf(number, error), updated }, []);
  }

  async countAttempt({ number, attempts }: Waiting): Promise<void> {
    await this.#writer.write({ attempts: { number, attempts } }, []);
  }

  /** A page by address is to be visited once more. */
  async requeue({ number, status }: Pick<Page, 'number' | 'status'>): Promise<void> {
    if (status === 'merged') this.#totals.duplicates--;
    await this.#writer.write({ requeued: [number] }, []);
  }

  async finish(at: string | null): Promise<void> {
    await this.#writer.write({ finishedAt: at }, []);
  }

  /** A step that was presumed to lead to a page led elsewhere; gives the pages that have another way now. */
  async failPresumption(className: string, differing: readonly string[]): Promise<readonly number[]> {
    const amends = await this.#presumptions.fail(className, differing, []);
    await this.#writer.write({}, [], amends);
    return (amends.ways?.moved ?? []).map(({ number }) => number);
  }

  /** A skipped action of a class was fired, to test it, and led to a page. */
  async noteLanding(className: string, fingerprint: string, page: number): Promise<void> {
    const amends = await this.#presumptions.landed(className, fingerprint, page);
    if (amends.updated.length > 0 || amends.merged.length > 0) await this.#writer.write({}, [], amends);
  }

  /** Has edges told that now lead elsewhere than the maps in memory say. */
  set onRequeue(told: StepWriter['onRequeue']) {
    this.#writer.onRequeue = told;
  }

  /** What is known of where the actions of a state lead, for one that is passed through and not kept. */
  glimpse(judged: readonly Judged[], source: number, document: number): Promise<readonly Transition[]> {
    return this.#targets.glimpse(judged, source, document);
  }

  async #keep(
    visit: Waiting,
    capture: Capture,
    judged: readonly Judged[],
    more: Change,
    gain = 1,
    amends?: Amends,
    entry: Via | null = null,
  ): Promise<Recorded> {
    const type = this.#guidance.typeOf(capture.document);
    this.#guidance.gaveNew(visit, capture.document);
    const { views } = this.#parts;
    if (views && visit.url !== null) views.shown(visit.url, visibleText(capture.document));
    const document = documentBytes(capture);
    // By where it was found, not by where it was fired: a list of a thousand numbers is no chain.
    this.#chains.add(visit.number, visit.source, chainClass(visit), {
      form: this.#formOf(visit, capture),
      size: document.length,
      text: () => visibleText(capture.document),
    });
    const born: Born[] = [];
    const index = new Map((more.instructions ?? []).map(({ fingerprint, number }) => [fingerprint, number]));
    const focused = this.#ranking && focusOn(this.#ranking, visit, capture, judged);
    const transitions = await this.#targets.transitions(
      ...([visit, focused?.judged ?? judged, born, index, focused?.rank ?? this.#byDate] as const),
    );
    await this.#targets.fileAddress(visit, capture, index);
    const about = { type, ...(focused && { relevance: focused.relevance }) };
    const content = contentOf(capture, about, await this.#lastmods.get(visit.number));
    const change: Change = {
      ...more,
      kept: {
        number: visit.number,
        content,
        document,
        ...(entry && { entry: { source: entry.source, ord: entry.ord } }),
      },
      transitions: [...(more.transitions ?? []), ...transitions],
      instructions: [
        ...[...this.wholeOf(capture, judged), ...(await this.backOf(visit, capture, judged))].map(
          (fingerprint) => ({ fingerprint, number: visit.number }),
        ),
        ...[...index].map(([fingerprint, number]) => ({ fingerprint, number })),
      ],
      ...madeFrom(visit, capture),
    };
    // What was only read is soon read again.
    await this.#writer.write(change, born, amends, capture.sent !== undefined);
    const { title, url: address } = capture.document;
    return { kind: 'kept', number: visit.number, title, address, type, transitions, gain };
  }

  /** Where the form was not made with the capture, that is put off until the page stands in a chain. */
  #formOf({ source }: Waiting, { form, document }: Capture): string {
    if (form !== undefined) return form;
    return this.#chains.lengthOf(source) < tuning.formsFrom ? '' : documentPrints(document, null).form;
  }

  /** A page shows another content than before: it is kept anew, and what is new on it is numbered. */
  async renew(renewal: Renewal): Promise<readonly Transition[]> {
    const { page, capture, visits } = renewal;
    const type = this.#guidance.typeOf(capture.document) ?? page.content?.type ?? null;
    const { relevance } = page.content ?? {};
    const about = { type, ...(relevance !== undefined && { relevance }) };
    const lastmod = await this.#lastmods.get(page.number);
    const content = { ...contentOf(capture, about, lastmod), capturedAt: visits.lastSeen };
    const hands = { targets: this.#targets, writer: this.#writer, rank: this.#byDate };
    return renewPage(this.#parts, hands, renewal, content);
  }

  /** Takes note of what revisits found, in one step. */
  async note(change: Pick<Change, 'visited' | 'gone' | 'back' | 'moved' | 'inputs'>): Promise<void> {
    await this.#writer.write(change, []);
  }

  async #nothing(visit: Waiting, via: Via, updated: readonly Update[], amends?: Amends): Promise<Recorded> {
    await this.#writer.write({ unchanged: [visit.number], updated }, [], amends);
    this.#presumptions.wentNowhere(visit.number, via.source);
    return { kind: 'unchanged', number: visit.number };
  }
}

/** What the page was made from, where that is known. */
function madeFrom({ number, url }: Waiting, capture: Capture): Pick<Change, 'inputs'> {
  const inputs = inputsOf(capture, url);
  return inputs.length === 0 ? {} : { inputs: [{ page: number, inputs }] };
}
