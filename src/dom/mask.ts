import type { ElementNode, TreeNode, VolatileSpot } from '../model/document.ts';

/**
 * What is known to change from visit to visit, laid out as a tree of paths, so that a walk over a document
 * can carry it along and knows at once where nothing below is volatile.
 * Runs unchanged inside the page: no imports at run time, names that begin with `volatile`.
 */
export interface VolatileMask {
  /** Forms by attribute, the empty name for texts. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Attributes that are left out whatever they say. */
  readonly free: ReadonlySet<string>;
  /** Elements whose inside is left out: `tag anchor shape`. */
  readonly contents: ReadonlySet<string>;
  /** Whether the order of the kids means nothing. */
  readonly order: boolean;
  readonly next: ReadonlyMap<string, VolatileMask>;
}

const volatileWords =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|\b[ap]\.?m\b\.?|星期.|周[一二三四五六日]|[上下]午/gi;
const volatileTokens =
  /\b(?=[a-z_-]*\d)(?=\d*[a-z_-])[a-z0-9_-]{12,}|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\b/gi;
/** Most texts count nothing and tell no time: one look is enough for them. */
const volatileHint =
  /\d|星期|周|[上下]午|\b(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)|[ap]\.?m\b)/i;

/** The form of a text with everything that counts or tells the time taken out. */
export function volatileShape(text: string): string {
  return volatileFolded(volatileBare(text));
}

/** The form of a text whose white space is folded already. */
export function volatileLineShape(line: string): string {
  const bare = volatileBare(line);
  return bare === line ? line : volatileFolded(bare);
}

function volatileBare(text: string): string {
  if (!volatileHint.test(text)) return text;
  return text.replace(volatileTokens, '*').replace(volatileWords, '@').replace(/\d+/g, '#');
}

const volatileLoose = /[^\S ]| {2}|^ | $/;

/** White space folded, since scripts and servers disagree about it. */
export function volatileFolded(text: string): string {
  return volatileTight(text) || !volatileLoose.test(text) ? text : text.replace(/\s+/g, ' ').trim();
}

/** Whether there is nothing to fold, as far as a quick look at plain text can tell. */
function volatileTight(text: string): boolean {
  let spaced = true;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 32 || unit > 126 || (unit === 32 && spaced)) return false;
    spaced = unit === 32;
  }
  return !spaced;
}

interface VolatileDraft {
  readonly texts: Map<string, Set<string>>;
  readonly free: Set<string>;
  readonly contents: Set<string>;
  order: boolean;
  readonly next: Map<string, VolatileDraft>;
}

function volatileDraft(): VolatileDraft {
  return { texts: new Map(), free: new Set(), contents: new Set(), order: false, next: new Map() };
}

/** Lays spots out as a mask; `null` where there are none. */
export function volatileMask(spots: readonly VolatileSpot[]): VolatileMask | null {
  if (spots.length === 0) return null;
  const top = volatileDraft();
  for (const spot of spots) {
    let place = top;
    for (const step of spot.path.split('/')) {
      if (step === '') continue;
      const key = step.startsWith('#') || step.endsWith(']') ? step : `${step}[1]`;
      let next = place.next.get(key);
      if (!next) {
        next = volatileDraft();
        place.next.set(key, next);
      }
      place = next;
    }
    volatileNote(place, spot);
  }
  return top;
}

function volatileNote(place: VolatileDraft, spot: VolatileSpot): void {
  if (spot.kind === 'order') place.order = true;
  else if (spot.kind === 'content' && spot.attribute !== '') place.free.add(spot.attribute);
  else if (spot.kind === 'content') {
    const tag = spot.path.slice(spot.path.lastIndexOf('/') + 1).replace(/\[.*/, '');
    place.contents.add(`${tag} ${spot.anchor ?? ''} ${spot.shape}`);
  } else {
    const shapes = place.texts.get(spot.attribute) ?? new Set<string>();
    place.texts.set(spot.attribute, shapes.add(spot.shape));
  }
}

/** Gives the masks of an element's kids, one after the other; `null` where nothing below is volatile. */
export function volatileKids(mask: VolatileMask | null | undefined): (tag: string) => VolatileMask | null {
  if (!mask || mask.next.size === 0) return volatileNone;
  const step = volatilePaths('');
  return (tag) => mask.next.get(step(tag).slice(1)) ?? null;
}

function volatileNone(): null {
  return null;
}

/** Gives the paths of an element's kids, one after the other. */
export function volatilePaths(path: string): (tag: string) => string {
  const counts: Record<string, number> = {};
  return (tag) => {
    const name = tag.toUpperCase();
    counts[name] = (counts[name] ?? 0) + 1;
    return `${path}/${name}[${counts[name]}]`;
  };
}

/** The text itself, or its form where it stands in a volatile spot and has that spot's form. */
export function volatileText(text: string, attribute: string, mask: VolatileMask): string {
  if (mask.free.has(attribute)) return '';
  const shapes = mask.texts.get(attribute);
  if (!shapes) return text;
  const shape = volatileShape(text);
  return shapes.has(shape) ? shape : text;
}

/** Whether the inside of an element is left out. */
export function volatileContent(node: ElementNode, mask: VolatileMask): boolean {
  if (mask.contents.size === 0) return false;
  const anchored = `${node.tag.toUpperCase()} ${volatileAnchor(node)}`;
  const whole = `${anchored} ${volatileStructure(node)}`;
  for (const content of mask.contents) {
    // A name that is made anew with every visit is known by how it begins and ends.
    const [start = '', end] = content.split('…');
    if (content === whole) return true;
    if (end !== undefined && anchored.startsWith(start) && whole.endsWith(end)) return true;
  }
  return false;
}

/** What an element is known by from visit to visit: its id and classes, empty where it has neither. */
export function volatileAnchor(node: ElementNode): string {
  const id = node.attrs?.id ?? '';
  const names = (node.attrs?.class ?? '').trim();
  return volatileShape(id === '' ? names : `#${id}`);
}

/** Names of the elements inside, nested, repetitions named once: what two advertisements share. */
export function volatileStructure(node: ElementNode): string {
  const inside = [...(node.kids ?? []), ...(node.shadow?.kids ?? [])];
  const names = inside.map((kid: TreeNode) =>
    typeof kid === 'string' ? '' : `${kid.tag}${volatileStructure(kid)}`,
  );
  const shown = [...new Set(names.filter((name) => name !== ''))].join(',');
  return shown === '' ? '' : `(${shown})`;
}
