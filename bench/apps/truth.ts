import { visibleText } from '../../src/dom/text.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import type { App, Part } from './app.ts';

/** A page that a crawl kept. */
export interface KeptPage {
  readonly number: number;
  readonly document: DocumentTree;
}

/** What a crawl found of an app. Every kept page is in at most one of `duplicates` and `unknown`. */
export interface Verdict {
  /** Names of the parts that some page shows, in the order of the app. */
  readonly found: readonly string[];
  readonly missing: readonly string[];
  /** Numbers of pages that show parts, but none that a page before it did not show. */
  readonly duplicates: readonly number[];
  /** Optional parts of an endless app, in the order found. */
  readonly beyond: readonly string[];
  /** Numbers of pages that show no part at all. */
  readonly unknown: readonly number[];
  /** Fewest events that could have found this: one for each part that needs one, optional ones as found. */
  readonly bound: number;
}

/** Names of the parts that a document shows, those that may be found and need not be separately. */
export function partsShown(
  app: Pick<App, 'parts' | 'beyond'>,
  document: DocumentTree,
): { readonly parts: readonly string[]; readonly beyond: readonly string[] } {
  const text = folded(visibleText(document));
  const shown = ({ shows }: Part) =>
    typeof shows === 'string' ? text.includes(folded(shows)) : shows(document);
  return { parts: app.parts.filter(shown).map(({ name }) => name), beyond: beyondIn(app.beyond, text) };
}

/** Compares the pages that a crawl kept with the truth of an app. */
export function judge(app: Pick<App, 'parts' | 'beyond'>, pages: readonly KeptPage[]): Verdict {
  const found = new Set<string>();
  const beyond = new Set<string>();
  const duplicates: number[] = [];
  const unknown: number[] = [];
  let optionalAtStart = 0;
  for (const [place, page] of pages.entries()) {
    const shown = partsShown(app, page.document);
    const before = found.size + beyond.size;
    for (const name of shown.parts) found.add(name);
    for (const name of shown.beyond) beyond.add(name);
    if (place === 0) optionalAtStart = beyond.size;
    if (shown.parts.length + shown.beyond.length === 0) unknown.push(page.number);
    else if (found.size + beyond.size === before) duplicates.push(page.number);
  }
  const names = app.parts.map(({ name }) => name);
  return {
    found: names.filter((name) => found.has(name)),
    missing: names.filter((name) => !found.has(name)),
    duplicates,
    beyond: [...beyond],
    unknown,
    bound: app.parts.filter(({ needs }) => needs === 'event').length + beyond.size - optionalAtStart,
  };
}

function beyondIn(pattern: RegExp | undefined, text: string): readonly string[] {
  if (!pattern) return [];
  const all = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  return [...new Set([...text.matchAll(all)].map((match) => match[1] ?? ''))];
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
