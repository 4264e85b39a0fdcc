import { type Rows, type Script, scripts } from './scripts.ts';

/** Points for a character; what a reading has in all tells how likely it is meant. */
const points = { frequent: 3, usual: 1, sign: 0.5, strange: -1, broken: -4 } as const;

/** A reading of bytes, with its points. */
export interface ByteReading {
  readonly charset: string;
  readonly points: number;
}

/** How likely bytes are text of each two-byte encoding; characters of ASCII say nothing. */
export function pairReadings(bytes: Uint8Array): readonly ByteReading[] {
  return scripts.map((script) => ({ charset: script.charset, points: pairPoints(bytes, script) }));
}

/** How likely bytes are text of one encoding; `null` where it is none whose text is known. */
export function readingAs(bytes: Uint8Array, charset: string): ByteReading | null {
  if (charset === 'windows-1252') return westernReading(bytes);
  if (charset === 'windows-1251') return cyrillicReading(bytes);
  const name = charset === 'gbk' ? 'gb18030' : charset;
  const script = scripts.find((each) => each.charset === name);
  return script ? { charset, points: pairPoints(bytes, script) } : null;
}

function pairPoints(bytes: Uint8Array, script: Script): number {
  const known = tableOf(script);
  let sum = 0;
  let [before, beforeThat] = ['', ''];
  for (const character of new TextDecoder(script.charset).decode(bytes, { stream: true })) {
    const worth = known.get(character) ?? (isBroken(character) ? points.broken : points.strange);
    // No language has a character three times in a row: lines and blocks of terminals do.
    const drawn = character === before && character === beforeThat && worth > points.sign;
    if (character >= '\x80') sum += drawn ? points.strange : worth;
    [before, beforeThat] = [character, before];
  }
  return sum;
}

const tables = new Map<Script, ReadonlyMap<string, number>>();

/** Characters of an encoding that have points, made when text of unknown encoding is first met. */
function tableOf(script: Script): ReadonlyMap<string, number> {
  const made = tables.get(script);
  if (made) return made;
  const table = new Map<string, number>();
  const decoder = new TextDecoder(script.charset);
  const put = (rows: readonly Rows[], worth: number): void => {
    for (const pair of rows.flatMap(pairsOf)) table.set(decoder.decode(pair), worth);
  };
  put(script.signs, points.sign);
  put(script.usual, points.usual);
  for (const character of script.frequent) table.set(character, points.frequent);
  for (const character of table.keys()) if (isBroken(character)) table.delete(character);
  tables.set(script, table);
  return table;
}

function pairsOf([fromLead, toLead, fromTrail, toTrail]: Rows): readonly Uint8Array[] {
  const pairs: Uint8Array[] = [];
  for (let lead = fromLead; lead <= toLead; lead++) {
    for (let trail = fromTrail; trail <= toTrail; trail++) pairs.push(Uint8Array.of(lead, trail));
  }
  return pairs;
}

/** No character at all, one of somebody's own, or a control that no text has. */
function isBroken(character: string): boolean {
  return /[\ufffd\ue000-\uf8ff\x80-\x9f]/.test(character);
}

/** How likely bytes are Cyrillic text: words of nothing but high letters, capitals at their beginning. */
export function cyrillicReading(bytes: Uint8Array): ByteReading {
  const text = new TextDecoder('windows-1251').decode(bytes);
  let sum = 0;
  for (const [word] of text.matchAll(/[^\0-\x7f]+/g)) {
    const spelled = /^[«„"(]?(?:[А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]+|[А-ЯЁІЇЄҐЎ]+)[»“—…№]*$/.test(word);
    sum += spelled && isCyrillicWord(word) ? 0.7 * word.length : -word.length;
  }
  return { charset: 'windows-1251', points: sum };
}

/** One of the words of one letter, or letters with a vowel among them and none three times in a row. */
function isCyrillicWord(word: string): boolean {
  if (word.length === 1) return /[авикосуяіАВИКОСУЯІ]/.test(word);
  return (word.length < 4 || /[аеиоуыюяёіїє]/i.test(word)) && !/(.)\1\1/.test(word);
}

/** How likely bytes are Western text: single accented letters among plain ones, typographic signs. */
export function westernReading(bytes: Uint8Array): ByteReading {
  const text = new TextDecoder('windows-1252').decode(bytes);
  let sum = 0;
  for (const [word] of text.matchAll(/[^\0-\x40[-`{-\x7f]+/g)) {
    const high = word.match(/[^\0-\x7f]/g)?.length ?? 0;
    if (high === 0) continue;
    if (/^[«»“”‘’„…–—•©®°§·£€]+$/.test(word)) sum += 0.3 * high;
    else sum += isWesternWord(word) ? 1.2 * high : -high;
  }
  return { charset: 'windows-1252', points: sum };
}

function isWesternWord(word: string): boolean {
  const letters = word.replace(/^[«“‘„¿¡°§©£€]+|[»”’…–—®©°]+$/g, '');
  return /^[A-Za-zÀ-ÖØ-öø-ÿŠšŽžŒœŸ’]+$/.test(letters) && !/[À-ÖØ-öø-ÿ]{3}|[a-zß-öø-ÿ][À-ÖØ-Þ]/.test(letters);
}
