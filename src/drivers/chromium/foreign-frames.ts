import { ArgiopeError, type Box, type DocumentTree, type FireOrder } from '../../model/index.ts';
import type { CandidateRules, FoundCandidate } from './agent/candidates.ts';
import type { SettleLimits } from './agent/settle.ts';
import { readBoxes, readFrameCapture } from './agent-words.ts';
import { framedDocument } from './compose.ts';
import { ProtocolError, type Session } from './connection.ts';
import { HeldAgent, isGone } from './held-agent.ts';
import { within } from './patience.ts';
import { slowness } from './processor.ts';

/** What finding the agents of frames needs. */
export interface FrameSeams {
  readonly session: Session;
  /** Under this name an agent gives itself away, once. */
  readonly name: string;
  /** The session of a frame that lives in a process of its own; `null` where it lives in that of the page. */
  readonly sessionOf: (frame: string) => Session | null;
}

/** A frame of another origin: where it stands in the document around it, and what it told last. */
interface ForeignFrame {
  readonly id: string;
  readonly agent: HeldAgent;
  /** Whether scripts run in it; where they do not, it is as it is. */
  readonly isAwake: boolean;
  path: string;
  document: DocumentTree | null;
  candidates: readonly FoundCandidate[];
  inside: readonly ForeignFrame[];
}

/** A document with the frames that were put into it. */
export interface Whole {
  readonly document: DocumentTree;
  readonly candidates: readonly FoundCandidate[];
  /** Addresses that scripts of frames wanted. */
  readonly wanted: readonly string[];
}

const group = 'argiope-frames';
/** Frames of other origins in one document that are looked into. */
const framesOfDocument = 64;
/** Frames inside frames inside frames. */
const deepest = 8;
/** Milliseconds after which a frame that does not answer is taken as gone, on a machine that is not busy. */
const framePatience = 5_000;
/** Milliseconds after which one that was just found is taken for one without scripts. */
const wakingPatience = 1_000;

/**
 * Frames of other origins. Their agents know nothing of each other, nor of the page's: each is asked by the debugger
 * alone, and what they tell is put together here, where no page can read it.
 */
export class ForeignFrames {
  readonly #seams: FrameSeams;
  #known = new Map<string, ForeignFrame>();
  #inside: readonly ForeignFrame[] = [];
  /** Frames without an agent, or whose agent does not answer. */
  readonly #mute = new Set<string>();
  readonly #placed = new WeakMap<FoundCandidate, FoundCandidate>();
  #wanted = new Set<string>();

  constructor(seams: FrameSeams) {
    this.#seams = seams;
  }

  /** Whether the document has any. */
  get any(): boolean {
    return this.#inside.length > 0;
  }

  /** Another document is opened. */
  reset(): void {
    this.#known = new Map();
    this.#inside = [];
    this.#mute.clear();
    this.#wanted.clear();
  }

  /** An event begins: what it causes in frames counts for it. */
  async begin(): Promise<void> {
    this.#wanted.clear();
    await Promise.all(this.#awake.map((frame) => this.#ask(frame, 'frame.begin()')));
  }

  /** Fires where a path leads into a frame; `null` where it leads into none. */
  async fire(order: FireOrder): Promise<boolean | null> {
    const found = this.#at(order.xpath, this.#inside);
    if (!found) return null;
    if (!found.frame.isAwake) return false;
    const inner = JSON.stringify({ ...order, xpath: found.xpath });
    return (await this.#ask(found.frame, `frame.fire(${inner})`)) === 'true';
  }

  /** Whether a path leads into one of them. */
  leadsInto(path: string): boolean {
    return this.#at(path, this.#inside) !== null;
  }

  /** Finds the frames at some paths of the page and waits until they have settled; gives how. */
  async settle(
    agent: HeldAgent,
    paths: readonly string[],
    limits: SettleLimits,
  ): Promise<'quiet' | 'budget'> {
    this.#inside = await this.#find(agent, paths);
    const call = `frame.settle(${JSON.stringify(limits)})`;
    const told = await Promise.all(this.#awake.map((frame) => this.#ask(frame, call, limits.real)));
    return told.includes('"budget"') ? 'budget' : 'quiet';
  }

  /** What a document shows together with its frames. */
  async whole(
    agent: HeldAgent,
    paths: readonly string[],
    own: { readonly document: DocumentTree; readonly candidates: readonly FoundCandidate[] },
    rules: CandidateRules,
  ): Promise<Whole> {
    this.#inside = await this.#find(agent, paths);
    const whole = await this.#joined(own, this.#inside, rules, 0);
    this.#known = new Map(this.#all().map((frame) => [frame.id, frame]));
    return { ...whole, wanted: [...this.#wanted] };
  }

  /** What a page shows of elements in frames, by their paths. */
  async boxes(page: HeldAgent, paths: readonly string[]): Promise<(Box | null)[]> {
    return Promise.all(paths.map((path) => this.#box(page, path, this.#inside)));
  }

  async #box(around: HeldAgent, path: string, frames: readonly ForeignFrame[]): Promise<Box | null> {
    const frame = frames.find((each) => path.startsWith(`${each.path}/#document`));
    if (!frame) return null;
    const inner = path.slice(frame.path.length + '/#document'.length);
    const deeper = frame.inside.some((each) => inner.startsWith(`${each.path}/#document`));
    const [box = null] = deeper
      ? [await this.#box(frame.agent, inner, frame.inside)]
      : readBoxes(await this.#ask(frame, `frame.boxes([${JSON.stringify(inner)}])`), 1);
    if (!box) return null;
    const call = `fromFrame(${JSON.stringify(frame.path)}, ${JSON.stringify(box)})`;
    return readBoxes(`[${await around.ask(call)}]`, 1)[0] ?? null;
  }

  async #joined(
    own: { readonly document: DocumentTree; readonly candidates: readonly FoundCandidate[] },
    frames: readonly ForeignFrame[],
    rules: CandidateRules,
    depth: number,
  ): Promise<Omit<Whole, 'wanted'>> {
    let { document } = own;
    const candidates = [...own.candidates];
    for (const frame of frames) {
      const inner = await this.#capture(frame, rules, depth + 1);
      if (!inner) continue;
      document = framedDocument(document, frame.path, inner.document);
      for (const candidate of inner.candidates) candidates.push(this.#place(candidate, frame.path));
    }
    return { document, candidates };
  }

  async #capture(
    frame: ForeignFrame,
    rules: CandidateRules,
    depth: number,
  ): Promise<Omit<Whole, 'wanted'> | null> {
    const text = await this.#ask(frame, `frame.capture(${JSON.stringify(rules)})`);
    if (text === null) return null;
    const told = readFrameCapture(text);
    const document = told.document ?? frame.document;
    if (!document) return null;
    for (const address of told.wanted) this.#wanted.add(address);
    Object.assign(frame, { document, candidates: told.candidates });
    frame.inside = depth < deepest ? await this.#find(frame.agent, told.frames) : [];
    return this.#joined({ document, candidates: told.candidates }, frame.inside, rules, depth);
  }

  /** A candidate by its path in the page; the same object as long as it stays where it is. */
  #place(candidate: FoundCandidate, path: string): FoundCandidate {
    const xpath = `${path}/#document${candidate.xpath}`;
    const before = this.#placed.get(candidate);
    if (before?.xpath === xpath) return before;
    const placed = { ...candidate, xpath };
    this.#placed.set(candidate, placed);
    return placed;
  }

  #all(frames: readonly ForeignFrame[] = this.#inside): ForeignFrame[] {
    return frames.flatMap((frame) => [frame, ...this.#all(frame.inside)]);
  }

  get #awake(): ForeignFrame[] {
    return this.#all().filter(({ isAwake }) => isAwake);
  }

  #at(
    path: string,
    frames: readonly ForeignFrame[],
  ): { readonly frame: ForeignFrame; readonly xpath: string } | null {
    for (const frame of frames) {
      const step = `${frame.path}/#document`;
      if (!path.startsWith(`${step}/`)) continue;
      const xpath = path.slice(step.length);
      return this.#at(xpath, frame.inside) ?? { frame, xpath };
    }
    return null;
  }

  /** Frames at some paths of a document, with their agents. */
  async #find(around: HeldAgent, paths: readonly string[]): Promise<ForeignFrame[]> {
    if (paths.length === 0) return [];
    const elements = await this.#elements(around);
    const found = await Promise.all(
      paths.slice(0, framesOfDocument).map(async (path, at) => {
        const element = elements[at];
        if (element === undefined) return null;
        const looked = this.#look(around, element, path);
        return within(2 * framePatience * slowness(), looked, () => new Error('late')).catch(() => null);
      }),
    );
    around.session.tell('Runtime.releaseObjectGroup', { objectGroup: group });
    return found.filter((frame) => frame !== null);
  }

  async #elements(around: HeldAgent): Promise<string[]> {
    const { result } = await around.send('foreign()', { objectGroup: group });
    if (!result.objectId) return [];
    const listed = await around.session.send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    return listed.result.flatMap(({ name, value }) =>
      /^\d+$/.test(name) && value?.objectId ? [value.objectId] : [],
    );
  }

  async #look(around: HeldAgent, element: string, path: string): Promise<ForeignFrame | null> {
    const { node } = await around.session.send('DOM.describeNode', { objectId: element });
    const id = node.frameId;
    if (id === undefined || this.#mute.has(id)) return null;
    const known = this.#known.get(id);
    if (known && (await this.#lives(known))) return Object.assign(known, { path });
    const agent = await this.#hold(around.session, id, node.contentDocument?.backendNodeId);
    if (!agent) {
      this.#known.delete(id);
      return null;
    }
    const late = () => new Error('late');
    const isAwake = await within(wakingPatience * slowness(), agent.ask('frame.awake()'), late).then(
      () => true,
      () => false,
    );
    const frame = { id, agent, isAwake, path, document: null, candidates: [], inside: [] };
    this.#known.set(id, frame);
    return frame;
  }

  async #lives({ agent }: ForeignFrame): Promise<boolean> {
    return agent.send('isShown()', { returnByValue: true }).then(
      ({ result }) => result.value === true,
      () => false,
    );
  }

  async #hold(around: Session, id: string, document: number | undefined): Promise<HeldAgent | null> {
    const { name, sessionOf } = this.#seams;
    if (document === undefined) {
      const session = sessionOf(id);
      if (!session) return null;
      const { result } = await session.send('Runtime.evaluate', { expression: `${name}()` });
      return held(session, result);
    }
    const { object } = await around.send('DOM.resolveNode', { backendNodeId: document, objectGroup: group });
    if (!object.objectId) return null;
    const { result } = await around.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: `() => ${name}()`,
      // Else it would be let go together with the document that it was asked by.
      objectGroup: 'argiope-agents',
    });
    return held(around, result);
  }

  /** Asks a frame; `null` where it is gone, or does not answer. */
  async #ask(frame: ForeignFrame, call: string, more = 0): Promise<string | null> {
    const late = () => new ArgiopeError('PAGE_HUNG', 'a frame did not answer');
    try {
      return await within(framePatience * slowness() + more, frame.agent.ask(call, frame.isAwake), late);
    } catch (error) {
      // What its own document threw tells nothing of the next question.
      if (isGone(error)) this.#known.delete(frame.id);
      else if (!(error instanceof ProtocolError)) this.#mute.add(frame.id);
      return null;
    }
  }
}

function held(
  session: Session,
  { objectId, subtype }: { readonly objectId?: string; readonly subtype?: string },
): HeldAgent | null {
  return objectId && subtype !== 'error' ? new HeldAgent(session, objectId) : null;
}
