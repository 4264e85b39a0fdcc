import { fingerprint } from '../fingerprint/rabin.ts';
import { namePrint } from '../fingerprint/secret.ts';
import type { Candidate, Instruction } from '../model/index.ts';
import { withoutLabel } from './agreements.ts';
import { callClass, isExplicit, normalizeCall } from './calls.ts';
import { isPlaced, isPosition, isStep, namedByText, namesOf, namesPlace } from './naming.ts';

/** Where a candidate stands: calls mean something within a document, some only on one page of it. */
export interface CandidatePlace {
  /** Address the document was loaded from. */
  readonly documentUrl: string;
  /** Fingerprint of the page. */
  readonly page: string;
  /**
   * What an action of a class that stands at a path depends on, where that is known to be less than the
   * page: fingerprint of the part of the page that it belongs to and changes.
   */
  readonly around?: (className: string, xpath: string) => string | null;
  /** What stands around an element that nothing but its position tells from others, where nothing stands beside it. */
  readonly nearby?: (xpath: string) => string | null;
  /** What stands beside it in a part of the page that it is alone in: the text of its row. */
  readonly beside?: (candidate: Candidate) => string | null;
  /** What an element did on the page that this one lies over, by its instruction's text. */
  readonly behind?: (text: string) => string | null;
  /** Name of the list of a class that stands at a path: what is chosen of it, and what it depends on, is its own. */
  readonly listed?: (className: string, xpath: string) => string;
  /** The latest choices of the lists that a list depends on; empty where it depends on none. */
  readonly context?: (list: string) => string;
  /** Whether a class is known to lead to one page each from anywhere in its document, whatever it is called. */
  readonly free?: (className: string) => boolean;
  /** Whether what is written on the elements of a class does not matter beside their data. */
  readonly byValues?: (className: string) => boolean;
}

/** Instruction of an address that a script of the page shows by itself: the page is one with the address's. */
export function routeInstruction(url: string): Instruction {
  return { ...urlInstruction(url), kind: 'route' };
}

/**
 * Class of links on which a handler listens: its first firing shows whether it answers them. A listener on the whole page
 * may tell links apart by what they carry and where they stand, so that these are part of it.
 */
export function routeClass({ handler, traits, hints, xpath }: Candidate): string {
  const names = [...traits.matchAll(/ ([a-z][\w-]*)=/g)].map(([, name]) => name);
  // Hints are classes where no other attribute adds to them.
  const classes = names.some((name) => name !== undefined && hinting.has(name)) ? '' : hints;
  const carried = names.filter((name) => name !== 'href').join(' ');
  const sign = `${carried}|${classes}|${xpath.replace(/\[\d+\]/g, '')}`;
  return `route ${handler?.place ?? ''} ${fingerprint(sign)}`;
}

/** Attributes beside classes of which hints are made. */
const hinting: ReadonlySet<string> = new Set(['id', 'name', 'title', 'aria-label', 'value']);

/**
 * Instruction of an element that a script has bound: the handler's place and the values that tell its
 * elements apart. Where these name something (a number, a title, data, what the handler closes over), it
 * is presumed to lead to one page from anywhere in its document; a step (`Next`) depends on what is shown.
 */
export function listenerInstruction(
  candidate: Candidate,
  place: CandidatePlace,
  bound: (name: string) => boolean,
): Instruction {
  const { name, text: whole, named } = namingOf(candidate);
  const text = place.byValues?.(name) ? (withoutLabel(whole, candidate.text) ?? whole) : whole;
  const list = place.listed?.(name, candidate.xpath) ?? name;
  const context = place.context?.(list) ?? '';
  // What calls itself a step is one, however the others of its handler behave.
  const free = !/\p{L}/u.test(candidate.text) || !isStep(candidate.text);
  const beside = isPlaced(candidate) && !bound(list) ? place.beside?.(candidate) : null;
  if (beside) {
    const told = `${name}(${namesOf(candidate).replace(/\bnth=\d+/, `by=${beside}`)})`;
    return instruction('listener', 'document', told, `${place.documentUrl}${context}`);
  }
  if ((named || (free && place.free?.(name))) && !bound(list))
    return instruction('listener', 'document', text, `${place.documentUrl}${context}`);
  const nearby = isPosition(candidate.handler?.values ?? '') ? place.nearby?.(candidate.xpath) : null;
  if (nearby && !bound(list)) {
    const placed = `${name}(${namesOf(candidate)} ${nearby.slice(0, 8)})`;
    return instruction('listener', 'document', placed, `${place.documentUrl}${context}`);
  }
  // What lies under a dialogue cannot be reached, and does what it did before the dialogue was opened.
  const behind = candidate.covered ? place.behind?.(text) : null;
  if (behind) return { kind: 'listener', scope: 'page', text, fingerprint: behind };
  const around = place.around?.(name, candidate.xpath) ?? place.page;
  const { xpath, text: label } = candidate;
  const print = stepFingerprint(text, place.documentUrl, around, ownPath(text, label, xpath));
  return { kind: 'listener', scope: 'page', text, fingerprint: print };
}

/** Where an element stands, whatever was opened before the part that it is in. */
function ownPlace({ xpath, late }: Candidate): string {
  return late === undefined ? xpath : xpath.replace(/^(\/HTML\/BODY\[1\]\/[^[]+)\[\d+\]/, `$1[late ${late}]`);
}

/** What a candidate says of itself, wherever it stands. */
interface Naming {
  readonly name: string;
  readonly text: string;
  readonly named: boolean;
}

/** Candidates of elements that did not change are the same objects from page to page. */
const namings = new WeakMap<Candidate, Naming>();

function namingOf(candidate: Candidate): Naming {
  const kept = namings.get(candidate);
  if (kept) return kept;
  // One handler listens to several keys, which have nothing in common; so it is with a terminal's screen.
  const isKey = candidate.event === 'keydown' || candidate.event === 'key';
  const key = isKey && candidate.value ? `.${candidate.value}` : '';
  const name = `${candidate.handler?.place ?? ''}.${candidate.event}${key}`;
  const stands = namedByText(candidate) ? ` @${fingerprint(ownPlace(candidate)).slice(0, 6)}` : '';
  const text = `${name}(${namesOf(candidate)}${stands})`;
  const naming = { name, text, named: namesPlace(candidate) };
  namings.set(candidate, naming);
  return naming;
}

/** Fingerprint of a step: it depends on the part of the page that it belongs to, and changes. */
export function stepFingerprint(text: string, documentUrl: string, around: string, own: string): string {
  return namePrint(`listener\n${documentUrl} ${around} ${own}\n${text}`);
}

/** Elements without any name are told apart by where they stand. */
export function ownPath(text: string, label: string, xpath: string): string {
  return label === '' || /\(nth=\d+/.test(text) ? xpath : '';
}

/** Fingerprint of a named instruction in a document, under the choices that its class depends on. */
export function namedFingerprint(
  { kind, text }: Pick<Instruction, 'kind' | 'text'>,
  event: string,
  documentUrl: string,
  context: string,
): string {
  const where = kind === 'call' ? `${documentUrl} ${event}${context}` : `${documentUrl}${context}`;
  return namePrint(`${kind}\n${where}\n${text}`);
}

/**
 * The same of an element that nobody can see: scripts may ask whether it is shown, so that what it did in vain while
 * hidden says nothing of what it does when it is seen.
 */
export function unseenInstruction(plain: Instruction): Instruction {
  return { ...plain, fingerprint: namePrint(`hidden ${plain.fingerprint}`) };
}

/** Instruction of a link: its normalised address, the same everywhere. */
export function urlInstruction(url: string): Instruction {
  return instruction('url', 'site', url, '');
}

/** Instruction of a form that posts, with what it is sent with: the same everywhere. */
export function formInstruction(url: string, body: string, how: 'POST' | 'ASK' = 'POST'): Instruction {
  return instruction('form', 'site', `${how} ${url} ${body}`, '');
}

/**
 * Instruction of a scripted element, known before it is fired (dAjaxCrawling §2.4.2: `eurl:funcall`).
 *
 * A call with its values written out (`load(2)`) is presumed to lead to one page from anywhere in its
 * document; the document belongs to it, because `load(2)` on another article is another page. A bare
 * call (`next()`), or one that uses the element it stands on, is presumed to depend on the page too.
 * `bound` says that a class was found to depend on the page after all.
 */
export function callInstruction(
  candidate: Candidate,
  place: CandidatePlace,
  bound: (callClass: string) => boolean,
): Instruction {
  const { source } = candidate;
  const plain = plainCall(candidate, place, bound);
  return source === undefined ? plain : { ...plain, source };
}

/** Class of what a candidate runs, before its instruction is known; `null` for addresses. */
export function candidateClass(candidate: Candidate): string | null {
  if (candidate.href !== undefined) return null;
  if (candidate.handler) return namingOf(candidate).name;
  if (candidate.call === undefined) return null;
  return callClass(scriptName(candidate.script), normalizeCall(withOwnValue(candidate)));
}

function plainCall(
  candidate: Candidate,
  place: CandidatePlace,
  bound: (callClass: string) => boolean,
): Instruction {
  const call = normalizeCall(withOwnValue(candidate));
  const script = scriptName(candidate.script);
  const text = `${script}:${call}`;
  const name = callClass(script, call);
  const asks = /\b(?:this|event|arguments)\b/.test(call);
  const { value, event, traits } = candidate;
  // What is chosen names the place: the event means the same wherever it is chosen from the same list.
  const chosen = event === 'change' && (value !== undefined || / value=/.test(traits));
  const list = place.listed?.(name, candidate.xpath) ?? name;
  if ((isExplicit(call) || chosen || place.free?.(name)) && !bound(list)) {
    const context = place.context?.(list) ?? '';
    const from = chosen ? ` ${value ?? ''} ${traits}` : '';
    return instruction('call', 'document', text, `${place.documentUrl} ${event}${from}${context}`);
  }
  const key = value === undefined ? '' : ` ${value}`;
  const own = asks ? ` ${traits} ${candidate.xpath}` : '';
  return instruction('call', 'page', text, `${place.documentUrl} ${place.page} ${event}${key}${own}`);
}

/** The element's own value, as calls ask for it. */
const ownValue =
  /\b(?:this|event\.(?:target|currentTarget))\.value\b|\bthis\.options\[\s*this\.selectedIndex\s*\]\.value\b/g;

/** A call with the value that it asks its element for, where that is what the event chooses. */
function withOwnValue({ call = '', value, event }: Candidate): string {
  if (value === undefined || event === 'keydown') return call;
  return call.replace(ownValue, `'${value.replace(/[\\']/g, '\\$&')}'`);
}

/**
 * Instruction of an element without known handlers (ASC's candidates). The same element in another
 * state of the document is presumed to do the same, as ASC looks only at what an event has changed.
 */
export function elementInstruction(candidate: Candidate, place: CandidatePlace): Instruction {
  const text = `${candidate.xpath} ${candidate.traits}`;
  return instruction('element', 'document', text, `${place.documentUrl} ${candidate.event}`);
}

/**
 * The same instruction made different for one transition: for policies without the instruction gate.
 * The page's content belongs to it, because a page met on the way is judged before it has a number:
 * `source` is then the page it was met from, whose own transitions must stay apart.
 */
export function ungated(plain: Instruction, place: CandidatePlace, source: number, ord: number): Instruction {
  const where = `${source} ${place.page} ${ord}`;
  return { ...plain, scope: 'page', fingerprint: namePrint(`${where} ${plain.fingerprint}`) };
}

/** Class of an instruction: what it shares with others that do the same with other values; `null` for addresses. */
export function classOf(plain: Instruction): string | null {
  if (plain.kind === 'route') return 'route';
  if (plain.kind === 'listener') return plain.text.slice(0, plain.text.indexOf('('));
  if (plain.kind !== 'call') return null;
  const [, script, call] = /^(inline|[a-z]+:\/\/[^/]*\/[^:]*):([\s\S]*)$/.exec(plain.text) ?? [];
  return script === undefined || call === undefined ? null : callClass(script, call);
}

/**
 * What an action runs, whatever page it stands on: a call with its values, or the handler behind an element. `null`
 * for addresses, which are known by themselves.
 */
export function wayOf(plain: Instruction): string | null {
  if (plain.kind === 'call') return `way ${plain.text}`;
  return plain.kind === 'listener' ? `way ${classOf(plain)}` : null;
}

/**
 * Prints of a page as a whole: of what it shows, and of where it leads. Two addresses are one page only where both
 * are equal: the same table of contents in another folder, or the same button with another script, leads elsewhere.
 * `own` is the instruction of the page's own address. Links to oneself say nothing, so there are two prints, without
 * and with them, and pages are one where either is equal: copies link to each other, and pages to places in them.
 */
export function wholePrints(
  content: string,
  own: Instruction,
  leading: Iterable<Instruction>,
): readonly [string, string] {
  const leads = new Set<string>();
  for (const instruction of leading) {
    const lead = isAddress(instruction) ? instruction.fingerprint : wayOf(instruction);
    if (lead !== null) leads.add(instruction.source ? `${lead} ${instruction.source}` : lead);
  }
  const print = () => namePrint(`page\n${content}\n${[...leads].sort().join('\n')}`);
  leads.delete(own.fingerprint);
  const without = print();
  leads.add(own.fingerprint);
  return [without, print()];
}

/** Whether an address may carry another one along. */
export function carriesAddress(url: string): boolean {
  return /=(?:\/|%2f|https?(?::|%3a))/i.test(url);
}

/** A page that was reached by a link, for `returnPrint`. */
export interface FollowedPage {
  /** Instruction of its own address. */
  readonly own: Instruction;
  /** Address of the page that the link stands on. */
  readonly from: string;
  readonly leading: Iterable<Instruction>;
  /** Its text and its pictures, without addresses. */
  readonly shown: () => string;
}

/**
 * Print of a page whose address says where one came from (`?next=/list?page=2`), `null` for others. It leads back there,
 * and hands that on with other links; neither says what it is, so the way back is left out wherever it stands.
 */
export function returnPrint({ own, from, leading, shown }: FollowedPage): string | null {
  const ways = waysBack(own, from);
  if (ways.size === 0) return null;
  const leads = new Set([withoutWays(own.text, ways)]);
  for (const instruction of leading) {
    const { kind, text } = instruction;
    if (isAddress(instruction) && ways.has(text)) continue;
    const lead = kind === 'url' ? withoutWays(text, ways) : wayOf(instruction);
    if (lead !== null) leads.add(lead);
  }
  return namePrint(`return\n${shown()}\n${[...leads].sort().join('\n')}`);
}

function isAddress({ kind }: Instruction): boolean {
  return kind === 'url' || kind === 'route';
}

/** Ways back that an address carries along, as written and in full: to the page it was found on, or handed on by that. */
function waysBack({ kind, text }: Instruction, from: string): ReadonlySet<string> {
  const [url, source] = kind === 'url' && text.includes('?') ? [URL.parse(text), URL.parse(from)] : [];
  const ways = new Set<string>();
  for (const value of url?.searchParams.values() ?? []) {
    const to = /^(?:\/(?!\/)|https?:\/\/)/i.test(value) ? URL.parse(value, text) : null;
    if (to === null || !source || to.origin !== source.origin) continue;
    const isHandedOn = [...source.searchParams.values()].includes(value);
    if (isHandedOn || to.pathname === source.pathname) ways.add(value).add(to.href);
  }
  return ways;
}

function withoutWays(address: string, ways: ReadonlySet<string>): string {
  const url = address.includes('?') ? URL.parse(address) : null;
  if (url === null) return address;
  for (const [name, value] of [...url.searchParams])
    if (ways.has(value)) url.searchParams.delete(name, value);
  return url.href;
}

/** A script's address without colons in its path: the first one after the authority ends it (`classOf`). */
function scriptName(address = 'inline'): string {
  const [, origin = '', path = address] = /^([a-z]+:\/\/[^/]*)([\s\S]*)$/.exec(address) ?? [];
  return origin + path.replaceAll(':', '%3A');
}

function instruction(
  kind: Instruction['kind'],
  scope: Instruction['scope'],
  text: string,
  where: string,
): Instruction {
  return { kind, scope, text, fingerprint: namePrint(`${kind}\n${where}\n${text}`) };
}
