import type { ListOffers } from './offers.ts';

/** One record of an answer: what it is known by, and what it says. */
export interface SeenRecord {
  readonly key: string;
  /** What it says, piece by piece as it stands: title, author, year. */
  readonly texts: readonly string[];
}

/** What came back when a form was asked. */
export interface FormAnswer {
  readonly records: readonly SeenRecord[];
  /** How many the answer says that there are; `null` where it does not say. */
  readonly total: number | null;
  /** Lists as they stand beside what was asked, by field. */
  readonly offers?: ListOffers;
  /** Print of what it says but for what was asked, as long as nobody knows where records stand. */
  readonly said?: string;
  /** It could not be had, or is an error in the dress of a page. */
  readonly failed?: true;
}

const figure = '(\\d{1,3}(?:[,.\\s\\u00a0]\\d{3})+|\\d+)';
const things =
  '(?:results?|records?|items?|books?|titles?|articles?|documents?|entries|matches|hits|products?|listings?|jobs?|ergebnisse|treffer|résultats|resultados)';
const told: readonly RegExp[] = [
  new RegExp(
    `(?:共|共有|共计|总共|找到|检索到|查询到|搜索到|合计|约)\\s*${figure}\\s*(?:条|个|本|项|篇|种|件|部|册|款|位|家|记录|结果)`,
  ),
  new RegExp(`(?:结果|记录|总数|总计)(?:数)?[：:]\\s*${figure}`),
  new RegExp(
    `\\d+\\s*(?:-|–|—|to|bis|à)\\s*\\d+\\s*(?:of|von|sur|de|from)\\s*(?:about |over )?${figure}`,
    'i',
  ),
  new RegExp(`\\b(?:total|found|matches|results|hits|records)\\s*(?:of|:|=)?\\s*${figure}\\b`, 'i'),
  new RegExp(`(?<![\\p{L}\\d.,])${figure}\\s+(?:\\p{L}+\\s+){0,2}?${things}\\b`, 'iu'),
];

/** How many answers a page says that there are: "1–10 of 137", "共 137 条"; `null` where it does not say. */
export function toldTotal(text: string): number | null {
  for (const pattern of told) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return Number(found.replace(/\D/g, ''));
  }
  return null;
}
