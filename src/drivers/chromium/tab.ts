import { setTimeout as wait } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { changeBetween } from '../../dom/change.ts';
import { exactCheck, exactDocumentPrint } from '../../dom/exact.ts';
import type { Remains } from '../../dom/written.ts';
import {
  ArgiopeError,
  type Capture,
  type DocumentTree,
  type FireOrder,
  type Outcome,
  type Picture,
  protocolOf,
  type Tab,
} from '../../model/index.ts';
import type { GivenDocument } from '../given.ts';
import { leadsToFtp, tooLarge } from '../http/errors.ts';
import { etagOf, freshUntil } from '../http/validators.ts';
import type { AgentAnswer, AgentOrder } from './agent/order.ts';
import type { SettleLimits } from './agent/settle.ts';
import { readPrints, readWord } from './agent-words.ts';
import { ProtocolError } from './connection.ts';
import { browserCookies, mayBeCookies, resetCookies, thinCookies } from './cookies.ts';
import { networkError, refusedAnswer } from './errors.ts';
import { saidText } from './held-agent.ts';
import { refusedByHook } from './hooked.ts';
import { introduce } from './introduce.ts';
import { patience, whileAlive, within } from './patience.ts';
import { takeGlance, takePicture } from './picture.ts';
import type { BrowserPool } from './pool.ts';
import { burden, burntBy, slowness } from './processor.ts';
import { maskOf, Shown } from './shown.ts';
import { isStill } from './still.ts';
import { type OpenTarget, openTarget } from './target.ts';
import type { DocumentAnswer } from './traffic.ts';
import { askRemains, readRemains, withWritten } from './written.ts';

const redirectLimit = 10;
/** Milliseconds up to which a busy machine makes the time longer in which a document must have been loaded. */
const longestLoading = 120_000;
/** Characters of what a page says about why it cannot be read. */
const longestReason = 200;
/** How often a page that imports modules is looked at again before it is taken as it is. */
const looks = 5;
/** Milliseconds between two looks at a document that cannot tell when it has loaded. */
const stillLook = 50;
/** How often a page may ask for answers of other documents during one event; applications ask a few times. */
const needs = 1_000;

/** What the page answered, with its document and candidates put together; `null` where it is known. */
interface Word {
  readonly answer: AgentAnswer;
  readonly seen: ReturnType<Shown['take']>;
}

/** One tab of a Chromium. After an error that allows another try it is blank, in a fresh renderer. */
export class ChromiumTab implements Tab {
  readonly #pool: BrowserPool;
  #target: OpenTarget | null = null;
  #answer: DocumentAnswer | null = null;
  /** Whether the document on its way was fetched by someone else. */
  #isGiven = false;
  /** The answer that hooks have seen last. */
  #judged: DocumentAnswer | null = null;
  #historySteps = 0;
  #historyGrew = false;
  /** Whether events have set cookies in the document that is shown. */
  #cookiesSet = false;
  /** Where the tab has a place of its own: the cookies that loading has left, until an event was fired, and since. */
  #kept: ReturnType<typeof browserCookies> | null = null;
  #hasFired = false;
  readonly #shown = new Shown();
  /** What was shown when the current event began, where that is known. */
  #before: DocumentTree | null = null;

  constructor(pool: BrowserPool) {
    this.#pool = pool;
  }

  get historyGrew(): boolean {
    return this.#historyGrew;
  }

  open(url: string, ahead = 0): Promise<Capture> {
    return this.#open(url, ahead, null);
  }

  /** Opens a document that was fetched already; everything else it asks for comes from the network. */
  openGiven(given: GivenDocument): Promise<Capture> {
    this.#pool.effects.sources.given(given);
    return this.#open(given.url, 0, given);
  }

  #open(url: string, ahead: number, given: GivenDocument | null): Promise<Capture> {
    const load = async (): Promise<Capture> => {
      const target = await this.#freshTarget();
      await this.#leave(target);
      await this.#ahead(target, ahead, () => this.#navigate(target, url, ahead !== 0, given));
      let answer = await this.#limited(target, url, this.#arrive(target, url));
      if (!this.#isStill && target.check.due(url) && (await target.check.run()) > 0)
        answer = await this.#callSettled(target, { task: 'look', known: [] });
      this.#pool.countPage();
      await this.#loaded(target);
      // Asked while handlers are looked up: neither changes anything of the page.
      const remains = this.#isStill ? null : this.#remains(target, askRemains(this.#pool.options.links.how));
      remains?.catch(() => {});
      const capture = await this.#capture(target, answer);
      return remains ? this.#withWritten(capture, await remains) : capture;
    };
    return this.#guarded(url, async () => {
      try {
        return await load();
      } catch (error) {
        const target = this.#target;
        // Servers may have the browser forget its proxy's credential (`Clear-Site-Data`); 407 is told by none but ours.
        const credential = this.#pool.options.launch.proxy?.credential ?? null;
        if (target && credential !== null && error instanceof ArgiopeError && error.status === 407) {
          await introduce(target.browser.connection, target.context, credential);
          return load();
        }
        // Pages may set more cookies than any server takes, for all hosts of their domain.
        if (!target || !mayBeCookies(error) || !(await thinCookies(target.session, url))) throw error;
        return load();
      }
    });
  }

  /** What a page says elsewhere than in its links is looked for once, when it is opened. */
  #withWritten(capture: Capture, remains: Remains): Promise<Capture> {
    const { links } = this.#pool.options;
    return withWritten(capture, remains, (name) => this.#answer?.headers[name] ?? '', links);
  }

  fire(order: FireOrder, known: ReadonlySet<string>): Promise<Outcome> {
    return this.#event({ task: 'fire', fire: order, known: this.#pool.twins.named(known) });
  }

  async back(known: ReadonlySet<string>): Promise<Outcome> {
    if (this.#historySteps === 0) return { kind: 'lost' };
    return this.#event({ task: 'back', known: this.#pool.twins.named(known) });
  }

  async printsAt(paths: readonly string[]): Promise<readonly (string | null)[]> {
    const spots = this.#pool.volatile;
    const kept = this.#shown.printsAt(paths, spots);
    const target = this.#target;
    if (kept) return kept;
    if (!target || !this.#answer) return paths.map(() => null);
    const asked = [paths, spots].map((each) => JSON.stringify(each)).join();
    return this.#guarded(this.#answer.url, async () =>
      readPrints(await this.#ask(target, `printsAt(${asked})`), paths.length),
    );
  }

  async picture(paths: readonly string[]): Promise<Picture | null> {
    const target = this.#target;
    if (!target || !this.#answer) return null;
    const { viewport } = this.#pool.options;
    const ask = (call: string) => this.#ask(target, call);
    const inFrames = async (inside: readonly string[]) =>
      target.frames.boxes(await target.agent.hold(), inside);
    return this.#guarded(this.#answer.url, () =>
      takePicture({ session: target.session, viewport, ask, inFrames }, paths),
    );
  }

  async glance(): Promise<Uint8Array | null> {
    const target = this.#target;
    if (!target || !this.#answer) return null;
    const { viewport } = this.#pool.options;
    return takeGlance({ session: target.session, viewport });
  }

  async close(): Promise<void> {
    const target = this.#target;
    this.#target = null;
    this.#shown.reset();
    if (target) await this.#leave(target);
    await target?.close();
  }

  /** Another document is to begin with the cookies that loading has left, not with those of events. */
  async #leave(target: OpenTarget): Promise<void> {
    const { connection, context } = target.browser;
    const [isApart, kept] = [target.context !== context, await this.#kept];
    const isDue = isApart ? this.#hasFired : this.#cookiesSet;
    this.#cookiesSet = false;
    this.#hasFired = false;
    this.#kept = null;
    if (!isDue) return;
    const undone: Promise<unknown> = isApart
      ? resetCookies({ connection, context: target.context }, kept ?? [])
      : target.agent.send('undo()');
    // Of one that hangs they stay.
    await within(patience.call, undone, () => new Error('late')).catch(() => {});
  }

  /** A document has been loaded: its cookies are those that the next one begins with. */
  async #loaded({ browser, context, session }: OpenTarget): Promise<void> {
    const world = { connection: browser.connection, context };
    if (context !== browser.context) this.#kept = browserCookies(world);
    else await this.#pool.worlds.loaded(world, session);
  }

  #event(order: Pick<AgentOrder, 'task' | 'fire' | 'known'>): Promise<Outcome> {
    return this.#guarded(this.#answer?.url ?? '', async (): Promise<Outcome> => {
      const target = this.#target;
      if (!target) return { kind: 'lost' };
      await target.workers.explore();
      await this.#kept;
      this.#hasFired = true;
      target.traffic.posts = order.fire?.posts ?? null;
      const word = await this.#fired(target, order);
      const { answer } = word;
      if (!answer.found) return { kind: 'lost' };
      this.#pool.countPage();
      for (const url of answer.unsent ?? []) this.#pool.troubles.unsent(this.#url, url);
      // What got past the agent was stopped on its way.
      const leaves = target.guard.late.at(-1) ?? answer.leaves;
      const left = {
        ...(leaves !== undefined && { leaves }),
        ...(answer.before !== undefined && { before: answer.before }),
        ...(answer.paused && { paused: answer.paused }),
        ...(answer.redressed && { redressed: answer.redressed }),
        ...(answer.marks && { marks: answer.marks }),
        ...(answer.rests !== undefined && { rests: answer.rests }),
      };
      if (word.seen) return { kind: 'captured', capture: await this.#capture(target, word), ...left };
      target.traffic.takeRecords();
      return {
        kind: 'known',
        fingerprint: answer.fingerprint,
        wanted: this.#wanted(target, answer),
        ...(answer.change && { change: answer.change }),
        ...left,
      };
    });
  }

  /** Fires by the agent's own event and, where that never changed anything, by the browser's input. */
  async #fired(target: OpenTarget, order: Pick<AgentOrder, 'task' | 'fire' | 'known'>): Promise<Word> {
    const word = await this.#callSettled(target, order);
    const { answer } = word;
    if (!order.fire || !answer.found || answer.paused) return word;
    const changed = ({ change, wanted, redressed }: AgentAnswer) =>
      change !== undefined || wanted.length > 0 || redressed === true;
    if (!target.input.wanted(order.fire, changed(answer) || this.#historyGrew)) return word;
    // What has asked a form has happened, though the answer shows nothing.
    const hasAsked = target.traffic.hasAsked || target.effects.kept.length > 0;
    if (order.fire.posts !== undefined && hasAsked) return word;
    if (!(await target.input.press(order.fire))) return word;
    const again = await this.#callSettled(target, { ...order, task: 'follow' });
    target.input.tried(order.fire, changed(again.answer));
    return firedFrom(again, answer);
  }

  /** A page that crashed or hung takes its target with it, so that the next try gets a new renderer. */
  async #guarded<T>(url: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const known = error instanceof ArgiopeError ? error : null;
      if (known && known.consequence !== 'retry' && known.code !== 'BROWSER_DEAD') throw known;
      await this.close().catch(() => {});
      if (known && known.code !== 'BROWSER_DEAD') throw known;
      throw this.#pool.judgeDeath(error, url);
    }
  }

  async #freshTarget(): Promise<OpenTarget> {
    const old = this.#target;
    const isShared = old?.context === old?.browser.context && this.#pool.worlds.apart;
    if (old && (old.session.detached || isShared || !this.#pool.isCurrent(old.browser))) await this.close();
    this.#target ??= await openTarget(await this.#pool.browser(), this.#pool);
    return this.#target;
  }

  async #ahead(target: OpenTarget, ms: number, run: () => Promise<void>): Promise<void> {
    if (ms === 0) return run();
    const source = `${this.#pool.options.names.name}(${ms})`;
    const { identifier } = await target.session.send('Page.addScriptToEvaluateOnNewDocument', { source });
    try {
      await run();
    } finally {
      target.session.tell('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    }
  }

  async #navigate(
    target: OpenTarget,
    url: string,
    fresh: boolean,
    given: GivenDocument | null,
  ): Promise<void> {
    this.#answer = null;
    this.#isGiven = given !== null;
    this.#historySteps = 0;
    this.#shown.reset();
    target.agent.reset();
    target.frames.reset();
    target.traffic.reset();
    target.traffic.posts = null;
    target.handlers.reset();
    target.effects.open(fresh);
    target.workers.open();
    target.guard.open(target.id, given);
    let loader = await this.#go(target, url);
    if (loader === undefined) {
      // Only the fragment differs from where the tab stands: the document has to be loaded all the same.
      await this.#answered(target, 'about:blank');
      loader = await this.#go(target, url);
    }
    this.#answer = target.traffic.answerOf(loader ?? '');
  }

  /** Sends the tab to an address, and waits as long as servers give signs of life. */
  async #answered(target: OpenTarget, url: string): Promise<Protocol.Page.NavigateResponse> {
    const [began, sent] = [performance.now(), target.session.send('Page.navigate', { url })];
    const limit = Math.min(patience.silence * slowness(), this.#pool.options.loading);
    const late = new ArgiopeError('TIMEOUT', `${url} gave no answer within ${Math.round(limit / 1000)} s`, {
      url,
    });
    const left = () => limit - (performance.now() - Math.max(began, target.traffic.heardAt));
    for (;;) {
      try {
        return await within(left(), sent, () => late);
      } catch (error) {
        if (error !== late || left() <= 0) throw error;
      }
    }
  }

  async #go(target: OpenTarget, url: string): Promise<string | undefined> {
    const { errorText, loaderId } = await this.#answered(target, url);
    if (errorText)
      throw (
        target.guard.refusal ??
        this.#notShown(target, url, loaderId) ??
        target.traffic.unreached ??
        this.#pool.options.why(url) ??
        networkError(errorText, url)
      );
    return loaderId;
  }

  /** Downloads break a navigation off when their headers have come, and redirects that leave the web too. */
  #notShown(target: OpenTarget, url: string, loader = ''): ArgiopeError | null {
    const elsewhere = URL.parse(target.traffic.elsewhereOf(loader) ?? '');
    if (elsewhere && protocolOf(elsewhere) === 'ftp') return leadsToFtp(url, elsewhere);
    if (elsewhere)
      return new ArgiopeError('REDIRECT', `${url} is sent to ${elsewhere.protocol}, which is no page`, {
        url,
      });
    const answer = target.traffic.answerOf(loader);
    const { types, maxSize } = this.#pool.options;
    return answer && refusedAnswer(url, answer, types, maxSize);
  }

  /** A document that is too large, broken off, or never ends, is given up. */
  async #limited<T>(target: OpenTarget, url: string, arriving: Promise<T>): Promise<T> {
    arriving.catch(() => {});
    // A busy machine takes nothing away.
    const loading = Math.max(
      this.#pool.options.loading,
      Math.min(longestLoading, this.#pool.options.loading * slowness()),
    );
    const late = () => new ArgiopeError('TIMEOUT', `${url} did not load within ${loading / 1000} s`, { url });
    const failed = target.traffic.failure().then((error) => {
      throw error;
    });
    failed.catch(() => {});
    try {
      return await within(loading, Promise.race([arriving, failed]), late);
    } catch (error) {
      if (error instanceof ArgiopeError && error.code === 'TOO_LARGE') await this.close();
      throw error;
    }
  }

  /** Waits for load and quiet; follows redirects that scripts make while the page loads. */
  async #arrive(target: OpenTarget, url: string): Promise<Word> {
    const { guard } = target;
    await this.#refuse(target, url);
    const began = guard.departures;
    let broken = '';
    for (let turn = 0; turn < redirectLimit; turn++) {
      // What is seen of a page on its way elsewhere is nothing: the parser has stopped, no `load` will come.
      await guard.leaving;
      const refusal = guard.refusal ?? target.traffic.unreached;
      if (refusal) throw refusal;
      const { departures } = guard;
      target.agent.reset();
      try {
        const answer = await this.#callSettled(target, { task: 'arrive', known: [] });
        // One that left meanwhile may have answered, and the next be there before the answer is read.
        if (guard.departures !== departures) continue;
        await this.#refuse(target, url);
        guard.opened();
        return answer;
      } catch (error) {
        if (!(error instanceof ProtocolError) || !/context|navigated|Cannot find/i.test(error.message))
          throw error;
        broken = error.message.split('\n', 1)[0]?.slice(0, longestReason) ?? '';
      }
    }
    // One that went nowhere has broken what it is read with.
    if (guard.departures === began && broken !== '')
      throw new ArgiopeError('BAD_CAPTURE', `scripts of ${url} keep it from being read (${broken})`, { url });
    throw new ArgiopeError('REDIRECT', `${url} goes elsewhere again and again by script`, { url });
  }

  /** Looks at the answer to the document that is shown, which a script may have chosen: is it a page? */
  async #refuse(target: OpenTarget, url: string): Promise<void> {
    this.#answer = target.traffic.answerOf(target.guard.loader) ?? this.#answer;
    const answer = this.#answer;
    const { types, guard, maxSize } = this.#pool.options;
    // Hooks have seen what was given when it was fetched.
    const isNew = answer !== this.#judged && !this.#isGiven;
    this.#judged = answer;
    this.#isGiven = false;
    const refused =
      (answer && isNew && guard.hooks ? await refusedByHook(answer, guard.hooks) : null) ??
      (answer && refusedAnswer(url, answer, types, maxSize));
    if (answer && !refused) this.#pool.options.robotsTag(answer.url, answer.headers['x-robots-tag'] ?? '');
    if (!refused) return;
    target.session.tell('Page.stopLoading');
    throw refused;
  }

  async #callSettled(target: OpenTarget, order: Pick<AgentOrder, 'task' | 'fire' | 'known'>): Promise<Word> {
    const { traffic } = target;
    let { imports } = traffic;
    let word = await this.#call(target, order);
    // One that was there at once may have been run after the page was looked at.
    const expects = () => traffic.scriptsInFlight > 0 || traffic.imports > imports;
    for (let look = 0; look < looks && word.answer.found && expects(); look++) {
      imports = traffic.imports;
      await within(patience.answer * slowness(), traffic.scriptsLanded(), () => new Error('late')).catch(
        () => {},
      );
      word = firedFrom(await this.#call(target, { ...order, task: 'look' }), word.answer);
    }
    const { historySteps } = word.answer;
    this.#historyGrew = historySteps > this.#historySteps;
    this.#historySteps = historySteps;
    return word;
  }

  async #call(target: OpenTarget, order: Pick<AgentOrder, 'task' | 'fire' | 'known'>): Promise<Word> {
    const { frames } = target;
    const begins = order.task === 'fire' || order.task === 'back';
    if (begins || order.task === 'arrive') this.#before = begins ? this.#shown.now : null;
    if (!frames.any || !begins) return this.#withFrames(target, order, await this.#perform(target, order));
    await frames.begin();
    const { task, known, fire } = order;
    if (!fire) return this.#withFrames(target, order, await this.#perform(target, order));
    if (!frames.leadsInto(fire.xpath)) {
      // What a pointer leaves behind is told without the frames, and so of no use.
      const { pauses: _, ...plain } = fire;
      return this.#withFrames(target, order, await this.#perform(target, { task, known, fire: plain }));
    }
    const first = await this.#perform(target, { task, known });
    if ((await frames.fire(fire)) !== true) return { answer: { ...first.answer, found: false }, seen: null };
    return this.#withFrames(target, order, await this.#perform(target, { task: 'follow', known }));
  }

  /** Asks the frames of other origins too, and puts what they tell into what the page told. */
  async #withFrames(target: OpenTarget, { known }: Pick<AgentOrder, 'known'>, first: Word): Promise<Word> {
    const { frames } = target;
    if (!first.answer.found || (!first.answer.frames && !frames.any)) return first;
    const agent = await target.agent.hold();
    const settled = await frames.settle(agent, first.answer.frames ?? [], this.#limits());
    // Frames may have told the page something.
    const { answer, seen } = await this.#perform(target, { task: 'look', known });
    if (!seen || !answer.frames) return { answer, seen };
    const { rules } = this.#pool.options;
    const whole = await frames.whole(agent, answer.frames, seen, rules);
    this.#shown.join(whole.document);
    const mask = maskOf(this.#pool.volatile);
    const fingerprint = exactDocumentPrint(whole.document, mask);
    const check = exactCheck(whole.document, mask);
    const change = this.#before ? changeBetween(this.#before, whole.document, mask) : (answer.change ?? null);
    const { change: _, before: __, ...rest } = answer;
    const told: AgentAnswer = {
      ...rest,
      fingerprint,
      check,
      settled: settled === 'budget' ? settled : answer.settled,
      wanted: [...new Set([...answer.wanted, ...whole.wanted])],
      ...(change && { change }),
    };
    const isKnown = known.includes(fingerprint + check) || known.includes(fingerprint);
    return {
      answer: told,
      seen: isKnown ? null : { document: whole.document, candidates: whole.candidates },
    };
  }

  #limits(): SettleLimits {
    const { limits } = this.#pool.options;
    return { ...limits, real: limits.real * slowness(), burden: burden() };
  }

  async #perform(target: OpenTarget, order: Pick<AgentOrder, 'task' | 'fire' | 'known'>): Promise<Word> {
    const effects = target.effects.order(order.task);
    const full: AgentOrder = {
      ...order,
      rules: this.#pool.options.rules,
      limits: this.#limits(),
      longest: this.#pool.options.maxSize,
      volatile: this.#pool.volatile,
      base: this.#shown.base,
      effects,
      ...(order.task === 'arrive' && { streams: this.#pool.streams.known }),
    };
    const until = Date.now() + patience.page * slowness();
    const call = `${this.#isStill ? 'still' : 'perform'}(${JSON.stringify(full)})`;
    let word = readWord(await this.#ask(target, call));
    // Nothing in such a document could tell when it has loaded; how long that may take is limited elsewhere.
    while (this.#isStill && order.task === 'arrive' && 'found' in word && !word.found && !word.oversize) {
      await wait(stillLook);
      word = readWord(await this.#ask(target, call));
    }
    for (let turn = 0; 'need' in word; turn++) {
      if (turn >= needs || Date.now() > until)
        throw new ArgiopeError('PAGE_HUNG', 'the page asks for answers again and again', { url: this.#url });
      word = readWord(await this.#ask(target, `supply(${JSON.stringify(target.effects.supply(word.need))})`));
    }
    if (word.oversize !== undefined)
      throw tooLarge(this.#url, this.#pool.options.maxSize, `scripts have made ${word.oversize} of it`);
    target.traffic.served(target.effects.report(word.effects, order.fire?.posts !== undefined));
    if (word.streams) this.#pool.streams.learn(word.streams);
    if (word.cookies === true) {
      this.#cookiesSet = true;
      this.#pool.worlds.part();
    }
    for (const cut of word.cutLists ?? []) this.#pool.tellCut(this.#url, cut);
    for (const question of word.declined ?? []) this.#pool.troubles.declined(this.#url, question);
    return { answer: word, seen: this.#shown.take(word) };
  }

  /** Whether the document that is shown may run no script. */
  get #isStill(): boolean {
    return isStill(this.#answer?.headers['content-security-policy'] ?? '');
  }

  get #url(): string {
    return this.#answer?.url ?? '';
  }

  /** Waits for the agent's next word: its answer, or that it needs answers of other documents before. */
  async #ask(target: OpenTarget, call: string): Promise<string> {
    return saidText(
      await this.#alive(target, target.agent.send(call, { awaitPromise: true, returnByValue: true })),
    );
  }

  async #remains(target: OpenTarget, expression: string): Promise<Remains> {
    const { session } = target;
    const how = { expression, awaitPromise: true, returnByValue: true };
    const said = await this.#alive(target, session.send('Runtime.evaluate', how));
    return readRemains(saidText(said));
  }

  #alive<T>(target: OpenTarget, call: Promise<T>): Promise<T> {
    const life = {
      ping: () => target.session.send('Runtime.evaluate', { expression: '1', returnByValue: true }),
      burnt: burntBy(target.browser.connection.root),
    };
    return whileAlive(call, life, this.#url);
  }

  #wanted(target: OpenTarget, answer: AgentAnswer): string[] {
    return [...new Set([...answer.wanted, ...target.guard.late.splice(0), ...target.popups.splice(0)])];
  }

  async #capture(target: OpenTarget, { answer, seen }: Word): Promise<Capture> {
    // Files on their way here are not to be asked for a second time.
    await target.traffic.read();
    const response = this.#answer;
    if (!seen) throw new ArgiopeError('INTERNAL', 'the page gave no document');
    const offered = this.#isStill
      ? seen.candidates.filter(({ href }) => href !== undefined)
      : seen.candidates;
    const candidates = await target.handlers.trace(offered, response?.url ?? '');
    target.input.see(candidates);
    const blocked = target.effects.kept.map(([method, url, body]) => ({ method, url, body }));
    const modified = Date.parse(response?.headers['last-modified'] ?? '');
    return {
      fingerprint: this.#pool.twins.told(answer.fingerprint, answer.check),
      form: this.#shown.form(this.#pool.volatile),
      ...(answer.change && { change: answer.change }),
      document: seen.document,
      documentUrl: (response?.url ?? seen.document.url).replace(/#.*/, ''),
      status: response?.status ?? 200,
      contentType: response?.mimeType ?? 'text/html',
      lastModified: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
      etag: etagOf(response?.headers.etag ?? ''),
      freshUntil: freshUntil((name) => response?.headers[name] ?? '', Date.now()),
      bodyPrint: null,
      candidates,
      wanted: this.#wanted(target, answer),
      ...(answer.typed && { typed: answer.typed }),
      requests: target.traffic.takeRecords(),
      ...(blocked.length > 0 && { blocked }),
      settled: answer.settled,
      ...(answer.timing && { timing: answer.timing }),
    };
  }
}

/** A later word about an event; what was so before the event only the first could say. */
function firedFrom(later: Word, { before, paused }: AgentAnswer): Word {
  const said = { ...(before !== undefined && { before }), ...(paused && { paused }) };
  return { ...later, answer: { ...later.answer, ...said } };
}
