import type { ContentChange, SettleTiming } from '../../../model/capture.ts';
import type { DocumentTree, VolatileSpot } from '../../../model/document.ts';
import type { Box, FireOrder } from '../../../model/driver.ts';
import type { CandidateRules, FoundCandidate } from './candidates.ts';
import type { DeltaDocument } from './delta.ts';
import type { EffectGate, EffectOrder, EffectReport } from './effect-gate.ts';
import type { EffectSupply } from './effects.ts';
import type { FrameAgent } from './frames.ts';
import type { ListenerBook } from './listeners.ts';
import type { SettleLimits } from './settle.ts';
import type { ShadowNote } from './shadows.ts';
import type { StorageBook } from './storage.ts';
import type { StreamNews, StreamRest } from './streams.ts';
import type { CutList } from './sweep.ts';

/** What the crawler asks of a page. */
export interface AgentOrder {
  /**
   * `arrive`: wait for the load. `fire`: fire an event. `back`: step back. `look`: settle once more.
   * `follow`: settle after input of the browser's own, which belongs to the event before.
   */
  readonly task: 'arrive' | 'fire' | 'back' | 'look' | 'follow';
  readonly rules: CandidateRules;
  readonly limits: SettleLimits;
  /** Characters of an answer, at the most. */
  readonly longest: number;
  readonly fire?: FireOrder;
  /** Fingerprints of which no document is needed, each with its check where that is known. */
  readonly known: readonly string[];
  readonly volatile: readonly VolatileSpot[];
  /** Number of the answer that the crawler has the document of, 0 for none: a later one tells differences. */
  readonly base: number;
  readonly effects: EffectOrder;
  /** What is known of streams, told when a document opens. */
  readonly streams?: Readonly<Record<string, StreamRest>>;
}

/** What the page answers, as JSON. */
export interface AgentAnswer {
  readonly found: boolean;
  readonly settled: 'quiet' | 'budget';
  readonly fingerprint: string;
  /** Print of the same by another polynomial (fingerprint/secret.ts). */
  readonly check?: string;
  /** Fingerprint of what is left where some of what the event has shown is gone by itself. */
  readonly rests?: string;
  readonly wanted: readonly string[];
  /** Where the page itself would be by now: the last of the wanted addresses that is no other window's. */
  readonly leaves?: string;
  /** Lists of which only the first rows are shown. */
  readonly cutLists?: readonly CutList[];
  /** Questions to a person that were answered with no. */
  readonly declined?: readonly string[];
  /** Addresses that forms would have posted to. */
  readonly unsent?: readonly string[];
  /** Characters of an answer that is too long to be given. */
  readonly oversize?: number;
  /** Texts that we have typed in this document; absent where none. */
  readonly typed?: readonly string[];
  /** Steps of the session history inside this document that one can go back. */
  readonly historySteps: number;
  readonly timing?: SettleTiming;
  /** Streams that have rested, or that were not waited for any longer. */
  readonly streams?: readonly StreamNews[];
  /** Whether events have set cookies that are to be taken back. */
  readonly cookies?: true;
  /** The event has changed how the whole document looks. */
  readonly redressed?: true;
  /** What the event changed. */
  readonly change?: ContentChange;
  /** It changed nothing that is read, but some element is marked in another way. */
  readonly marks?: true;
  /** Fingerprint of what a pointer that left has changed the page to, before the event was fired. */
  readonly before?: string;
  /** The event was not fired: this is what the pointer left behind. */
  readonly paused?: true;
  /** Number of this answer, the document or how it differs from that of the base, and the candidates: new
   * ones, or places in the list of the base, one or from one to another. All absent where the page is known. */
  readonly id?: number;
  readonly document?: DocumentTree;
  readonly delta?: DeltaDocument;
  readonly candidates?: readonly (FoundCandidate | number | readonly [number, number])[];
  /** What became of requests. */
  readonly effects?: EffectReport;
  /** Paths of frames of other origins, whose documents are asked for one by one; absent where there are none. */
  readonly frames?: readonly string[];
}

export interface Agent {
  perform(order: AgentOrder): Promise<string>;
  /** What a document shows that may run no script, once it has loaded; nothing can be fired in it. */
  still(order: AgentOrder): string;
  /** Hands over answers that `perform` said it needs; gives what `perform` would have given. */
  supply(answers: EffectSupply): Promise<string>;
  /** Shared with the frames inside this page. */
  readonly gate: EffectGate;
  begin(): void;
  /** What events have written down, shared with the frames inside this page. */
  readonly storage: StorageBook;
  /** Takes back the cookies that events have set. */
  undo(): void;
  settle(limits: SettleLimits): Promise<'quiet' | 'budget'>;
  /** What scripts have bound, for frames inside to write in. */
  readonly book: ListenerBook;
  /** Functions by the names that candidates carry, for the debugger. */
  functions(names: readonly string[]): (object | null)[];
  /** Where the browser's own input would have to go. */
  aim(order: FireOrder): [number, number] | null;
  /** How many listeners are known, and of which events. */
  heard(): { readonly count: number; readonly types: readonly string[] };
  /** Takes in listeners that the browser knows. */
  adopt(bound: readonly unknown[]): number;
  /** Prints at some paths of what was captured last, as JSON. */
  printsAt(paths: readonly string[], spots: readonly VolatileSpot[]): string;
  /** Stops telling scripts of their window, also in frames; gives the size of the page as JSON. */
  pose(): Promise<string>;
  /** Where the elements at some paths are on the page, as JSON, once images are there. */
  boxesAt(paths: readonly string[]): Promise<string>;
  /** Ends what `pose` began. */
  unpose(): Promise<string>;
  /** Remembers a shadow root that a script of a frame inside has made. */
  readonly shadow: ShadowNote;
  /** Addresses that scripts wanted. Frames of the same origin may go where the page sends them. */
  wants(): string[];
  /** Questions to a person that were answered with no during the current event. */
  declined(): string[];
  /** Addresses that forms would have posted to during the current event. */
  unsent(): string[];
  /** Waits for what comes in the place of a frame inside this page, of which a script sends the window elsewhere. */
  follow(page: Window): void;
  /** Whether this is still the document of its window. */
  isShown(): boolean;
  /** The frames of other origins that were captured last, for the debugger, which knows what is in them. */
  foreign(): readonly Element[];
  /** What the window shows of a box inside the frame at a path, as JSON. */
  fromFrame(path: string, box: Box): string;
  /** Where this document is a frame of another origin. */
  readonly frame: FrameAgent;
}
