import { type Choices, choicesIn } from '../../dom/choices.ts';
import { type Content, textUnit } from '../../dom/units.ts';
import type { DocumentTree } from '../../model/index.ts';
import type { Seen } from './seen.ts';

/** Options of one list, or choices of several, that a text names from which on it may be an account of what is chosen. */
const [ofOneList, ofSeveral] = [2, 3];
/** Share of its words that they are at the least: prose may name some of them. Of what pages said of five lists it was half and more, of prose a twelfth. */
const leastShare = 1 / 3;

/**
 * What a document shows beside accounts of what is chosen on it: "Red, Green, Blue", "Size M, colour red, for men". With
 * five lists there are thousands, and none says anything that the lists do not. An account names several choices, in words
 * that were all shown before; one choice, or one of each of two lists, may as well be what a page is about.
 */
export function withoutAccounts(content: Content, document: DocumentTree, seen: Seen): Content {
  const known = [...content.units].filter((unit) => isLong(unit) && !seen.has(unit) && seen.knowsWords(unit));
  if (known.length === 0) return content;
  const choices = choicesIn(document);
  const accounts = known.filter((unit) => namesSeveral(unit, choices));
  if (accounts.length === 0) return content;
  const gone = new Set(accounts.map(wordsOf));
  const items = [...content.items].flatMap(([key, texts]) => {
    if (texts.isDisjointFrom(gone)) return [[key, texts] as const];
    const rest = texts.difference(gone);
    return rest.size > 1 ? [[[...rest].sort().join('|'), rest] as const] : [];
  });
  return {
    ...content,
    units: content.units.difference(new Set(accounts)),
    numbered: new Map([...content.numbered].filter(([words]) => !gone.has(words))),
    items: new Map(items),
  };
}

/** Whether a text names several options of one list, or choices of several lists, and says little else; what can be chosen itself is none. */
function namesSeveral(unit: string, choices: Choices): boolean {
  if (choices.some((list) => list.has(unit))) return false;
  const text = wordsOf(unit);
  const counts = choices.map((list) =>
    [...list].filter((choice) => ` ${text} `.includes(` ${wordsOf(choice)} `)),
  );
  const named = counts.flat();
  const isSeveral = named.length >= ofSeveral || counts.some((list) => list.length >= ofOneList);
  const words = (said: string) => said.split(' ').length;
  const share = named.reduce((sum, choice) => sum + words(wordsOf(choice)), 0) / words(text);
  return isSeveral && share >= leastShare;
}

/** Whether a unit is a text of more than one word. */
function isLong(unit: string): boolean {
  return unit.startsWith(textUnit('')) && wordsOf(unit).includes(' ');
}

function wordsOf(unit: string): string {
  return unit.slice(textUnit('').length);
}
