import { besideMark } from '../dom/text-places.ts';
import type { PageText, SiteFrame } from '../model/search.ts';

/**
 * What a page shows of its own, beside the frame that it shares with others.
 *
 * A text counts at the kind of place where it stands: "Products" in a menu is not "Products" in a heading. Which
 * texts are frame follows from a sample of the site's pages. What is marked as beside the main text is frame as soon
 * as a second page has it there; links are when a third of the pages have them; other texts when more than half do.
 * A frame is the same on each page: only pages that have a text equally often count, so that those who comment on
 * most pages, once here and thrice there, are no frame.
 */

/** Pages of a host that are looked at: one in thirty of them is then told from one in two by ten deviations. */
export const sampleSize = 300;

/** Share of pages from which a text is frame, and pages that have it at the least, by the kind of its place. */
const bounds = {
  beside: { share: 0.03, least: 2 },
  link: { share: 1 / 3, least: 3 },
  other: { share: 0.5, least: 3 },
} as const;

const link = /\/a(?:\/|$)/;
const titlePlace = 'title';

function kindOf(place: string): keyof typeof bounds {
  if (place.startsWith(besideMark)) return 'beside';
  return link.test(place) ? 'link' : 'other';
}

/** A print of a text at its kind of place: 53 bits, so that a million of them meet once in ten thousand sites. */
function printOf(place: string, text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const part of [place, '\n', text.trim()]) {
    for (let at = 0; at < part.length; at++) {
      const unit = part.charCodeAt(at);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** Prints of all texts of a page, each once. */
export function printsOf({ places, lines }: PageText): ReadonlySet<number> {
  const prints = new Set<number>();
  for (const line of lines)
    for (let at = 0; at < line.length; at += 2)
      prints.add(printOf(places[line[at] as number] as string, line[at + 1] as string));
  return prints;
}

/** Parts of a title: what stands before and behind its separators is often the name of the site. */
function titleParts(title: string): readonly string[] {
  return title
    .split(/\s+[|–—·•»«:\-_]+\s+|[|｜»«]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** How many pages have a text so often; most texts stand on one page, for which a number is enough. */
type Times = number | Map<number, number>;

/** What the pages of a host have in common, told from a sample of them; `pages` is how many there are. */
export function siteFrame(
  sample: Iterable<{ readonly title: string; readonly text: PageText }>,
  pages: number,
): SiteFrame {
  /** By print: how often a page has the text, or how many pages have it how often. */
  const counts = new Map<number, Times>();
  /** Of those that a second page has: no other can be in the frame, and all texts of large pages are too much. */
  const about = new Map<number, { readonly place: string; readonly text: string }>();
  let seen = 0;
  for (const { title, text } of sample) {
    seen++;
    const times = new Map<number, number>();
    const see = (place: string, said: string) => {
      const print = printOf(place, said);
      times.set(print, (times.get(print) ?? 0) + 1);
      if (counts.has(print) && !about.has(print)) about.set(print, { place, text: said.trim() });
    };
    for (const part of titleParts(title)) see(titlePlace, part);
    for (const line of text.lines)
      for (let at = 0; at < line.length; at += 2)
        see(text.places[line[at] as number] as string, line[at + 1] as string);
    for (const [print, often] of times) counts.set(print, oneMore(counts.get(print), often));
  }
  const prints = [...about]
    .filter(([print, { place }]) => {
      const { share, least } = bounds[kindOf(place)];
      const count = Math.max(...(counts.get(print) as Map<number, number>).values());
      return count >= least && count > share * seen;
    })
    .map(([print]) => print)
    .sort((one, other) => one - other);
  const texts = [...new Set(prints.map((print) => about.get(print)?.text ?? ''))];
  return { pages, prints, texts };
}

function oneMore(before: Times | undefined, often: number): Times {
  if (before === undefined) return often;
  const byTimes = typeof before === 'number' ? new Map([[before, 1]]) : before;
  return byTimes.set(often, (byTimes.get(often) ?? 0) + 1);
}

/** A line of a page's own text, and what it is: text, a heading or term that is explained, or beside the text. */
export interface OwnLine {
  readonly text: string;
  readonly kind: 'text' | 'head' | 'beside';
}

/**
 * The lines of a page without what is in the frame, and without what the first page of its document shows. Where
 * most of a line is frame, the frame's texts are left out of it; else the line is a sentence with a common word, and
 * stays whole.
 */
export function ownLines(
  { places, lines }: PageText,
  frame: ReadonlySet<number>,
  shown: ReadonlySet<number> | null = null,
): OwnLine[] {
  const own: OwnLine[] = [];
  for (const line of lines) {
    const [said, kept] = [[] as string[], [] as string[]];
    let [all, common] = [0, 0];
    for (let at = 0; at < line.length; at += 2) {
      const text = line[at + 1] as string;
      const print = printOf(places[line[at] as number] as string, text);
      said.push(text);
      all += text.length;
      if (frame.has(print) || shown?.has(print)) common += text.length;
      else kept.push(text);
    }
    const rest = (common * 2 > all ? kept : said).join('').trim();
    if (rest !== '') own.push({ text: rest, kind: lineKind(places[line[0] as number] as string) });
  }
  return own;
}

const heading = /\/(?:h[1-6]|dt)(?:\/|$)/;

function lineKind(place: string): OwnLine['kind'] {
  if (place.startsWith(besideMark)) return 'beside';
  return heading.test(place) ? 'head' : 'text';
}

/** A title without what the titles of most pages have. */
export function ownTitle(title: string, frame: ReadonlySet<number>): string {
  return titleParts(title)
    .filter((part) => !frame.has(printOf(titlePlace, part)))
    .join(' ');
}
