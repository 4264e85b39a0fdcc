import { expectLarge } from '../../memory/relief.ts';
import type { ContentChange, SettleTiming } from '../../model/capture.ts';
import {
  ArgiopeError,
  type Box,
  type DocumentTree,
  type ElementNode,
  type ShadowTree,
} from '../../model/index.ts';
import type { FoundCandidate, FoundHandler } from './agent/candidates.ts';
import type { EffectAnswer, EffectReport } from './agent/effect-gate.ts';
import type { FrameCapture } from './agent/frames.ts';
import type { AgentAnswer } from './agent/order.ts';
import type { StreamNews } from './agent/streams.ts';
import type { CutList } from './agent/sweep.ts';

// What agents say comes out of pages, and is read as anything that comes from strangers.

/** What an agent says to an order: an answer, or that it needs answers of other documents before. */
export type AgentWord = AgentAnswer | { readonly need: readonly string[] };

type Shape = (value: unknown) => boolean;

/** Characters of one text, and things in one list, at the most: a document may be as large as that. */
const longest = 64 << 20;
const most = 1 << 20;

const text: Shape = (value) => typeof value === 'string' && value.length <= longest;
const flag: Shape = (value) => typeof value === 'boolean';
const yes: Shape = (value) => value === true;
const number: Shape = (value) => typeof value === 'number' && Number.isFinite(value);
const count: Shape = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const nothing: Shape = (value) => value === null;
const word =
  (...words: readonly string[]): Shape =>
  (value) =>
    words.includes(value as string);
const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));
const list =
  (shape: Shape, limit = most): Shape =>
  (value) =>
    Array.isArray(value) && value.length <= limit && value.every(shape);
const fixed =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    Array.isArray(value) && value.length === shapes.length && shapes.every((shape, at) => shape(value[at]));

/** A shape for each member of a type: those that may be missing have a question mark. */
type MemberShapes<T> = {
  readonly [K in keyof T & string as object extends Pick<T, K> ? `${K}?` : K]-?: Shape;
};

/** An object with these members and no others. */
function members<T>(shapes: MemberShapes<T>): Shape {
  const needed: string[] = [];
  const known = new Map<string, Shape>();
  for (const [name, shape] of Object.entries<Shape>(shapes as Record<string, Shape>)) {
    const bare = name.replace('?', '');
    known.set(bare, shape);
    if (bare === name) needed.push(name);
  }
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) if (!known.get(name)?.(value[name])) return false;
    return needed.every((name) => Object.hasOwn(value, name));
  };
}

/** An object of any names. */
const named =
  (shape: Shape): Shape =>
  (value) => {
    if (!isObject(value)) return false;
    for (const name in value) if (!shape(value[name])) return false;
    return true;
  };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A name that an element may have: it becomes a step of paths. */
const tag: Shape = (value) => text(value) && value !== '' && (value as string).length <= 1000;
const print: Shape = (value) => typeof value === 'string' && /^[0-9a-f]{0,64}$/.test(value);

const elementOwn = {
  tag,
  'ns?': word('svg', 'math'),
  'attrs?': named(text),
  'value?': text,
  'checked?': flag,
  'selected?': flag,
  'css?': text,
  'image?': text,
  'hidden?': yes,
};
const documentOwn = {
  url: text,
  base: text,
  doctype: either(text, nothing),
  title: text,
  lang: text,
  'sheets?': list(text),
};

interface Shapes {
  readonly element: Shape;
  readonly document: Shape;
}

function shapes(
  kid: (self: Shapes) => Shape,
  root: (self: Shapes) => Shape,
  more: Record<string, Shape>,
): Shapes {
  const kids = list((value) => typeof value === 'string' || kid(self)(value));
  const shadow = members<ShadowTree>({ mode: word('open', 'closed'), kids, 'sheets?': list(text) });
  const frame: Shape = (value) => self.document(value);
  const self: Shapes = {
    element: members<ElementNode>({
      ...elementOwn,
      ...more,
      'kids?': kids,
      'shadow?': shadow,
      'frame?': frame,
    }),
    document: members<DocumentTree>({ ...documentOwn, root: (value) => root(self)(value) }),
  };
  return self;
}

const plain = shapes(
  ({ element }) => element,
  ({ element }) => element,
  {},
);
const place = either(count, fixed(count, count));
/** In a difference, kids may be places of earlier ones; new elements are told as they are. */
const changed = shapes(
  ({ element }) =>
    (value) =>
      isObject(value) ? (Object.hasOwn(value, 'old') ? element(value) : plain.element(value)) : place(value),
  ({ element }) =>
    (value) =>
      value === 0 || element(value),
  { 'old?': count },
);

const documentShape = plain.document;
const deltaShape = changed.document;

const candidateShape = members<Omit<FoundCandidate, 'script' | 'handler'>>({
  xpath: text,
  id: either(text, nothing),
  tag,
  event: text,
  text,
  traits: text,
  hints: text,
  'value?': text,
  'href?': text,
  'call?': text,
  'source?': text,
  'hidden?': yes,
  'spare?': yes,
  'chosen?': yes,
  'covered?': yes,
  'late?': count,
  'meta?': named(either(text, list(text, 1000), number, flag)),
  'callee?': text,
  'calleeSource?': text,
  'found?': members<FoundHandler>({
    kind: text,
    values: text,
    'place?': text,
    'run?': text,
    'source?': text,
    'wrapped?': yes,
    'key?': text,
  }),
});

/** An answer to a request that was known already, or the whole of it. */
interface KnownNews {
  readonly key: string;
  readonly kind: string;
  readonly print?: string;
}

const addresses = list(text, 10_000);
const pair = fixed(text, text);
const effectsShape = members<EffectReport>({
  answers: list(
    members<Partial<EffectAnswer> & KnownNews & { method?: string; asked?: string }>({
      key: text,
      kind: text,
      'print?': text,
      'method?': text,
      'asked?': text,
      'url?': text,
      'status?': count,
      'statusText?': text,
      'headers?': list(pair, 1000),
      'body?': text,
      'redirected?': flag,
    }),
    10_000,
  ),
  served: list(
    (value) =>
      Array.isArray(value) &&
      value.length <= 5 &&
      fixed(text, text, count)(value.slice(0, 3)) &&
      value.slice(3).every(text),
  ),
  blocked: list(fixed(text, text, text)),
  marks: list(text),
});

const answerShape = members<AgentAnswer>({
  found: flag,
  settled: word('quiet', 'budget'),
  fingerprint: print,
  'check?': print,
  'rests?': print,
  wanted: addresses,
  'leaves?': text,
  historySteps: count,
  'typed?': addresses,
  'cookies?': yes,
  'before?': print,
  'oversize?': number,
  'declined?': list(text, 1000),
  'unsent?': list(text, 1000),
  'cutLists?': list(members<CutList>({ rows: number, taken: number }), 1000),
  'timing?': members<SettleTiming>({ took: number, lag: number, capture: number }),
  'streams?': list(
    members<StreamNews>({
      url: text,
      kind: text,
      messages: count,
      gap: number,
      lasted: number,
      isEndless: flag,
    }),
    10_000,
  ),
  'change?': members<ContentChange>({ path: text, print: text }),
  'marks?': yes,
  'paused?': yes,
  'redressed?': yes,
  'id?': number,
  'document?': documentShape,
  'delta?': deltaShape,
  'candidates?': list(either(count, fixed(count, count), candidateShape)),
  'effects?': effectsShape,
  'frames?': list(text, 10_000),
});
const needShape = members<{ readonly need: readonly string[] }>({ need: list(text, 10_000) });
const frameShape = members<FrameCapture>({
  document: either(documentShape, nothing),
  candidates: list(candidateShape),
  wanted: addresses,
  frames: list(text, 10_000),
});
const boxShape = either(nothing, members<Box>({ x: number, y: number, width: number, height: number }));

/** Reads the answer to an order. */
export function readWord(said: string): AgentWord {
  return read(said, either(needShape, answerShape)) as AgentWord;
}

/** Reads what a frame of another origin told of itself. */
export function readFrameCapture(said: string): FrameCapture {
  return read(said, frameShape) as FrameCapture;
}

/** Reads boxes; what is missing counts as not shown. */
export function readBoxes(said: string | null, limit: number): readonly (Box | null)[] {
  return said === null ? [] : (read(said, list(boxShape, limit)) as (Box | null)[]);
}

/** Reads the prints at some paths. */
export function readPrints(said: string, asked: number): readonly (string | null)[] {
  return read(said, (value) => list(either(nothing, text), asked)(value)) as (string | null)[];
}

/** Reads the size of a page. */
export function readHeight(said: string): number {
  const shape: Shape = (value) => isObject(value) && number(value.height);
  return (read(said, shape) as { height: number }).height;
}

/** Places of earlier candidates must be places. */
export function arePlaces(candidates: AgentAnswer['candidates'], before: readonly FoundCandidate[]): boolean {
  return (candidates ?? []).every((each) => {
    if (typeof each === 'number') return each < before.length;
    return !Array.isArray(each) || (each[0] <= each[1] && each[1] < before.length);
  });
}

/** An answer that no agent gives: what came out of the page was made by the page. */
export function badCapture(why: string, cause?: unknown): ArgiopeError {
  return new ArgiopeError('BAD_CAPTURE', `what came out of the page is no capture: ${why}`, { cause });
}

function read(said: string, shape: Shape): unknown {
  expectLarge(said.length);
  let value: unknown;
  try {
    value = JSON.parse(said);
    if (shape(value)) return value;
  } catch (cause) {
    throw badCapture(cause instanceof RangeError ? 'it is nested too deep' : 'it is no JSON', cause);
  }
  throw badCapture(`it begins with ${said.slice(0, 60)}`);
}
