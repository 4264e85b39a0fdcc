import { skeletonOf } from '../../page-types/skeleton.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { chosenNames } from '../wrapper/features.ts';
import { hashTag, hashText, joinHashes } from '../wrapper/hash.ts';

/** What a page is compared by. */
export interface Sketch {
  /** Its structure without repetition, as text. */
  readonly skeleton: string;
  /** Least hashes of its tag paths, one by each hash function: the more agree, the more paths are shared. */
  readonly least: Int32Array;
}

/** Hash functions of a sketch: the likeness of two is right to about a seventh (1 ÷ √48). */
const functions = 48;

/** Tags of a path that count, from the inside. */
const shingle = 5;

/** Sketches a page. */
export function sketchOf(page: PreparedPage): Sketch {
  return { skeleton: skeletonOf(page.document), least: leastHashes(page) };
}

function leastHashes(page: PreparedPage): Int32Array {
  const paths = new Set<number>();
  const hashes = new Int32Array(page.nodes.length);
  for (const node of page.nodes) {
    if (page.noise.get(node.index) === 'script') continue;
    hashes[node.index] = joinHashes(hashTag(node.tag), hashText(chosenNames(node)[0] ?? ''));
    paths.add(shingleAt(page, hashes, node));
  }
  const least = new Int32Array(functions).fill(0x7fffffff);
  for (const path of paths) {
    for (let at = 0; at < functions; at++) {
      const hash = joinHashes(path, Math.imul(at + 1, 0x9e3779b1));
      if (hash < (least[at] as number)) least[at] = hash;
    }
  }
  return least;
}

function shingleAt(page: PreparedPage, hashes: Int32Array, node: PageNode): number {
  let hash = 0;
  let at = node.index;
  for (let step = 0; step < shingle && at >= 0; step++) {
    hash = joinHashes(hash, hashes[at] as number);
    at = page.nodes[at]?.parent ?? -1;
  }
  return hash;
}

/** Estimated share of the paths that two pages have in common. */
export function resemblance(one: Int32Array, other: Int32Array): number {
  let equal = 0;
  for (let at = 0; at < functions; at++) if (one[at] === other[at]) equal++;
  return equal / functions;
}
