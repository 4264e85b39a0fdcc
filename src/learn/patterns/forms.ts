import {
  bareStep,
  isStateToken,
  looksGenerated,
  type PatternAttribute,
  type PatternStep,
  stableClasses,
  textOf,
} from '../../dom/pattern.ts';
import type { WayPoint } from './sample.ts';

/** Elements that say what part of a page they are. */
// biome-ignore format: one list
const landmarks: ReadonlySet<string> = new Set([
  'nav', 'main', 'aside', 'header', 'footer', 'article', 'search', 'dialog', 'form',
]);

/** Attributes whose value says what an element is for. */
const meaning: ReadonlySet<string> = new Set(['role', 'rel', 'itemprop', 'itemtype', 'type', 'name']);

/** Attributes that name a control for those who do not see it. */
const labels: ReadonlySet<string> = new Set(['aria-label', 'title']);

/** Attributes that tools leave behind. */
const toolMarks = /^data-(?:v|reactid|reactroot|svelte|astro|styled|emotion|s|n|server|hydrat|ssr|turbo)\b/;

const plain = /^[A-Za-z\u0080-\uffff_][\w\u0080-\uffff-]*$/;
/** Classes of an element that patterns are made of. */
const mostClasses = 4;
/** Its attributes that patterns are made of. */
const mostAttributes = 4;

/** Whether an element is a part of the page by its name: a landmark, or an element that the site has named. */
export function isLandmark(tag: string): boolean {
  return landmarks.has(tag) || (tag.includes('-') && !tag.startsWith('#'));
}

/** Whether an attribute is read to people, and so is translated and reworded. */
export function isLabel(name: string): boolean {
  return labels.has(name);
}

/** Whether a step says more than a common name and a place. */
export function isNamed({ tag, id, classes, attributes, text }: PatternStep): boolean {
  return id !== null || classes.length > 0 || attributes.length > 0 || text !== null || isLandmark(tag);
}

/** Ways to write a step to an element by what lasts about it, the bare name first; one condition each. */
export function formsOf(point: WayPoint): readonly PatternStep[] {
  return [bareStep(point.tag), ...namedForms(point)];
}

/** Those of `formsOf` that have a condition. */
export function namedForms({ tag, node }: WayPoint): readonly PatternStep[] {
  if (!node || tag === 'html' || tag === 'body') return [];
  const bare = bareStep(tag);
  const id = anchorId(node.attrs?.id);
  return [
    ...(id === null ? [] : [{ ...bare, id }]),
    ...classesOf({ node }).map((name) => ({ ...bare, classes: [name] })),
    ...attributesOf(node.attrs).map((attribute) => ({ ...bare, attributes: [attribute] })),
  ];
}

/** Ways with two conditions, for elements that share each of them with others. */
export function pairedForms(point: WayPoint): readonly PatternStep[] {
  const bare = bareStep(point.tag);
  const classes = classesOf(point);
  const attributes = attributesOf(point.node?.attrs);
  const pairs = classes.flatMap((one, at) =>
    classes.slice(at + 1).map((other) => ({ ...bare, classes: [one, other] })),
  );
  const mixed = classes.flatMap((name) =>
    attributes.map((attribute) => ({ ...bare, classes: [name], attributes: [attribute] })),
  );
  return [...pairs, ...mixed];
}

/** Ways by which only a few elements are known: what they say, and where among their siblings they stand. */
export function exactForms({ tag, node, index }: WayPoint): readonly PatternStep[] {
  const bare = bareStep(tag);
  const names = Object.keys(node?.attrs ?? {}).sort();
  const values = names.flatMap((name) => {
    const value = node?.attrs?.[name];
    const says = (isLabel(name) || isData(name)) && isWord(value) && !looksGenerated(value);
    return says ? [{ ...bare, attributes: [{ name, value }] }] : [];
  });
  const text = node ? textOf(node, 24) : null;
  return [
    ...values.slice(0, mostAttributes),
    ...(isWord(text) ? [{ ...bare, text }] : []),
    ...(index === null ? [] : [{ ...bare, index }]),
  ];
}

/** Short texts without numbers are the names of controls; the rest is content, which other pages do not have. */
function isWord(text: string | null | undefined): text is string {
  return (
    text !== null &&
    text !== undefined &&
    /^\S+(?: \S+){0,2}$/.test(text) &&
    text.length <= 24 &&
    !/\d/.test(text)
  );
}

function anchorId(id: string | undefined): string | null {
  return id !== undefined && plain.test(id) && !looksGenerated(id) && !isStateToken(id) ? id : null;
}

function classesOf({ node }: Pick<WayPoint, 'node'>): readonly string[] {
  const names = stableClasses(node?.attrs?.class).filter((name) => plain.test(name));
  return names.slice(0, mostClasses);
}

function attributesOf(attrs: Readonly<Record<string, string>> | undefined): readonly PatternAttribute[] {
  const names = Object.keys(attrs ?? {}).sort();
  return names.flatMap((name) => attributeForms(name, attrs?.[name] ?? '')).slice(0, mostAttributes);
}

function attributeForms(name: string, value: string): readonly PatternAttribute[] {
  if (isData(name)) return [{ name, value: null }];
  if (!meaning.has(name) || value === '' || value.length > 60) return [];
  return name === 'name' && looksGenerated(value) ? [] : [{ name, value }];
}

function isData(name: string): boolean {
  return name.startsWith('data-') && plain.test(name) && !toolMarks.test(name) && !looksGenerated(name);
}
