import { changeBetween, changeOfMarks } from '../../../dom/change.ts';
import { exactCheck, exactDocumentPrint } from '../../../dom/exact.ts';
import { type VolatileMask, volatileMask } from '../../../dom/mask.ts';
import { printAt } from '../../../dom/print-at.ts';
import type { SettleTiming } from '../../../model/capture.ts';
import type { DocumentTree, VolatileSpot } from '../../../model/document.ts';
import type { FoundCandidate } from './candidates.ts';
import { deltaOf } from './delta.ts';
import { typed } from './fire.ts';
import { gatherCandidates } from './gather.ts';
import { noteMoment, type Passing, passingParts, withPassing } from './moments.ts';
import { natives } from './natives.ts';
import type { AgentAnswer, AgentOrder } from './order.ts';
import { pristinely, steadily } from './pristine.ts';
import { foreignFrames, takeSnapshot } from './snapshot.ts';
import { livePath } from './sweep.ts';
import { tasks } from './tasks.ts';

/** The document as it was captured last, and before the current event. */
let shownDocument: DocumentTree | null = null;
let documentBefore: DocumentTree | null = null;
/** The same as the crawler was told of it: with what has passed meanwhile. */
let toldDocument: DocumentTree | null = null;
/** What has passed while the document was loaded, and what was left: it belongs to that, whatever leads there again. */
let passedAtLoad: { readonly rest: DocumentTree; readonly parts: readonly Passing[] } | null = null;

/**
 * What the crawler has of this document: later answers tell only how they differ. Numbers begin anywhere,
 * so that those of two documents are not taken for each other.
 */
let sentAnswer = {
  id: Math.floor(Math.random() * 2 ** 40),
  document: null as DocumentTree | null,
  candidates: [] as readonly FoundCandidate[],
};

/** An event begins: what it changes is told against what is shown now. */
export function beginChange(): void {
  documentBefore = shownDocument;
}

/** Print of what is shown, where that is not what was shown when the change began. */
export function changedPrint(spots: readonly VolatileSpot[]): string | null {
  const [before, now] = [documentBefore, shownDocument];
  if (!before || !now || before === now) return null;
  return pristinely(() => {
    const mask = volatileMask(spots);
    const print = exactDocumentPrint(now, mask);
    return print === exactDocumentPrint(before, mask) ? null : print;
  });
}

/** Whether what is shown is among what the crawler knows. */
export function isShownKnown({ known, volatile: spots }: AgentOrder): boolean {
  const now = shownDocument;
  if (!now) return false;
  return pristinely(() => {
    const mask = volatileMask(spots);
    return isAmong(known, exactDocumentPrint(now, mask), exactCheck(now, mask));
  });
}

/** The crawler names a state by its print, and by its check too where it has one. */
function isAmong(known: readonly string[], print: string, check: string): boolean {
  return known.includes(print + check) || known.includes(print);
}

/** Takes the document and looks for candidates. */
export function captureDocument(rules: AgentOrder['rules']): {
  readonly document: DocumentTree;
  readonly candidates: readonly FoundCandidate[];
} {
  return steadily(() => {
    const { document: taken, root } = takeSnapshot();
    shownDocument = taken;
    return { document: taken, candidates: gatherCandidates(root, rules) };
  });
}

/** Looks at the page while it stands still, where the clock is about to jump over a time in which it could be read. */
export function lookAtMoment(rules: AgentOrder['rules'], stood: number, repeats: boolean): void {
  noteMoment(tasks.mutations, () => ({
    document: captureDocument(rules).document,
    stood,
    repeats,
    asked: tasks.begun,
  }));
}

/** A captured document with what has passed; `rests` is the print of what is left of an event, where they differ. */
function withPassed(
  rest: DocumentTree,
  mask: VolatileMask | null,
): { readonly document: DocumentTree; readonly rests?: string } {
  const parts = passingParts(documentBefore, rest, tasks.begun);
  if (documentBefore === null) {
    passedAtLoad = parts.length > 0 ? { rest, parts } : passedAtLoad;
    return { document: withPassing(rest, parts) };
  }
  if (parts.length === 0 && !passedAtLoad) return { document: rest };
  const rests = exactDocumentPrint(rest, mask);
  const isAsLoaded = passedAtLoad && exactDocumentPrint(passedAtLoad.rest, mask) === rests;
  const whole = isAsLoaded && passedAtLoad ? withPassing(rest, passedAtLoad.parts) : rest;
  if (parts.length === 0) return { document: whole };
  return {
    document: withPassing(whole, parts),
    rests: whole === rest ? rests : exactDocumentPrint(whole, mask),
  };
}

/** Paths of the frames of other origins in what was captured last. */
export function foreignPaths(): string[] {
  return steadily(() => foreignFrames.map(livePath));
}

/** Prints at some paths of what was captured last. */
export function shownPrints(paths: readonly string[], spots: readonly VolatileSpot[]): (string | null)[] {
  return pristinely(() => {
    const mask = volatileMask(spots);
    return paths.map((path) => toldDocument && printAt(toldDocument, path, mask));
  });
}

/** What the page answers to an order, as JSON. */
export function answerText(
  order: AgentOrder,
  rest: Pick<
    AgentAnswer,
    | 'settled'
    | 'wanted'
    | 'leaves'
    | 'cutLists'
    | 'declined'
    | 'unsent'
    | 'historySteps'
    | 'before'
    | 'paused'
    | 'redressed'
    | 'streams'
    | 'cookies'
  > & {
    readonly timing: Omit<SettleTiming, 'capture'>;
  },
): string {
  const began = natives.performanceNow();
  const { document: left, candidates } = captureDocument(order.rules);
  const frames = foreignPaths();
  // From here on nothing of the page is touched any more: what its scripts hold on to gets to see none of it.
  return pristinely(() => {
    const mask = volatileMask(order.volatile);
    const { document: taken, rests } = withPassed(left, mask);
    toldDocument = taken;
    const fingerprint = exactDocumentPrint(taken, mask);
    const change = documentBefore && changeBetween(documentBefore, taken, mask);
    const check = exactCheck(taken, mask);
    // What is shown is known only together with the frames, of which the crawler knows.
    const isKnown = frames.length === 0 && isAmong(order.known, fingerprint, check);
    const body = isKnown ? '' : sentBody(order.base, taken, candidates);
    const timing = { ...rest.timing, capture: natives.performanceNow() - began };
    const head: AgentAnswer = {
      found: true,
      ...rest,
      timing,
      fingerprint,
      check,
      ...(rests !== undefined && { rests }),
      ...(change && { change }),
      ...(!change && documentBefore && changeOfMarks(documentBefore, taken) && { marks: true as const }),
      ...(typed.length > 0 && { typed }),
      ...(frames.length > 0 && { frames }),
    };
    return `${natives.stringify(head).slice(0, -1)}${body}}`;
  });
}

/** Number, document and candidates, as members of a JSON object. */
function sentBody(base: number, taken: DocumentTree, candidates: readonly FoundCandidate[]): string {
  const before = base === sentAnswer.id ? sentAnswer.document : null;
  const listed = before ? listCandidates(candidates, sentAnswer.candidates) : natives.stringify(candidates);
  const tree = before
    ? `"delta":${natives.stringify(deltaOf(before, taken))}`
    : `"document":${natives.stringify(taken)}`;
  sentAnswer = { id: sentAnswer.id + 1, document: taken, candidates };
  return `,"id":${sentAnswer.id},${tree},"candidates":${listed}`;
}

/** Candidates as JSON; those that the crawler has are named by their places in the list before. */
function listCandidates(candidates: readonly FoundCandidate[], before: readonly FoundCandidate[]): string {
  let places: Map<FoundCandidate, number> | null = null;
  let texts: Map<string, number> | null = null;
  const listed: string[] = [];
  let run: [number, number] | null = null;
  for (const [at, candidate] of candidates.entries()) {
    let place: number | undefined = run ? run[1] + 1 : at;
    let text = '';
    if (before[place] !== candidate) {
      places ??= new Map(before.map((each, index) => [each, index]));
      place = places.get(candidate);
    }
    if (place === undefined) {
      text = natives.stringify(candidate);
      texts ??= new Map(before.map((each, index) => [natives.stringify(each), index]));
      place = texts.get(text);
    }
    if (run && place === run[1] + 1) run[1] = place;
    else {
      if (run) listed.push(runText(run));
      run = place === undefined ? null : [place, place];
      if (place === undefined) listed.push(text);
    }
  }
  if (run) listed.push(runText(run));
  return `[${listed.join(',')}]`;
}

function runText([from, to]: readonly [number, number]): string {
  return from === to ? `${from}` : `[${from},${to}]`;
}
