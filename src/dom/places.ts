/**
 * Places in a document as numbers: hashes of the path, made step by step, because a path as text would be
 * built and hashed anew for each of thousands of elements. Two places with one number are possible in
 * theory; what is shown there, a fingerprint of 64 bits, tells them apart.
 */

/** The place of a document itself. */
export const wholeDocument = 0x811c9dc5;

/** A step into the element of a name at an index among its siblings of that name; 0: whatever the index. */
export function placeIn(parent: number, name: string, index: number): number {
  let place = parent;
  for (let at = 0; at < name.length; at++) place = Math.imul(place ^ name.charCodeAt(at), 0x01000193);
  place = Math.imul(place ^ 0x2f, 0x01000193);
  return Math.imul(place ^ index, 0x01000193) >>> 0;
}

/** Gives the indices of an element's kids among their siblings of the same name, one after the other. */
export function countKids(): (tag: string) => number {
  const counts: Record<string, number> = {};
  return (tag) => {
    const index = (counts[tag] ?? 0) + 1;
    counts[tag] = index;
    return index;
  };
}
