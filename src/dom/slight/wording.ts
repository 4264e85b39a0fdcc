import { volatileShape } from '../mask.ts';

const timeWord =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|[ap]\.?m\.?)[.,:;)]*$/i;
const chineseTime = /星期|周[一二三四五六日]|[上下]午/;
const number = /\d+(?:[.,'\u2019\u00a0\u202f]\d+)*/g;
const hexToken = /^(?=.*\d)[0-9a-f-]{8,}$/i;

/**
 * Whether two texts differ only in what counts or tells the time. Stricter than an equal shape, which takes
 * "market" and "monday" for one form: that is enough for a spot that was seen to change by itself, but not
 * for two pages. The plural that goes with a number may come and go: "1 like", "2 likes".
 */
export function sameWording(before: string, after: string): boolean {
  const mine = before.split(/\s+/);
  const yours = after.split(/\s+/);
  if (mine.length !== yours.length) return false;
  return mine.every((run, at) => {
    const other = yours[at] as string;
    if (run === other || sameRun(run, other)) return true;
    const counted = at > 0 && /\d/.test(mine[at - 1] as string) && mine[at - 1] !== yours[at - 1];
    return counted && singular(run) === singular(other);
  });
}

function sameRun(run: string, other: string): boolean {
  if (/\d/.test(run) && /\d/.test(other)) {
    if (run.replace(number, '#') === other.replace(number, '#')) return true;
    return hexToken.test(run) && hexToken.test(other);
  }
  if (chineseTime.test(run) && chineseTime.test(other)) return volatileShape(run) === volatileShape(other);
  return timeWord.test(run) && timeWord.test(other);
}

function singular(word: string): string {
  return word.replace(/s(?=\W*$)/, '');
}

const longestLabel = 24;

/**
 * Whether two labels of one control say on and off: signs without letters (☆, ★), or a word in two forms
 * (Like, Liked, Unlike).
 */
export function sameSwitch(before: string, after: string): boolean {
  if (before.length > longestLabel || after.length > longestLabel) return false;
  const mine = letters(before);
  const yours = letters(after);
  if (mine === '' && yours === '') return true;
  const [short, long] = mine.length <= yours.length ? [mine, yours] : [yours, mine];
  const stem = short.replace(/e?d?$/, '');
  return (
    stem.length >= 3 && (long.startsWith(stem) || long === `un${short}`) && long.length - short.length <= 3
  );
}

function letters(text: string): string {
  return text
    .replace(/\P{L}+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Whether a text is no more than a number or a sign, as on a badge. */
export function isBadge(text: string): boolean {
  return text.length <= 6 && !/\p{L}/u.test(text);
}
