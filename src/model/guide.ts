import type { Capture } from './capture.ts';
import type { FireOrder } from './driver.ts';

/** What someone who knows the site thinks of a page and of what can be done on it. */
export interface Look {
  /** Name of the page's type; `null` where it is none that is known. */
  readonly type: string | null;
  /** It is a page of some type on which little has changed: no page of its own in the eyes of the guide. */
  readonly slight?: boolean;
  /** One for each candidate of the capture, in order. */
  readonly actions: readonly ActionLook[];
}

/** What is thought of one candidate. */
export interface ActionLook {
  /** Whether firing it may lead to something wanted. */
  readonly fire: boolean;
  /** What it has in common with others that are expected to lead to the same type of page. */
  readonly kind: string | null;
}

/**
 * What an action came to: a new page of some type, a page that was known, an address that was not (what is
 * there will count for the action's kind once it was opened), or nothing at all.
 */
export type Gave =
  | { readonly kind: 'address' }
  /** The page it was fired on, with something opened on it. */
  | { readonly kind: 'slight' }
  | { readonly kind: 'new'; readonly type: string | null }
  | { readonly kind: 'known'; readonly type: string | null }
  | { readonly kind: 'nothing' };

/** One step of the way to a page. */
export type ReachStep = { readonly open: string } | { readonly fire: FireOrder };

/** What is known of a class of actions before a crawl begins. */
export interface ClassFact {
  /** Name of the class. */
  readonly name: string;
  /** Its actions lead to one page each, wherever in their document they are fired. */
  readonly sameFromAnywhere: boolean;
  /** What is written on its elements does not matter beside their data. */
  readonly byValues: boolean;
  /** Instructions of it that lead back to where the class was fired first. */
  readonly leadsHome: readonly string[];
}

/**
 * Decides what is worth firing. Learning stands behind it (`learn/`): a model that was trained, or what the
 * crawl itself has seen so far.
 */
export interface Guide {
  /** Facts that need no test in this crawl. */
  readonly classes: readonly ClassFact[];
  /** Sees the pages that it has to know before the crawl begins. */
  prepare(reach: (steps: readonly ReachStep[]) => Promise<Capture>): Promise<void>;
  /** Looks at page `number`. */
  look(number: number, capture: Capture): Promise<Look>;
  /** How likely an action of this kind is to give something wanted; `null` where nothing is known. */
  promise(kind: string): number | null;
  /** Whether actions of this kind were fired often enough to know that nothing wanted comes of them. */
  isBarren(kind: string): boolean;
  /** Whether it has to be seen what is at an address that such an action led to, before more are fired. */
  isUndecided(kind: string): boolean;
  /** Whether pages of a type are wanted. */
  wants(type: string | null): boolean;
  /** Records the result of an action of a kind. */
  gave(kind: string, gave: Gave): void;
  /** What has to be told when the crawl ends. */
  remarks(): readonly { readonly level: 'info' | 'warning'; readonly text: string }[];
  /** What has to be known when the crawl is taken up again. */
  save(): string;
}
