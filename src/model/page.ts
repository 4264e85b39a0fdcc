/** The nouns of the crawl: pages, actions, transitions, instructions (dAjaxCrawling §2.2, docs/architecture.md, words). */
import type { PageDate } from './date.ts';
import type { LinkMeta } from './link.ts';

/** What an action would do, known before it is fired. */
export interface Instruction {
  /**
   * `url`: a normalised address. `call`: script address and call text. `element`: nothing is known but
   * the element itself (ASC's candidates). `listener`: place of a handler bound by script, and the values
   * that tell its elements apart. `route`: an address that a script of the page shows without a load. `form`: a form
   * that posts, with the values that it is sent with.
   */
  readonly kind: 'url' | 'call' | 'element' | 'listener' | 'route' | 'form';
  /** Where equal instructions mean equal targets: everywhere, in one document, or on one page only. */
  readonly scope: 'site' | 'document' | 'page';
  /** Readable form without the scope: `http://…`, `http://…/blog.js:load(2)`. */
  readonly text: string;
  /** Rabin fingerprint (16 hex digits) of scope and text: the key of the instruction index. */
  readonly fingerprint: string;
  /**
   * Print of the document's own script behind a call: it tells pages apart that look alike and run other scripts.
   * Not stored, and no part of the fingerprint, since instructions belong to their documents anyway.
   */
  readonly source?: string;
}

/**
 * Event of an action that asks a form: its element is the form, its value what the form is asked with (`q=sea&lang=en`).
 * No event of the DOM: whoever asks fills the form in and sends it in one go.
 */
export const formEvent = 'ask';

/** navElement ⟨eID, eXPath, navEvent, navInfor⟩; the target number stands on the transition. */
export interface Action {
  /** The element's `id`, `null` where it has none. */
  readonly id: string | null;
  /**
   * Path from the root, upper-case names, indices among siblings of one name: `/HTML/BODY[1]/DIV[2]`.
   * `/#shadow` steps into a shadow root, `/#document` into a frame.
   */
  readonly xpath: string;
  /** DOM event name without `on`; links are clicks. */
  readonly event: string;
  /** What is chosen, typed or pressed, for events that need it: an option's value, a key. */
  readonly value?: string;
  readonly instruction: Instruction;
  /** Visible text or label, cut at 120 characters, for people who read graphs. */
  readonly label: string;
  /** What the page says about a link beside its text; absent where nothing. */
  readonly meta?: LinkMeta;
  /** The list in which its element stands, where its handler serves several. Not stored: the page's actions tell it. */
  readonly list?: string;
}

/** Why a transition's action was fired or not. */
export type Reason =
  | 'queued' /* waits for its turn */
  | 'fired' /* fired, or opened, and led to the target */
  | 'known' /* not fired: its instruction was known already */
  | 'unchanged' /* fired, and nothing changed */
  | 'suspended' /* not fired: its class was fired often and gave nothing new */
  | 'returns' /* not fired: its class is known to lead back */
  | 'shown' /* fired, and showed only what other pages show */
  | 'same' /* fired, and changed nothing that counts as content */
  | 'hidden' /* not fired: nobody can see its element here, and elsewhere one can */
  | 'endless' /* not fired: it goes on for ever in the same form */
  | 'unwanted' /* not fired: nothing wanted is known to lie behind it */
  | 'offsite'
  | 'unsafe'
  | 'robots'
  | 'excluded' /* by --include/--exclude or by its kind (mailto:, too long) */
  | 'depth'
  | 'irrelevant' /* not followed: it has too little to do with the topic */
  | 'dropped' /* not followed: a hook has dropped it */
  | 'file' /* opened, and led to a file that is no page */
  | 'failed';

/** navRelation ⟨source, navElement⟩ with its target. */
export interface Transition {
  readonly source: number;
  /** Order on the source page: document order of elements, then event. */
  readonly ord: number;
  readonly action: Action;
  /** `null` where the target has no number: off-site, unsafe, excluded, unchanged. */
  readonly target: number | null;
  readonly reason: Reason;
}

/** Where a transition leads: as it was written, before merges, without what only a graph tells of it. */
export interface Lead extends Pick<Transition, 'source' | 'ord' | 'target'> {
  readonly action: Omit<Action, 'meta'>;
}

/** How a page is reached: by its address, or by firing an action (transition `ord`) on a source page. */
export type Entry =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'action'; readonly source: number; readonly ord: number };

/**
 * `queued`: still to visit. `kept`: captured and distinct. `merged`: same content as `mergedInto`.
 * `unchanged`: the action was fired and changed nothing, so the number names no page. `gone`: it was kept, and
 * a later visit found that it is not there any more.
 */
export type PageStatus = 'queued' | 'kept' | 'merged' | 'failed' | 'unchanged' | 'gone';

/** One numbered page. */
export interface Page {
  readonly number: number;
  readonly status: PageStatus;
  readonly entry: Entry;
  /** Number of the URL page in whose document this page lives; its own number for a URL page. */
  readonly document: number;
  /** Steps (links and events) from the start page when it was numbered. */
  readonly depth: number;
  /** Set once captured. */
  readonly content: PageContent | null;
  readonly mergedInto: number | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    /** Media type of a file that was found instead of a page (`FILE`). */
    readonly contentType?: string;
  } | null;
  /** How often reaching it was tried. */
  readonly attempts: number;
  /** Of waiting addresses of one host, those with more are asked first; absent: 0. */
  readonly priority?: number;
  /** Number of the page on which an address was found first; absent for seeds. */
  readonly foundOn?: number;
}

/** What a capture said of a page; the document itself is the blob. */
export interface PageContent {
  /** 16 hex digits over the canonical document: the key of the content index. */
  readonly fingerprint: string;
  /** Address shown at the time (`location.href`), also for state pages. */
  readonly address: string;
  readonly title: string;
  readonly lang: string;
  readonly status: number;
  readonly contentType: string;
  /** `Last-Modified` as ISO 8601, `null` if the server did not say. */
  readonly lastModified: string | null;
  /** `ETag` as the server wrote it, `null` where it gave none. */
  readonly etag: string | null;
  /** Until when the server calls its answer fresh (ISO 8601), `null` where it does not say. */
  readonly freshUntil: string | null;
  /** Rabin fingerprint of the decoded body as it came, `null` where scripts have made the page since. */
  readonly bodyPrint: string | null;
  /** What hooks have noted on the page; absent where they have not. */
  readonly tags?: readonly string[];
  /** Name of the page's type, where it is of one that is known. */
  readonly type: string | null;
  /** ISO 8601. */
  readonly capturedAt: string;
  /** How much the page has to do with the topic of the crawl, 0 to 1; absent without a topic. */
  readonly relevance?: number;
  /** When the page was written or last changed, as far as anybody says. */
  readonly dated?: PageDate;
  /**
   * Set where the blob holds the bytes that came from the server instead of a tree: the encoding to read
   * them in. The tree is made of them when somebody asks for it.
   */
  readonly charset?: string;
  /** Name of the blob that holds the `DocumentTree` as JSON, or the page as it came. */
  readonly blob: string;
}
