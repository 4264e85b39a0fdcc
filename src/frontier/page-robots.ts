import type { DocumentTree, ElementNode } from '../model/document.ts';
import { productToken } from './robots.ts';

/** What a page itself says to crawlers, in its markup or in the header `X-Robots-Tag`. */
export interface PageRobots {
  /** Whether it may be listed and mirrored. */
  readonly index: boolean;
  /** Whether its links may be followed. */
  readonly follow: boolean;
}

/** A page that says nothing. */
export const unrestricted: PageRobots = { index: true, follow: true };

const crawlerName = productToken.toLowerCase();

/** Directives with a value behind a colon, which is no name of a crawler before one. */
const valued = /^(?:max-snippet|max-image-preview|max-video-preview|unavailable_after)$/;

/**
 * Reads the values of `X-Robots-Tag`, one line for each header. A name and a colon before directives make
 * them hold for the crawler of that name alone, to the end of the line or to the next name.
 */
export function readRobotsTag(header: string): PageRobots {
  const mine: string[] = [];
  for (const line of header.toLowerCase().split('\n')) {
    let agent: string | null = null;
    for (const part of line.split(',')) {
      const [, name, rest] = /^\s*([a-z_-]+)\s*:(.*)$/s.exec(part) ?? [];
      const isName = name !== undefined && !valued.test(name);
      if (isName) agent = name;
      if (agent === null || agent === crawlerName) mine.push(isName ? (rest ?? '') : part);
    }
  }
  return directives(mine);
}

/** Reads the `<meta name="robots">` of a document, and those that name this crawler. */
export function readRobotsMeta({ root }: DocumentTree): PageRobots {
  const head = elementsOf(root).find(({ tag }) => tag === 'head');
  const metas = head === undefined ? [] : elementsOf(head).filter(({ tag }) => tag === 'meta');
  const told = metas.map(({ attrs }) => ({ name: attrs?.name ?? '', content: attrs?.content ?? '' }));
  return robotsOfMetas(told);
}

/** What the `meta` elements of a head say to crawlers. */
export function robotsOfMetas(
  metas: readonly { readonly name: string; readonly content: string }[],
): PageRobots {
  const mine = metas.filter(({ name }) => ['robots', crawlerName].includes(name.trim().toLowerCase()));
  return directives(mine.flatMap(({ content }) => content.toLowerCase().split(/[,\s]/)));
}

/** What several places say together: the strictest counts. */
export function strictest(...rules: readonly PageRobots[]): PageRobots {
  return { index: rules.every(({ index }) => index), follow: rules.every(({ follow }) => follow) };
}

function directives(parts: readonly string[]): PageRobots {
  const words = new Set(parts.map((part) => part.trim()));
  const none = words.has('none');
  return { index: !none && !words.has('noindex'), follow: !none && !words.has('nofollow') };
}

function elementsOf({ kids = [] }: ElementNode): readonly ElementNode[] {
  return kids.filter((kid) => typeof kid !== 'string');
}
