import type { FormField } from './types.ts';

/** How a field that lets people choose it compares what they type with what records say. */
export type FieldComparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'starts' | 'ends';

/** What comparisons are called where people choose them, the narrower ones first. */
const called: readonly (readonly [FieldComparison, RegExp])[] = [
  ['!=', /^(?:!=|<>|≠)$|\b(?:not|isn t|doesn t|excludes?|without|nicht|ungleich|pas|no)\b|不|≠/],
  ['>=', /^(?:>=|≥|=>)$|\b(?:at least|or (?:more|later|after)|on or after|min)\b|^gte$|大于等于|不小于|至少/],
  [
    '<=',
    /^(?:<=|≤|=<)$|\b(?:at most|or (?:less|earlier|before)|on or before|max)\b|^lte$|小于等于|不大于|至多/,
  ],
  [
    '>',
    /^>$|\b(?:greater|more|larger|higher|later|after|since|größer|supérieur|mayor)\b|^gt$|大于|高于|晚于|之后/,
  ],
  ['<', /^<$|\b(?:less|smaller|lower|earlier|before|kleiner|inférieur|menor)\b|^lt$|小于|低于|早于|之前/],
  ['starts', /\b(?:starts?|begins?|beginnt|commence|empieza)\b|开头|起始/],
  ['ends', /\b(?:ends?|endet|finit|termina)\b|结尾/],
  ['contains', /\b(?:contains?|includes?|like|matches|enthält|contient|contiene)\b|包含|含有|模糊/],
  ['=', /^(?:=|==)$|\b(?:equals?|equal to|is|exact(?:ly)?|gleich|ist|égal|igual|es|est)\b|等于|精确|是/],
];

/** The comparison that an option speaks of, `null` where it speaks of none. */
function comparisonOf(text: string): FieldComparison | null {
  const said = text.trim().toLowerCase().replace(/['’]/g, ' ').replace(/\s+/g, ' ');
  if (said === '' || said.length > 30) return null;
  return called.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

/** Signs that a list of comparisons has at least, and the share of its options that are such. */
const [leastSigns, signShare] = [2, 0.6];

/**
 * Values by the comparison that each stands for, where a field lets people choose how what they type is compared;
 * `null` where it is another field.
 */
export function comparisonsIn({
  control,
  options,
}: Pick<FormField, 'control' | 'options'>): ReadonlyMap<FieldComparison, string> | null {
  if ((control !== 'select' && control !== 'radio') || options.length < 2 || options.length > 40) return null;
  const found = new Map<FieldComparison, string>();
  let signs = 0;
  for (const { text, value } of options) {
    const sign = comparisonOf(text);
    if (sign === null) continue;
    signs++;
    if (!found.has(sign)) found.set(sign, value);
  }
  return found.size >= leastSigns && signs >= signShare * options.length ? found : null;
}
