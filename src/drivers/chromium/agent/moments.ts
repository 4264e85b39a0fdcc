import type { DocumentTree, ElementNode, TreeNode } from '../../../model/document.ts';

/**
 * What a page shows for a while and takes away by itself: messages that hide after some seconds, slides that follow
 * each other. The clock jumps over the time in which a person would read them, so the page is looked at before it
 * jumps, and what is gone in the end belongs to what the event, or the load, has shown.
 */

/** The page while it stood still for long enough to be read. */
export interface Moment {
  readonly document: DocumentTree;
  /** Virtual milliseconds in which nothing changed. */
  readonly stood: number;
  /** It was ended by a timer that comes again and again. */
  readonly repeats: boolean;
  /** Requests that were made until then. */
  readonly asked: number;
}

/** A part of a moment that is gone in the end, and the steps to what it was in. */
export interface Passing {
  readonly node: ElementNode;
  readonly steps: readonly string[];
}

/** Milliseconds that something has to stand to be read: copy buttons say "Copied" for 1 to 2 s, toasts stay for 3 to 6. */
export const readable = 1000;
/** The same for one of several things that take turns: counters and clocks go on each second, slides do not. */
const readableInTurns = 2000;
/** By how much the times of things that take turns may differ. */
const evenly = 0.1;
/** Moments of one event at the most: ten fit into the default of virtual time, what takes turns may take longer. */
const momentsKept = 32;

let moments: Moment[] = [];
/** All that took turns in this document, numbers aside. */
const turned = new Set<string>();
/** Changes of the document that were looked at. */
let looked = -1;

/** Another event begins, after so many changes of the document. */
export function beginMoments(changes: number): void {
  moments = [];
  looked = changes;
}

/** The page stands still after so many changes of the document; `take` is called where that was not seen yet. */
export function noteMoment(changes: number, take: () => Moment): void {
  if (changes === looked || moments.length >= momentsKept) return;
  looked = changes;
  moments.push(take());
}

/** Whether the page stood still since the event began, so that what it shows now may be one of several things. */
export function mayTurn(): boolean {
  return moments.length > 0;
}

/**
 * Whether something took the place of something else at the last look that was never seen before: then one waits for
 * what follows, also beyond the time that an event is given. What comes round, counts or is asked for brings nothing.
 */
export function isTurning(): boolean {
  const [before, last] = moments.slice(-2);
  if (!before || !last || moments.length >= momentsKept || last.asked !== before.asked) return false;
  if (
    last.stood < readableInTurns ||
    !(last.repeats || Math.abs(last.stood - before.stood) <= evenly * last.stood)
  )
    return false;
  const [shown, now] = [before, last].map(({ document }) => [...shownIn(document)].map(withoutNumbers)) as [
    string[],
    string[],
  ];
  for (const each of shown) turned.add(each);
  const came = now.filter((each) => !turned.has(each));
  for (const each of came) turned.add(each);
  return came.length > 0 && shown.some((each) => !now.includes(each));
}

/** What was shown since the event began, and neither before it nor now; `asked` are the requests made until now. */
export function passingParts(before: DocumentTree | null, rest: DocumentTree, asked: number): Passing[] {
  const all = moments.filter(({ document }, at) => document !== (moments[at + 1]?.document ?? rest));
  if (all.length === 0) return [];
  const end = shownIn(rest);
  const shown = all.map(({ document }) => shownIn(document));
  const known = before ? shownIn(before) : new Set<string>();
  const taken = new Set<string>();
  const parts: Passing[] = [];
  const ever = new Set(known);
  const exchanges = all.map((_, at) => {
    for (const each of shown[at] as Set<string>) ever.add(each);
    return exchangeOf(shown[at] as Set<string>, shown[at + 1] ?? end, ever);
  });
  for (const [at, { document }] of all.entries()) {
    const { gone, came } = exchanges[at] as Exchange;
    if (came.length > 0 && !isTurn(all, exchanges, at, asked)) continue;
    const passed = new Set(gone.filter((each) => !known.has(each) && !end.has(each) && !taken.has(each)));
    for (const each of passed) taken.add(each);
    if (passed.size > 0) addParts(document.root, counterpart(rest.root), [], passed, parts);
  }
  return parts;
}

/** What one moment shows that the next does not, and what the next shows that was never shown. */
interface Exchange {
  readonly gone: readonly string[];
  readonly came: readonly string[];
}

function exchangeOf(one: Set<string>, next: Set<string>, ever: Set<string>): Exchange {
  return {
    gone: [...one].filter((each) => !next.has(each)),
    came: [...next].filter((each) => !ever.has(each)),
  };
}

/**
 * Whether something took the place of something else as slides do: by a timer that comes again and again, or in even
 * steps. What takes the place of a placeholder does neither, and what was asked for is news, not the next slide.
 */
function isTurn(
  all: readonly Moment[],
  exchanges: readonly Exchange[],
  at: number,
  askedInTheEnd: number,
): boolean {
  const { stood, repeats, asked } = all[at] as Moment;
  const { gone, came } = exchanges[at] as Exchange;
  if (stood < readableInTurns || gone.length === 0) return false;
  if (asked !== (all[at + 1]?.asked ?? askedInTheEnd)) return false;
  const counted = new Set(came.map(withoutNumbers));
  if (gone.every((each) => counted.has(withoutNumbers(each)))) return false;
  const isEven = (other: number) => {
    const beside = exchanges[other] && all[other];
    const isExchange = (exchanges[other]?.came.length ?? 0) > 0;
    return isExchange && beside && Math.abs(beside.stood - stood) <= evenly * stood;
  };
  return repeats || isEven(at + 1) || isEven(at - 1) === true;
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '#');
}

const silent = /^(?:head|script|style|noscript|template|title|textarea|datalist|select)$/;
const silentInDrawings = /^(?:title|desc|metadata|style|script)$/;
/** Names of what stands for something that is still to come. */
const provisional = /load(?:er|ing)|spinner|skeleton|placeholder|progress|(?:^|[\s_-])busy/i;
/** Texts that say so. */
const unfinished = /(?:…|\.\.\.)$|^loading\b/i;

function isProvisional({ tag, attrs = {} }: ElementNode): boolean {
  return (
    tag === 'progress' ||
    attrs['aria-busy'] === 'true' ||
    attrs.role === 'progressbar' ||
    provisional.test(`${attrs.class ?? ''} ${attrs.id ?? ''}`)
  );
}

/** What an element shows by itself: a picture that its author has not called decoration. */
function pictureOf({ tag, attrs = {} }: ElementNode): string {
  const { src = '', alt } = attrs;
  return tag === 'img' && src !== '' && alt !== '' && !src.startsWith('data:') ? `img ${src}` : '';
}

function textOf(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return /\p{L}/u.test(plain) && !unfinished.test(plain) ? plain : '';
}

function isUnseen(node: ElementNode): boolean {
  const silenced = node.ns === undefined ? silent : silentInDrawings;
  return node.hidden === true || silenced.test(node.tag) || isProvisional(node);
}

function kidsOf({ kids = [], shadow }: ElementNode): readonly TreeNode[] {
  return shadow ? [...kids, ...shadow.kids] : kids;
}

/** The texts and pictures of a document. Frames have clocks of their own, and are left out. */
function shownIn({ root }: DocumentTree): Set<string> {
  const shown = new Set<string>();
  addShown(root, shown);
  return shown;
}

function addShown(node: ElementNode, shown: Set<string>): void {
  if (isUnseen(node)) return;
  const picture = pictureOf(node);
  if (picture !== '') shown.add(picture);
  for (const kid of kidsOf(node)) {
    if (typeof kid !== 'string') addShown(kid, shown);
    else if (textOf(kid) !== '') shown.add(textOf(kid));
  }
}

/** The part of the final document that an element is compared with. */
type Counterpart = ElementNode | null;

function counterpart(node: ElementNode | undefined): Counterpart {
  return node && !node.hidden ? node : null;
}

/**
 * Adds the largest parts of an element that show nothing but what has passed. What an empty box was filled with is put
 * into the box, not a second box beside it.
 */
function addParts(
  node: ElementNode,
  rest: Counterpart,
  steps: readonly string[],
  passed: ReadonlySet<string>,
  parts: Passing[],
): void {
  for (const inShadow of [false, true]) {
    const kids = (inShadow ? node.shadow?.kids : node.kids) ?? [];
    const others = (inShadow ? rest?.shadow?.kids : rest?.kids) ?? [];
    const here = inShadow ? [...steps, '#shadow'] : steps;
    const counts = new Map<string, number>();
    for (const kid of kids) {
      if (typeof kid === 'string') {
        if (passed.has(textOf(kid))) parts.push({ node: { tag: 'span', kids: [kid] }, steps: here });
        continue;
      }
      const place = (counts.get(kid.tag) ?? 0) + 1;
      counts.set(kid.tag, place);
      const share = passedShare(kid, passed);
      if (share === 'none') continue;
      const other = counterpart(nthOf(others, kid.tag, place));
      if (share === 'all' && !isEmptyBox(other)) parts.push({ node: kid, steps: here });
      else addParts(kid, other, [...here, `${kid.tag}[${place}]`], passed, parts);
    }
  }
}

function isEmptyBox(node: Counterpart): boolean {
  if (!node) return false;
  const shown = new Set<string>();
  addShown(node, shown);
  return shown.size === 0;
}

/** How much of what an element shows has passed. */
function passedShare(node: ElementNode, passed: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const shown = new Set<string>();
  addShown(node, shown);
  let count = 0;
  for (const each of shown) if (passed.has(each)) count++;
  return count === 0 ? 'none' : count === shown.size ? 'all' : 'some';
}

function nthOf(kids: readonly TreeNode[], tag: string, place: number): ElementNode | undefined {
  let left = place;
  for (const kid of kids) if (typeof kid !== 'string' && kid.tag === tag && --left === 0) return kid;
  return undefined;
}

/**
 * A document with what has passed in it, each at the end of what it was in: so no path to anything else changes. Where
 * that is gone, at the end of the page.
 */
export function withPassing(document: DocumentTree, parts: readonly Passing[]): DocumentTree {
  let { root } = document;
  for (const { node, steps } of parts)
    root = put(root, steps, 0, node) ?? put(root, ['body[1]'], 0, node) ?? root;
  return root === document.root ? document : { ...document, root };
}

function put(
  around: ElementNode,
  steps: readonly string[],
  at: number,
  node: ElementNode,
): ElementNode | null {
  const step = steps[at];
  const { shadow, kids = [] } = around;
  if (step === undefined) return { ...around, kids: [...kids, node] };
  if (step === '#shadow') {
    const inside = shadow && putAmong(shadow.kids, steps, at + 1, node);
    return inside ? { ...around, shadow: { ...shadow, kids: inside } } : null;
  }
  const inside = putAmong(kids, steps, at, node);
  return inside && { ...around, kids: inside };
}

function putAmong(
  kids: readonly TreeNode[],
  steps: readonly string[],
  at: number,
  node: ElementNode,
): readonly TreeNode[] | null {
  const step = steps[at];
  if (step === undefined) return [...kids, node];
  const [tag = '', place = ''] = step.slice(0, -1).split('[');
  const kid = nthOf(kids, tag, Number(place));
  const made = kid && !kid.hidden ? put(kid, steps, at + 1, node) : null;
  return made && kids.map((each) => (each === kid ? made : each));
}
