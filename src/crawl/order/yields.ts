import { classOf, isStep } from '../../identity/index.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Action } from '../../model/index.ts';
import { tuning } from '../tuning.ts';

const {
  firstChance,
  quietChance,
  spentChance,
  retypedChance,
  typedTimes,
  spareChance,
  weight,
  barrenWeight,
  eventWeight,
  stepWeight,
  testedChance,
  documentWeight,
  listWeight,
} = tuning;
const { firstUnits } = tuning;

/** Actions of which it is remembered that they were fired. */
const triedKept = 100_000;

/** What actions under one name have given. */
interface Tally {
  readonly fired: number;
  /** Those that gave something new: a page of their document. */
  readonly fresh: number;
  /** Units of content that no page of the crawl had shown. */
  readonly units: number;
}

const untried: Tally = { fired: 0, fresh: 0, units: 0 };

/** What else is known of what an action gave. */
interface Given {
  /** It changed nothing at all. */
  readonly idle?: boolean;
  /** So did one that says that it turns pages: a list has ended there. */
  readonly ended?: boolean;
  /** It led to the page one came from. */
  readonly back?: boolean;
  /** Its document had not shown it; other documents may have. */
  readonly isPage?: boolean;
}

/** What an action has in common with others: its event and handler, where such elements stand, what is written on it. */
export interface Likes {
  readonly className?: string | undefined;
  readonly shape?: string | undefined;
  readonly label?: string | undefined;
  readonly document?: number | undefined;
  /** It is the one that is shown, or lies under what was opened over it. */
  readonly spare?: true | undefined;
  /** The event that led to where it stands, by `leadName`. */
  readonly origin?: string | undefined;
}

/**
 * What the actions of a crawl give, by kind, with honest shrinkage from the general to the particular: the event, the
 * handler, the handler in one place, and there after another handler. Each kind is judged by its own firings and by what
 * is known of the more general. Most kinds give often or never, so that one that has never given anything is soon judged
 * by itself. What names something ("3") and was fired before in its document is judged as such.
 */
export class Yields {
  #tallies: Map<string, Tally>;
  /** Kinds of which one did nothing at all. */
  readonly #idled = new Set<string>();
  /** Actions that name something and were fired; not saved. */
  readonly #tried = new Set<string>();
  /** The same whatever their document, each with the first of these. */
  readonly #triedIn = new Map<string, number>();
  /** What those that were fired in another document first have given, by kind and document; not saved. */
  readonly #within = new BoundedMap<string, Tally>(triedKept);
  /** Document in which words were typed into a kind of field first, and how often there; not saved. */
  readonly #typedIn = new Map<string, { readonly document: number; times: number }>();

  constructor(saved: string | null = null) {
    this.#tallies = new Map(saved ? (JSON.parse(saved) as [string, Tally][]) : []);
  }

  /**
   * An action was fired and gave so many new units. The first of a kind that did nothing at all says nothing of the
   * others: it may be the one that is shown already. What led back to where one came from says nothing of elsewhere, nor
   * does "Next" that did nothing: a list has ended there.
   */
  count(likes: Likes, units: number, given: Given = {}): void {
    const { idle = false, ended = false, back = false, isPage = units > 0 } = given;
    this.#countTyped(likes);
    if (ended) return;
    if (isQuiet(likes) && !back) this.#countKind(likes, isPage);
    for (const name of back ? [] : kindsOf(likes))
      if (idle && namesOne(likes) && !isQuiet(likes) && !this.#idled.has(name)) this.#idled.add(name);
      else this.#add(name, units, isPage);
    if (namesOne(likes)) this.#countNamed(likes, units, { back, isPage });
    else this.#add(stepName(likes), units, isPage);
  }

  #countTyped(likes: Likes): void {
    const field = fieldName(likes);
    if (field === null) return;
    const { document = -1 } = likes;
    const typed = this.#typedIn.get(field) ?? { document, times: 0 };
    if (typed.document === document) typed.times++;
    this.#typedIn.set(field, typed);
  }

  /** Of an event by which nobody uses a page, handlers are counted, each once: what one does says little of another. */
  #countKind(likes: Likes, isPage: boolean): void {
    const [kind] = kindsOf(likes);
    const { fired, fresh } = this.#of(kind ?? '');
    const all = this.#of(eventName(likes));
    const counted = {
      ...all,
      fired: all.fired + (fired === 0 ? 1 : 0),
      fresh: all.fresh + (isPage && fresh === 0 ? 1 : 0),
    };
    this.#tallies.set(eventName(likes), counted);
  }

  #countNamed(likes: Likes, units: number, { back, isPage }: Given): void {
    if (this.wasTried(likes)) for (const name of againNames(likes)) this.#add(name, units, isPage);
    else if (!back && this.#wasTriedElsewhere(likes)) this.#countElsewhere(likes, units);
    if (this.#tried.size >= triedKept) return;
    this.#tried.add(triedName(likes));
    const name = triedName({ ...likes, document: undefined });
    if (!this.#triedIn.has(name)) this.#triedIn.set(name, likes.document ?? -1);
  }

  /** Documents are counted, each once: one whose states others are known to show says little of the next. */
  #countElsewhere(likes: Likes, units: number): void {
    const [everywhere, within] = [elsewhereName(likes), withinName(likes)];
    const here = this.#within.get(within) ?? untried;
    const before = this.#of(everywhere);
    const isFirst = here.fired === 0;
    const isFresh = units > 0 && here.fresh === 0;
    if (isFirst || isFresh)
      this.#tallies.set(everywhere, {
        ...before,
        fired: before.fired + (isFirst ? 1 : 0),
        fresh: before.fresh + (isFresh ? 1 : 0),
      });
    const fresh = here.fresh + (units > 0 ? 1 : 0);
    this.#within.set(within, { fired: here.fired + 1, fresh, units: here.units + units });
  }

  #add(name: string, units: number, isFresh = units > 0): void {
    const { fired, fresh, units: before } = this.#of(name);
    const sum = { fired: fired + 1, fresh: fresh + (isFresh ? 1 : 0), units: before + units };
    this.#tallies.set(name, sum);
  }

  /** Whether one that names the same was fired: where it cannot be reached again elsewhere, little is lost. */
  wasTried(likes: Likes): boolean {
    return this.#tried.has(triedName(likes));
  }

  /** How likely an action is to give something new. */
  chance(likes: Likes): number {
    if (likes.spare) return spareChance;
    if (this.#isRetyped(likes)) return retypedChance;
    const usual = this.#usual(likes);
    if (!namesOne(likes)) return shrunk(usual, this.#of(stepName(likes)), stepWeight);
    if (this.wasTried(likes)) return Math.min(usual, this.#shrunk(againNames(likes), spentChance));
    if (!this.#wasTriedElsewhere(likes)) return usual;
    const here = this.#within.get(withinName(likes)) ?? untried;
    return Math.min(usual, shrunk(shrunk(usual, this.#of(elsewhereName(likes))), here, stepWeight));
  }

  /** How likely actions of its kind are to. */
  #usual(likes: Likes): number {
    const first = isQuiet(likes)
      ? shrunk(quietChance, this.#of(eventName(likes)), eventWeight, eventWeight)
      : firstChance;
    return this.#shrunk(kindsOf(likes), first);
  }

  /**
   * Whether one that names the same was fired in another document first. Such are a kind of their own, and judged by
   * what no page of the crawl had shown: "2" of another article gives other comments, the same fold of a menu on every
   * page gives what it gave.
   */
  #wasTriedElsewhere(likes: Likes): boolean {
    const first = this.#triedIn.get(triedName({ ...likes, document: undefined }));
    return first !== undefined && first !== (likes.document ?? -1);
  }

  /** Whether the same field was typed into elsewhere, or on some pages of this document: one box looks through one site. */
  #isRetyped(likes: Likes): boolean {
    const typed = this.#typedIn.get(fieldName(likes) ?? '');
    return typed !== undefined && (typed.document !== (likes.document ?? -1) || typed.times >= typedTimes);
  }

  /**
   * What is presumed of a list was tested in a document, or it was fired under another choice: did that find a page? Where
   * it did there may be more, whatever was tried in vain before.
   */
  countTest(document: number, list: string, isFound: boolean): void {
    for (const name of testNames(document, list))
      if (isFound) this.#tallies.set(name, untried);
      else this.#add(name, 0);
  }

  /**
   * How likely another such test is to find one: by those in the document, and those of the list wherever it stands.
   * A pointer that passes in vain does so under other choices too; a click that shows nothing may choose something.
   */
  testChance(document: number, list: string, likes?: Likes): number {
    const [within, everywhere] = testNames(document, list).map((name) => this.#of(name));
    const general = shrunk(testedChance, within ?? untried, documentWeight);
    const share = likes && isQuiet(likes) ? Math.min(1, this.#usual(likes) / firstChance) : 1;
    return share * shrunk(general, everywhere ?? untried, listWeight);
  }

  /**
   * Something was chosen of a class on which others depend: it showed nothing itself, or they have shown something under
   * one of its choices. There may be more then, whatever was chosen in vain before.
   */
  countChoice(className: string, isFound: boolean): void {
    if (isFound) this.#tallies.set(choiceName(className), untried);
    else this.#add(choiceName(className), 0);
  }

  /** How likely another choice is to have others show something, where a test of them is as likely as that to. */
  choiceChance(className: string, test: number): number {
    return shrunk(test, this.#of(choiceName(className)), documentWeight);
  }

  /** What is known under some names, from the general to the particular. */
  #shrunk(names: readonly string[], first: number): number {
    return names.reduce((general, name) => shrunk(general, this.#of(name)), first);
  }

  /** Units that an action is expected to give, where it gives anything. */
  units(likes: Likes): number {
    return kindsOf(likes).reduce((general, name) => {
      const { fresh, units } = this.#of(name);
      return (units + weight * general) / (fresh + weight);
    }, firstUnits);
  }

  /** Names of handlers that were fired, and how often, without anything new, below a chance. */
  fruitless(least: number): readonly { readonly name: string; readonly fired: number }[] {
    const found = new Map<string, number>();
    for (const name of this.#tallies.keys()) {
      const [className = '', shape, after] = name.split('\n');
      const { fired, fresh } = this.#of(className);
      if (
        shape !== undefined &&
        after === undefined &&
        fired > 0 &&
        fresh === 0 &&
        this.chance({ className, shape }) < least
      )
        found.set(className, fired);
    }
    return [...found].map(([name, fired]) => ({ name, fired }));
  }

  /** Takes over what several workers know together. */
  adopt(saved: string): void {
    this.#tallies = new Map(JSON.parse(saved) as [string, Tally][]);
  }

  save(): string {
    return JSON.stringify([...this.#tallies]);
  }

  #of(name: string): Tally {
    return this.#tallies.get(name) ?? untried;
  }
}

/** An estimate with what is known of the more particular; one that never gave anything is soon judged by itself. */
function shrunk(general: number, { fired, fresh }: Tally, barren = barrenWeight, usual = weight): number {
  const counts = fresh === 0 ? barren : usual;
  return (fresh + counts * general) / (fired + counts);
}

/** From the general to the particular. */
function kindsOf(likes: Likes): readonly string[] {
  const { shape = '' } = likes;
  // What a handler did for elements that nobody could see says nothing of those that are seen.
  const className =
    likes.className && shape.startsWith(unseen) ? `${unseen}${likes.className}` : (likes.className ?? '');
  return [...(className === '' ? [] : [className]), placeName(likes)];
}

/** All handlers of an event. */
function eventName({ shape = '' }: Likes): string {
  return `event ${eventOf(shape)}`;
}

/** A handler in one place. */
function placeName({ className = '', shape = '' }: Likes): string {
  return `${className}\n${shape}`;
}

/** A step by what led to where it stands: "Back" after "Next" leads back. */
function stepName({ className = '', shape = '', label = '', origin = '' }: Likes): string {
  return `${className}\n${shape}\n${label} after ${origin}`;
}

/** The same of actions that name something and were fired before. */
function againNames({ className = '', shape }: Likes): readonly string[] {
  return kindsOf({ className: `again ${className}`, shape });
}

/** A kind of actions that were fired in another document first. */
function elsewhereName(likes: Likes): string {
  return `elsewhere ${placeName(likes)}`;
}

/** The same in one document. */
function withinName(likes: Likes): string {
  return `${likes.document ?? -1} ${placeName(likes)}`;
}

/** Names under which tests are counted. */
function testNames(document: number, list: string): readonly [string, string] {
  return [`tests in ${document}`, `tests of ${list}`];
}

/** Name under which choices of a class are counted that others depend on. */
function choiceName(className: string): string {
  return `choices of ${className}`;
}

/** Several events of one element have one label, and mostly do different things. */
function triedName({ className = '', shape = '', label = '', document = -1 }: Likes): string {
  return `${document} ${eventOf(shape)} ${className} ${label}`;
}

/** Whether an action names one of several things; a step leads on each time. */
function namesOne({ label = '' }: Likes): boolean {
  return label !== '' && !isStep(label);
}

/** Whether nobody uses a page by an event: pointers that pass, focus, menus of the browser. */
export function isPassing(event: string): boolean {
  return !loud.has(event);
}

/** Events by which a page is meant to be used; others mostly dress it. */
const loud: ReadonlySet<string> = new Set([
  '',
  'click',
  'change',
  'input',
  'type',
  'scroll',
  'submit',
  'key',
]);

function isQuiet({ shape = '' }: Likes): boolean {
  return isPassing(eventOf(shape));
}

/** A field that words are typed into, whether it is seen before that or not; `null` for anything else. */
function fieldName({ className, shape = '' }: Likes): string | null {
  const seen = shape.startsWith(unseen) ? shape.slice(unseen.length) : shape;
  return eventOf(seen) === typing ? placeName({ className, shape: seen }) : null;
}

function eventOf(shape: string): string {
  return shape.slice(0, Math.max(0, shape.indexOf(' ')));
}

/** What an action says that it leads to: the words on its element, or the values of its instruction where these say more. */
export function actionWords({ label, instruction }: Pick<Action, 'label' | 'instruction'>): string {
  return instruction.scope === 'document' && isStep(label) ? instruction.text : label;
}

/** An event as what has led somewhere: its handler, and which step it is where one handler has several ("Next", "Back"). */
export function leadName({ label, instruction }: Pick<Action, 'label' | 'instruction'>): string {
  const className = classOf(instruction) ?? '';
  return isStep(label) ? `${className} ${label}` : className;
}

/** Where elements of a kind stand, and what is done to them: an XPath without positions. */
export function shapeOf({ xpath, event, value = '', meta }: Placed): string {
  // Before Enter a word is typed into a field, too.
  const types = event === 'input' ? /\p{L}/u.test(value) : value === 'Enter' && textField.test(xpath);
  const done = types ? typing : event;
  return `${meta?.hidden ? `${unseen}${done}` : done} ${xpath.replace(/\[\d+\]/g, '')}`;
}

const textField = /\/(?:INPUT|TEXTAREA)(?:\[\d+\])?$/;

/** What says where and how an action is done. */
type Placed = Pick<Action, 'xpath' | 'event' | 'value' | 'meta'>;

/** Before the event of what nobody can see. */
const unseen = 'unseen-';

/** The event of a field into which words are typed. */
const typing = 'type';
