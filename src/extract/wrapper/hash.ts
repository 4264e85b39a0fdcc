import { remembering } from '../../model/bounded-map.ts';
/** A hash of 32 bits of a text, FNV-1a. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** Two hashes as one; the order counts. */
export function joinHashes(one: number, other: number): number {
  return mixed(Math.imul(one, 0x9e3779b1) ^ other);
}

function mixed(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return folded ^ (folded >>> 13);
}

/** The hash of a tag, which is asked for very often. */
export const hashTag = remembering(1000, hashText);
