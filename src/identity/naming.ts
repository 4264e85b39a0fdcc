import type { Candidate } from '../model/index.ts';

/**
 * What an element bound by script says of itself: which values tell it from the others that share its
 * handler, and whether these values name a place ("3", "Reviews") or a step from where one stands ("Next").
 */

/** Words that mean a step from where one stands, or a change of the same thing, not a place. */
const stepWords = new Set(
  `next prev previous forward forwards back backward backwards older newer more less load show hide all up
  down left right first last continue proceed begin start finish done ok submit confirm retry restart close cancel dismiss toggle expand
  collapse open menu add remove increment decrement plus minus reload refresh reset undo redo again random
  skip return go weiter zurück suivant précédent siguiente anterior 下一页 上一页 下一頁 上一頁 更多 返回 关闭 關閉 展开 收起`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words that go with these and name something by themselves ("Month" beside "Next month"). */
const stepThings = new Set(
  'page step slide item month year week day to the a of results entries posts comments items'.split(' '),
);

/** Signs that stand for such words. */
const stepSigns = /^[\s<>‹›«»←→↑↓▲▼◀▶+\-−–×✕✖…⋯⋮≡☰∧∨^.()[\]|/]*$/;

/** Whether a text is a step from where one stands, or says nothing at all. */
export function isStep(text: string): boolean {
  if (stepSigns.test(text)) return true;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isThing = (word: string) => stepThings.has(word);
  return (
    words.length <= 4 && words.every((word) => stepWords.has(word) || isThing(word)) && !words.every(isThing)
  );
}

/** Words by which a step turns to another page of the same kind, as against counting something. */
const turning =
  /\b(?:next|prev(?:ious)?|forward|back(?:ward)?|older|newer|more|page|slide|month|week|day|step)\b|[›»→←‹«]|[上下]一?[页頁]|更多/i;

/** Whether a text calls itself the way to another page of the same kind. */
export function turnsOn(text: string): boolean {
  return turning.test(text);
}

/** Words of a step to the next or last of what is shown. */
const going = /\b(?:next|prev(?:ious)?|forwards?|back(?:wards?)?|older|newer)\b|[›»→←‹«]|[上下]一?[页頁]/i;

/** Whether an action calls itself the way to another page of the same kind. */
export function turnsPages({ text, hints, call }: Pick<Candidate, 'text' | 'hints' | 'call'>): boolean {
  return turning.test(`${text} ${hints.replace(/[-_]/g, ' ')} ${call ?? ''}`);
}

/** Labels for people may have blanks in them ("Go to page 3"). */
const namingAttribute =
  /(?:^| )(?:(?:data-[\w.:-]+|value|href|src|name)=(\S+)|(?:aria-label|title|alt)=(.+?)(?= [\w.:-]+=|$))/g;
/** Ids and attributes that frameworks make up: they differ from load to load and name nothing. */
const generated =
  / (?:id|name|data-(?:v|reactid|testid|svelte|astro|s)[\w-]*|aria-[a-z]+)=(?:\S*[:«»_]r?\w*\S*|\S*\d{3,}\S*|\S*[0-9a-f]{6,}\S*|)(?= |$)/g;

/** Elements that are known by their id where they have no text. */
const controls: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

/** Events that move on from what is shown, whatever the element says. */
const moving: ReadonlySet<string> = new Set(['keydown', 'scroll', 'key']);

/** What the traits of an element say, which does not change: candidates of unchanged elements are shared. */
interface Traits {
  /** Without ids and attributes that frameworks make up. */
  readonly lasting: string;
  /** Whether an attribute of the lasting ones names a place. */
  readonly named: boolean;
  /** Whether one does so by a number. */
  readonly numbered: boolean;
}

const traitsKept = new WeakMap<Candidate, Traits>();

function traitsOf(candidate: Candidate): Traits {
  const kept = traitsKept.get(candidate);
  if (kept) return kept;
  const lasting = candidate.traits.replace(generated, '');
  const values = [...lasting.matchAll(namingAttribute)].map(([, one, words]) => one ?? words ?? '');
  const naming = values.filter((each) => !isStep(each));
  const numbered = naming.some((each) => /\d/.test(each));
  const traits = { lasting, named: naming.length > 0, numbered };
  traitsKept.set(candidate, traits);
  return traits;
}

/** The values that tell an element from others with the same handler, on one line. */
export function namesOf({ value, handler, traits, event, text, tag }: Candidate): string {
  // What a carousel or a list shows at the moment is not its name.
  const lasting = moving.has(event) && text !== '' ? traits.replace(text, '') : traits;
  // An id tells apart what has no other name; many are made up anew at each load.
  const unnamed = text === '' && controls.has(tag) ? lasting : lasting.replace(/ id=\S*/, '');
  const own = unnamed.replace(generated, '').replace(/\s+/g, ' ').trim();
  return [value, handler?.values, own].filter((part) => part !== undefined && part !== '').join(' ');
}

/** Whether those values name a place, so that the action means the same wherever it stands. */
export function namesPlace(candidate: Candidate): boolean {
  const { value, handler, text, event, tag } = candidate;
  if (moving.has(event)) return false;
  if (value !== undefined) return true;
  if (text === '' && controls.has(tag) && /(?:^| )id=/.test(traitsOf(candidate).lasting)) return true;
  if (handler && handler.values !== '' && !isPosition(handler.values)) return true;
  const { named, numbered } = traitsOf(candidate);
  // Data on "Next" say whose step it is, or what is called, but for a number.
  const isNamed = isStep(text) && going.test(text) ? numbered : named;
  return isNamed || (text !== '' && !isStep(text));
}

/**
 * Whether nothing but its text tells an element apart. Texts come again in other branches of a tree and
 * other rows of a table, so where it stands belongs to its name.
 */
export function namedByText(candidate: Candidate): boolean {
  const { value, handler, text } = candidate;
  if (value !== undefined || text === '') return false;
  if (handler && handler.values !== '' && !isPosition(handler.values)) return false;
  return !traitsOf(candidate).named;
}

/** A place among siblings, given where nothing else tells them apart. */
export function isPosition(values: string): boolean {
  return /^nth=\d+$/.test(values);
}

/**
 * Whether nothing of its own tells an element from others of its handler: what it says they say too. A step to the next
 * is one of what is shown, whatever stands beside it.
 */
export function isPlaced({ value, handler, text }: Candidate): boolean {
  return value === undefined && /(?:^| )nth=\d+$/.test(handler?.values ?? '') && !going.test(text);
}
