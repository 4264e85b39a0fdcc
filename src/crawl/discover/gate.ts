import type { CrawlSettings } from '../../config/settings.ts';
import type { VolatileMask } from '../../dom/mask.ts';
import { printAt } from '../../dom/print-at.ts';
import { visibleText } from '../../dom/text.ts';
import {
  makeScope,
  normalizeUrl,
  type RobotsGate,
  type Scope,
  Sessions,
  unsafeWord,
  withoutFragment,
} from '../../frontier/index.ts';
import { HookChain, hookLinks, pageView } from '../../hooks/index.ts';
import {
  Agreements,
  type CandidatePlace,
  type ClassAudits,
  callInstruction,
  candidateClass,
  classOf,
  elementInstruction,
  isStep,
  listenerInstruction,
  listsServed,
  listWithin,
  nameOfList,
  routeClass,
  routeInstruction,
  ungated,
  unseenInstruction,
} from '../../identity/index.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Action, Candidate, Capture, Instruction, Look, Reason } from '../../model/index.ts';

import { Guidance } from '../loop/guidance.ts';
import { contextOf, type State } from '../map/states.ts';
import { besideThem } from './beside.ts';
import { LeftAlone } from './left-alone.ts';
import { type KnownLink, LinkMemory } from './link-memory.ts';
import type { PageRules } from './page-rules.ts';

/** A candidate with its instruction, and the reason if it is not to be followed. */
export interface Judged {
  readonly action: Action;
  /** Normalised address, for links that are opened. */
  readonly url: string | null;
  /** Class of the handlers that may answer a link without a load. */
  readonly route: string | null;
  /** Its class, by the list that it stands in; `null` for addresses. */
  readonly listed: string | null;
  /** Lists that this one was known to depend on when it was judged, in one text. */
  readonly under: string;
  /** It was taken as depending on the whole page, because it is not known yet what its class changes. */
  readonly loose: boolean;
  /** Of an element that nobody could see: fingerprint of the same instruction where it is seen. */
  readonly unseen: string | null;
  /** Nothing is expected of it: it is the one that is shown, or lies under what was opened over it. */
  readonly spare: boolean;
  /** Something lies over it, or was opened over it: what an event does here says little of what it does. */
  readonly beneath: boolean;
  /** It could be had before something was opened over it, and cannot be had here: nobody fires it. */
  readonly blocked: boolean;
  /** It says that it is the one of several that is shown, and names it. */
  readonly isShown: boolean;
  /** What it has in common with others, in the eyes of whoever guides the crawl. */
  readonly kind: string | null;
  readonly refused: Exclude<Reason, 'queued' | 'fired' | 'known' | 'failed' | 'shown' | 'same'> | null;
}

/** What the page that a candidate stands on has to do with whether it is followed. */
interface Bounds {
  readonly tooDeep: boolean;
  /** The page does not ask that its links be left alone. */
  readonly allowed: boolean;
  /** A hook does not want it. */
  readonly dropped: boolean;
}

/** Decides before anything is fired: what would it do, and may it be done? */
export class Gate {
  readonly #settings: CrawlSettings;
  readonly #scope: Scope;
  readonly #robots: RobotsGate | null;
  readonly #audits: ClassAudits;
  readonly #sessions: Sessions;
  readonly #mask: () => VolatileMask | null;
  readonly #guidance: Guidance;
  readonly #agreements: Agreements;
  readonly #rules: PageRules | null;
  readonly #hooks: HookChain;
  readonly #links: LinkMemory;
  readonly #unsafe = new BoundedMap<string, boolean>(judgedKept);
  /** What was not done because it may change the site. */
  readonly leftAlone = new LeftAlone();

  constructor(
    settings: CrawlSettings,
    robots: RobotsGate | null,
    audits: ClassAudits,
    sessions: Sessions = new Sessions(),
    mask: () => VolatileMask | null = () => null,
    guidance: Guidance = new Guidance(),
    agreements: Agreements = new Agreements(),
    rules: PageRules | null = null,
    hooks: HookChain = new HookChain(),
  ) {
    this.#hooks = hooks;
    this.#settings = settings;
    this.#sessions = sessions;
    this.#mask = mask;
    this.#scope = makeScope(settings);
    this.#links = new LinkMemory(sessions, this.#scope);
    this.#robots = robots;
    this.#audits = audits;
    this.#guidance = guidance;
    this.#agreements = agreements;
    this.#rules = rules;
  }

  /** Judges all candidates of a captured page, and the addresses that its scripts asked for. */
  async judge(
    capture: Capture,
    source: number,
    depth: number,
    state: State = {},
    behind: (text: string) => string | null = () => null,
  ): Promise<readonly Judged[]> {
    const place: CandidatePlace = { ...this.#placeOf(capture, state), behind };
    const tooDeep = this.#settings.depth !== null && depth >= this.#settings.depth;
    const found = [...capture.candidates, ...capture.wanted.map(scriptLink)];
    const { candidates, dropped } = await hookLinks(this.#hooks, found, () => pageView(capture, visibleText));
    const look = await this.#guidance.look(source, { ...capture, candidates });
    const follow = (await this.#rules?.of(source, capture))?.follow ?? true;
    const judged: Judged[] = [];
    for (const [ord, candidate] of candidates.entries()) {
      const allowed = follow || candidate.href === undefined;
      const refusal = this.#refusal(candidate, { tooDeep, allowed, dropped: dropped.has(ord) });
      // Hardly ever: the rules of a host are mostly known.
      const refused = refusal instanceof Promise ? await refusal : refusal;
      if (refused === 'unsafe')
        this.leftAlone.note(candidate.text, `on ${capture.documentUrl}`, candidate.xpath);
      const one = this.#judgeOne(candidate, place, source, ord, refused);
      judged.push(look ? guided(one, look, ord) : one);
    }
    return judged;
  }

  /** The normalised form of an address that a script asked for. */
  address(href: string): string | null {
    return normalizeUrl(href);
  }

  /** What is wrong with a host that could not even be asked for its rules. */
  problem(url: string): Error | null {
    return this.#robots?.problem(url) ?? null;
  }

  /** Whether an address may be opened at all; the reason if not. */
  async refuses(url: string): Promise<Judged['refused']> {
    const link = this.#links.of(url);
    const verdict = link.url === url ? link.verdict : this.#scope(url);
    if (verdict !== 'in') return verdict;
    const rules = link.url === url ? this.#robots?.known(url) : null;
    const allowed = rules ? link.allowedBy(rules) : ((await this.#robots?.allows(url)) ?? true);
    return allowed ? null : 'robots';
  }

  /** Where the candidates of a capture stand: some depend only on a part of the page. */
  #placeOf(capture: Capture, state: State): CandidatePlace {
    const prints = new Map<string, string | null>();
    const printOf = (path: string) => {
      if (!prints.has(path)) prints.set(path, printAt(capture.document, path, this.#mask()));
      return prints.get(path) ?? null;
    };
    const around = (className: string, xpath: string) => {
      const paths = this.#settings.states === 'all' ? null : this.#audits.regionsOf(className, xpath);
      const found = (paths ?? []).map(printOf).filter((print) => print !== null);
      return found.length === 0 ? null : found.join(' ');
    };
    const lists = listsServed(
      capture.candidates.map((each) => ({
        className: candidateClass(each),
        xpath: each.xpath,
        value: each.value,
        toggle: each.meta?.toggle !== undefined,
      })),
    );
    const listed = (className: string, xpath: string) =>
      nameOfList(className, lists.get(className)?.get(xpath));
    const context = (list: string) => contextOf(state, this.#audits.dependsOn(list));
    const nearby = (xpath: string) => {
      const parent = xpath.slice(0, xpath.lastIndexOf('/'));
      return parent === '' ? null : printOf(parent);
    };
    let rows: ReadonlyMap<Candidate, string> | null = null;
    const beside = (candidate: Candidate) => {
      rows ??= besideThem(capture.candidates, capture.document, printOf);
      return rows.get(candidate) ?? null;
    };
    const free = (className: string) => this.#agreements.isFree(className);
    const byValues = (className: string) => this.#agreements.isByValues(className);
    const { documentUrl, fingerprint: page } = capture;
    return { documentUrl, page, around, nearby, beside, listed, context, free, byValues };
  }

  #judgeOne(
    candidate: Candidate,
    place: CandidatePlace,
    source: number,
    ord: number,
    refused: Judged['refused'],
  ): Judged {
    const { dedupe, states } = this.#settings;
    const { url, plain, route } = this.#instructionOf(candidate, place);
    const isAddress = plain.kind === 'url' || plain.kind === 'route';
    const gated = dedupe === 'double' || (dedupe === 'single' && isAddress);
    const open = !gated || (states === 'all' && plain.kind === 'listener');
    const isUnseen = candidate.hidden === true && !isAddress;
    const unseen = isUnseen && !open && plain.kind === 'listener' ? plain.fingerprint : null;
    const own = unseen === null ? plain : unseenInstruction(plain);
    const instruction = open ? ungated(plain, place, source, ord) : own;
    const { id, xpath, event, text, value } = candidate;
    const meta = isUnseen ? { ...candidate.meta, hidden: 'yes' as const } : candidate.meta;
    const name = classOf(plain);
    const listed = name === null ? null : (place.listed?.(name, xpath) ?? name);
    const list = listed === null ? undefined : listWithin(listed);
    const chosen = { ...(value !== undefined && { value }), ...(meta !== undefined && { meta }) };
    const action: Action = {
      ...{ id, xpath, event, ...chosen, instruction, label: text },
      ...(list !== undefined && { list }),
    };
    const under = listed === null ? '' : this.#audits.under(listed);
    const isAtPage = plain.kind === 'listener' && plain.scope === 'page' && !open;
    const loose = isAtPage && name !== null && this.#audits.regionsOf(name, xpath)?.length === 0;
    const spare = candidate.spare === true && url === null;
    const blocked = candidate.spare === true && candidate.chosen !== true && url === null;
    const beneath = blocked || (candidate.covered === true && url === null);
    const isNamed = own.scope === 'document' && !open && under === '' && !isStep(text);
    const isShown = candidate.chosen === true && url === null && isNamed;
    const known = { spare, beneath, blocked, isShown, loose };
    return { action, url, route, unseen, ...known, listed, under, kind: null, refused };
  }

  #instructionOf(
    candidate: Candidate,
    place: CandidatePlace,
  ): { url: string | null; plain: Instruction; route: string | null } {
    const bound = (name: string) => this.#audits.isBound(name);
    const route = this.#routeOf(candidate, place);
    if (route !== null) return { url: null, plain: routeInstruction(route), route: routeClass(candidate) };
    if (candidate.href !== undefined) {
      const { url, instruction } = this.#links.of(candidate.href);
      return { url, plain: instruction, route: null };
    }
    if (candidate.handler) return { url: null, plain: listenerInstruction(candidate, place, bound), route };
    if (candidate.call === undefined)
      return { url: null, plain: elementInstruction(candidate, place), route };
    return { url: null, plain: callInstruction(candidate, place, bound), route };
  }

  /**
   * The address of a link that a script may answer by itself, so that it is fired and not opened: what
   * names the page is the address all the same. `null` where the script is known not to care.
   */
  #routeOf(candidate: Candidate, place: CandidatePlace): string | null {
    const { href, handler } = candidate;
    if (href === undefined || !handler || this.#settings.engine === 'http') return null;
    const url = normalizeUrl(href);
    const here = withoutFragment(place.documentUrl);
    if (handler.place === 'hash') return url !== null && withoutFragment(url) === here ? url : null;
    if (url === null || this.#audits.isPlainLink(routeClass(candidate))) return null;
    return new URL(url).origin === new URL(place.documentUrl).origin ? this.#sessions.without(url) : null;
  }

  /** Whether an element says that it would change the site. Most stand on many pages and are asked again. */
  #changesSite(signs: Parameters<typeof unsafeWord>[0]): boolean {
    const { text, hints, call, href, isKey } = signs;
    const key = `${text}\0${hints}\0${call}\0${href}\0${isKey}`;
    return this.#unsafe.getOrMake(key, () => unsafeWord(signs) !== null);
  }

  /** Why a candidate is not followed; to be waited for where a host has to be asked for its rules. */
  #refusal(
    candidate: Candidate,
    { tooDeep, allowed, dropped }: Bounds,
  ): Judged['refused'] | Promise<Judged['refused']> {
    if (dropped) return 'dropped';
    const { href, handler } = candidate;
    const link = href === undefined ? null : this.#links.of(href);
    if (link?.url === null) return 'excluded';
    if (link && link.verdict !== 'in') return link.verdict;
    if (!this.#settings.unsafe && this.#isUnsafe(candidate, link)) return 'unsafe';
    if (handler?.kind === 'htmx' && !this.#settings.methods.includes(verbOf(handler.values))) return 'unsafe';
    if (!allowed) return 'robots';
    const last = tooDeep ? 'depth' : null;
    if (!link || !this.#robots) return last;
    const rules = this.#robots.known(link.url);
    if (rules) return link.allowedBy(rules) ? last : 'robots';
    return this.#robots.allows(link.url).then((may) => (may ? last : 'robots'));
  }

  #isUnsafe(candidate: Candidate, link: KnownLink | null): boolean {
    const { text, hints, call = '', event, value } = candidate;
    // Entries of lists are opened by Enter, and their titles may say anything.
    const isKey = event === 'key' && value !== 'Enter';
    if (link && call === '' && !isKey) return link.changesSite(candidate);
    return this.#changesSite({ text, hints, call, href: link?.url ?? '', isKey });
  }
}

/** A judgement with what the guide thinks of the candidate. */
function guided(judged: Judged, { actions }: Look, ord: number): Judged {
  const { fire = true, kind = null } = actions[ord] ?? {};
  return { ...judged, kind, refused: judged.refused ?? (fire ? null : 'unwanted') };
}

/** Elements of which it is remembered whether they would change the site. */
const judgedKept = 2000;

/** The method that an htmx attribute names: its values begin with it. */
function verbOf(values: string): string {
  return /^(?:hx-)?([a-z]+)\b/i.exec(values)?.[1]?.toUpperCase() ?? 'GET';
}

/** An address that a script wanted to go to or to open, as a link without an element. */
function scriptLink(href: string): Candidate {
  return { xpath: '', id: null, tag: '', event: 'script', href, text: '', traits: '', hints: '' };
}
