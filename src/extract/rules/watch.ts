import type { Mutable } from '../../model/mutable.ts';
import type { Oddities, PreparedPage, TemplateRules } from '../types.ts';
import { type Applied, type Finding, isSplit } from './apply.ts';
import { displacedItems, type Known, type KnownItems, knownOf, standsElsewhere } from './known.ts';

/** A field whose values are no longer what they were. */
export interface Notice {
  readonly field: string;
  readonly list: string | null;
  readonly kind: keyof Omit<Oddities, 'pages'> | 'displaced';
  /** Pages on which it was so, of those looked at; items where a known value of a list stands elsewhere. */
  readonly count: number;
  readonly pages: number;
  /** Share of pages that is normal. */
  readonly usual: number;
}

interface Tally extends Mutable<Oddities> {
  /** Pages (items, for fields of lists) whose older record is known, and those of them that show its value elsewhere than the rule looks. */
  known: number;
  displaced: number;
  /** First words of the values, by how many pages had them. */
  readonly words: Map<string, number>;
}

/** Chance that a normal template gives so many odd pages, below which it counts as changed. */
const surprise = 0.002;
/** The same for known values that stand elsewhere, which hardly ever happens by chance. */
const displacedSurprise = 0.06;
/** Odd pages must also be more frequent by this share of all pages. */
const leastRise = 0.12;
/** Share of the pages whose values must begin with one word; a label that has moved is on nearly all. */
const wordShare = 0.7;
/** First words that are counted. */
const mostWords = 2000;
/** Pages that are needed before anything is said. */
const leastPages = 4;

/** Watches the fields of one template from page to page, and notices when they are no longer what they were. */
export class Watch {
  readonly rules: TemplateRules;
  readonly #tallies: Tally[];
  readonly #normal: readonly (Oddities | undefined)[];

  /** `normal` is what is, by field in the order of the rules, where these do not say. */
  constructor(rules: TemplateRules, normal: readonly Oddities[] = []) {
    this.rules = rules;
    this.#normal = rules.fields.map((rule, at) => rule.normal ?? normal[at]);
    const blank = () => ({
      pages: 0,
      missing: 0,
      strange: 0,
      split: 0,
      known: 0,
      displaced: 0,
      words: new Map(),
    });
    this.#tallies = rules.fields.map(blank);
  }

  /** Takes note of a page; `known` and `items` are values that older records of the same page had. */
  add(page: PreparedPage, applied: Applied, known?: Known, items?: KnownItems): void {
    for (const [at, rule] of this.rules.fields.entries()) {
      const tally = this.#tallies[at] as Tally;
      const findings =
        rule.list === null
          ? applied.findings.filter((finding) => finding.rule === rule)
          : itemFindings(applied, rule);
      count(tally, findings);
      if (rule.list !== null) {
        const values = items?.[rule.list]?.map((item) => knownOf(item, rule.name)) ?? [];
        const seen = displacedItems(page, findings, values);
        tally.known += seen.known;
        tally.displaced += seen.displaced;
        continue;
      }
      const before = known ? knownOf(known, rule.name) : [];
      if (before.length === 0) continue;
      tally.known++;
      if (standsElsewhere(page, findings[0] as Finding, before)) tally.displaced++;
    }
  }

  /** What was odd so far, by field in the order of the rules. */
  oddities(): readonly Oddities[] {
    return this.#tallies.map(({ pages, missing, strange, split }) => ({ pages, missing, strange, split }));
  }

  /** Fields that have changed, for the most telling reason of each. */
  notices(): readonly Notice[] {
    return this.rules.fields.flatMap((rule, at) => {
      const tally = this.#tallies[at] as Tally;
      const normal = this.#normal[at] ?? {
        pages: rule.profile.pages,
        missing: rule.profile.missing,
        strange: 0,
        split: 0,
      };
      const tests = [
        { kind: 'displaced', count: tally.displaced, pages: tally.known, usual: 0, of: normal.pages },
        ...(['missing', 'strange', 'split'] as const).map((kind) => ({
          kind,
          count: tally[kind],
          pages: tally.pages,
          usual: normal[kind],
          of: normal.pages,
        })),
      ] as const;
      const found = [...tests, ...creep(rule, tally)]
        .filter((test) => isRise(test))
        .sort((one, other) => other.count / other.pages - one.count / one.pages)[0];
      if (!found) return [];
      const usual = found.of === 0 ? 0 : found.usual / found.of;
      return {
        field: rule.name,
        list: rule.list,
        kind: found.kind,
        count: found.count,
        pages: found.pages,
        usual,
      };
    });
  }
}

/** Values that have all come to begin with one word that none began with: a label has moved into them. */
function creep(
  { profile }: TemplateRules['fields'][number],
  { pages, words }: Tally,
): readonly { kind: 'strange'; count: number; pages: number; usual: number; of: number }[] {
  const [most] = [...words].sort((one, other) => other[1] - one[1]);
  if (most === undefined || most[1] < wordShare * pages) return [];
  if (profile.samples.some((text) => firstWord(text) === most[0])) return [];
  return [
    { kind: 'strange', count: most[1], pages, usual: 0, of: Math.min(profile.distinct, profile.pages) },
  ];
}

function firstWord(text: string): string {
  return /^\S+/.exec(text.trim())?.[0] ?? '';
}

function itemFindings({ items }: Applied, rule: Finding['rule']): readonly Finding[] {
  return items.flatMap(({ findings }) => findings.filter((finding) => finding.rule === rule));
}

function count(tally: Tally, findings: readonly Finding[]): void {
  tally.pages++;
  const found = findings.filter(({ spots }) => spots.length > 0);
  if (found.length === 0) tally.missing++;
  // Of many items one may be odd; a page is odd where they are so together.
  const share = (test: (finding: Finding) => boolean) =>
    found.length > 0 && found.filter(test).length * 3 > found.length;
  if (share(({ strange }) => strange.length > 0)) tally.strange++;
  if (share(isSplit)) tally.split++;
  const word = firstWord(found[0]?.spots[0]?.text ?? '');
  if (word !== '' && tally.words.size < mostWords) tally.words.set(word, (tally.words.get(word) ?? 0) + 1);
}

function isRise(test: { kind: string; count: number; pages: number; usual: number; of: number }): boolean {
  const { kind, count, pages, usual, of } = test;
  if (pages < leastPages || count === 0) return false;
  if (count / pages - usual / Math.max(1, of) < leastRise) return false;
  return tail(count, pages, usual, of) < (kind === 'displaced' ? displacedSurprise : surprise);
}

/**
 * Chance of `count` or more odd ones among `pages`, where `usual` of `of` were odd before: the predictive
 * distribution of a share about which no more is known than that (beta-binomial, prior of Jeffreys).
 */
export function tail(count: number, pages: number, usual: number, of: number): number {
  const a = usual + 0.5;
  const b = of - usual + 0.5;
  let sum = 0;
  for (let k = count; k <= pages; k++)
    sum += Math.exp(logChoose(pages, k) + logBeta(k + a, pages - k + b) - logBeta(a, b));
  return sum;
}

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Stirling's series, after stepping up to where it is exact to ten digits. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  while (at < 8) shift -= Math.log(at++);
  const inverse = 1 / (at * at);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / at;
  return shift + (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series;
}
