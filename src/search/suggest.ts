import { editDistance } from '../config/nearest.ts';
import type { SearchQuery } from '../model/search.ts';
import { type ListIndex, tokensFrom } from './find.ts';
import { leaves } from './query.ts';

/** Letters of words that may be wrong. */
const shortest = 4;

/**
 * What was probably meant, where a word of the question is on no page: the question with the word that is nearest
 * to it and on the most pages. `null` where nothing is near.
 */
export async function suggestion(text: string, query: SearchQuery, index: ListIndex): Promise<string | null> {
  let better = text;
  for (const term of query.all.flatMap(leaves)) {
    const [word = ''] = term.tokens;
    if (term.tokens.length !== 1 || term.prefix || !/^[a-z]+$/.test(word) || word.length < shortest) continue;
    if ((await tokensFrom(index, word)).has(word)) continue;
    const near = await nearestToken(word, index);
    if (near !== null)
      better = better.replace(new RegExp(`(?<![\\p{L}\\p{N}])${term.text}(?![\\p{L}\\p{N}])`, 'iu'), near);
  }
  return better === text ? null : better;
}

/** People seldom miss the first letter: what begins with it, or with the second where the two were swapped. */
async function nearestToken(word: string, index: ListIndex): Promise<string | null> {
  const least = word.length < 6 ? 1 : 2;
  let best: { readonly token: string; readonly distance: number; readonly pages: number } | null = null;
  for (const prefix of new Set([word[0] as string, word[1] as string])) {
    for (const [token, pages] of await tokensFrom(index, prefix)) {
      if (Math.abs(token.length - word.length) > least || !/^[a-z]+$/.test(token)) continue;
      const distance = editDistance(word, token);
      const isNearer =
        best === null || distance < best.distance || (distance === best.distance && pages > best.pages);
      if (distance <= least && isNearer) best = { token, distance, pages };
    }
  }
  return best?.token ?? null;
}
