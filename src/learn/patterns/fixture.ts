import { matchPattern, parsePattern, textOf } from '../../dom/pattern.ts';
import { elementsOf } from '../../dom/xpath.ts';
import { parseDocument } from '../../html/tree.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { TrainedPattern } from '../model.ts';
import { inducePatterns, type Observation } from '../patterns.ts';

/** A page from the inside of its body. */
export function page(body: string): DocumentTree {
  return parseDocument(`<!doctype html><title>x</title><body>${body}`, 'http://site.test/', 500);
}

/**
 * What clicks do on pages that say it themselves: `go="list"` leads to a wanted page of that type, `go="!login"`
 * to an unwanted one, `go=""` nowhere.
 */
export function observed(pages: readonly DocumentTree[]): readonly Observation[] {
  return pages.flatMap((document, sample) =>
    [...elementsOf(document)].flatMap(({ node, xpath }): Observation[] => {
      const go = node.attrs?.go;
      if (go === undefined) return [];
      const seen = { sample, xpath, event: 'click', label: textOf(node, 60) ?? '' };
      if (go === '') return [{ ...seen, result: { kind: 'unchanged' } }];
      const wanted = !go.startsWith('!');
      return [{ ...seen, result: { kind: 'changed', type: wanted ? go : null, wanted } }];
    }),
  );
}

/** Trains on pages that say what their elements do. */
export function train(...pages: readonly DocumentTree[]) {
  return inducePatterns(pages, observed(pages));
}

/** Paths of the elements that lead to a type. */
export function leading(document: DocumentTree, type: string): readonly string[] {
  return [...elementsOf(document)].filter(({ node }) => node.attrs?.go === type).map(({ xpath }) => xpath);
}

/** Paths of the elements that patterns for a type match on a page: of each the first path that matches any. */
export function matched(
  document: DocumentTree,
  type: string,
  patterns: readonly TrainedPattern[],
): readonly string[] {
  const found = patterns
    .filter(({ leadsTo }) => leadsTo === type)
    .flatMap(({ paths }) => {
      const sets = paths.map((path) => matchPattern(parsePattern(path), document));
      return [...(sets.find((set) => set.size > 0) ?? [])];
    });
  const order = new Map([...elementsOf(document)].map(({ xpath }, at) => [xpath, at]));
  return [...new Set(found)].sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
}
