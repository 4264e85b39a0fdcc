import { joinedVerbs, neutralWords, unsafeObjects, unsafeVerbs } from './unsafe-words.ts';

/** Words of an identifier or a slug: cut at humps, separators and digits; `log` + `out` become one verb. */
export function nameWords(name: string): readonly string[] {
  const cut = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  const joined: string[] = [];
  for (const word of cut) {
    const last = joined.at(-1);
    if (last !== undefined && joinedVerbs.has(`${last}-${word}`)) joined[joined.length - 1] = last + word;
    else joined.push(word);
  }
  return joined;
}

/** A verb of an order, whatever parts its letters: most names and addresses have none, and need not be cut into words. */
const anyVerb = new RegExp(
  [...unsafeVerbs.keys(), ...[...joinedVerbs].map((verb) => verb.replace('-', '[^a-z]*'))].join('|'),
  'iu',
);

/** Whether a name may order something. */
export function mayOrder(name: string): boolean {
  return anyVerb.test(name);
}

/** What a name orders, where all its other words only say to what, or nothing at all. */
export function unsafeName(name: string): string | null {
  if (!mayOrder(name)) return null;
  const words = nameWords(name);
  const verb = words.find((word) => unsafeVerbs.has(word));
  if (verb === undefined || words.length > 4) return null;
  const plain = words.every((word) => word === verb || unsafeObjects.has(word) || neutralWords.has(word));
  return plain ? (unsafeVerbs.get(verb) ?? null) : null;
}
