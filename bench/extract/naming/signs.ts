import { applyRules, isNeutral, type PreparedPage } from '../../../src/extract/index.ts';
import { labelKey, nearTexts } from '../../../src/extract/locate/index.ts';
import type { Finding } from '../../../src/extract/rules/apply.ts';
import type { FieldRule, PageNode, Spot, TemplateRules } from '../../../src/extract/types.ts';

/** A name that a program can see to be bad, and by what sign. */
export interface BadName {
  readonly name: string;
  readonly sign: 'value as name' | 'header of a neighbour' | 'marks' | 'cut value' | 'frame';
  readonly because: string;
  readonly values: readonly string[];
}

/** Share of the values that must show a sign. */
const half = 0.5;

/** Names that were given without a schema, and those of them that are bad. */
export function namesOn(
  rules: TemplateRules,
  pages: readonly PreparedPage[],
): { readonly all: number; readonly bad: readonly BadName[] } {
  const applied = pages.map((page) => ({ page, ...applyRules(rules, page) }));
  const named = rules.fields.filter(({ name }) => !isNeutral(name));
  const bad = named.flatMap((rule): BadName | [] => {
    const found = applied.flatMap(({ page, findings, items }) => {
      const all = [...findings, ...items.flatMap((item) => item.findings)];
      return all
        .filter((finding: Finding) => finding.rule === rule)
        .flatMap(({ spots }) => spots.slice(0, 1).map((spot) => ({ page, spot })));
    });
    const sign = signOf(rule, found, pages);
    const values = [...new Set(found.map(({ spot }) => spot.text))].slice(0, 3);
    return sign === null ? [] : { name: rule.name, sign, because: rule.because?.join(', ') ?? '', values };
  });
  return { all: named.length, bad };
}

interface Placed {
  readonly page: PreparedPage;
  readonly spot: Spot;
}

function signOf(
  rule: FieldRule,
  found: readonly Placed[],
  pages: readonly PreparedPage[],
): BadName['sign'] | null {
  const most = (is: (one: Placed) => boolean) => found.filter(is).length > half * found.length;
  if (found.length === 0) return null;
  const [text, label] = labelIn(rule);
  if (most(({ spot }) => /^[:：,;|)»›]|[:：(|]$|^[^\p{L}\p{N}]+$/u.test(spot.text))) return 'marks';
  if (found.some(isCut)) return 'cut value';
  if (
    rule.list === null &&
    pages.length > 3 &&
    new Set(found.map(({ spot }) => spot.text)).size === 1 &&
    found.length > 3
  )
    return 'frame';
  if (label === null) return null;
  // A label has a colon, or stands on most pages; what stands on few is a value.
  const showing = pages.filter((page) => hasText(page, label));
  if (!/[:：]\s*$/.test(text) && showing.length > 0 && showing.length < Math.max(2, pages.length * 0.25))
    return 'value as name';
  return most((one) => isOfNeighbour(one, label)) ? 'header of a neighbour' : null;
}

/** The text that a name was made of, where it is a text beside the values. */
function labelIn({ because = [] }: FieldRule): readonly [text: string, key: string | null] {
  const said = because.map((text) => /^(?:label|text after|column|heading) (".*")$/.exec(text)?.[1]);
  const first = said.find((text) => text !== undefined);
  const text = first === undefined ? '' : (JSON.parse(first) as string);
  return [text, text === '' ? null : labelKey(text)];
}

function hasText({ nodes }: PreparedPage, label: string): boolean {
  return nodes.some(
    ({ tag, text }) =>
      tag === '#text' && (labelKey(text) === label || labelKey(text.split(/[:：]/)[0] ?? '') === label),
  );
}

/** Whether a value is the rest of a time or of an address that was cut at a colon. */
function isCut({ page, spot }: Placed): boolean {
  const { text } = page.nodes[spot.node] as PageNode;
  const before = text === spot.text || !text.endsWith(spot.text) ? '' : text.slice(0, -spot.text.length);
  return /\d[:：]\s*$/.test(before) && /^\d/.test(spot.text) ? true : /^\/\//.test(spot.text);
}

/** Whether another text stands between a label and the value, and neither is the label above the value. */
function isOfNeighbour({ page, spot }: Placed, label: string): boolean {
  const near = nearTexts(page, spot.node).filter((one) => labelKey(one.text) === label);
  return (
    near.length > 0 &&
    near.every(({ side, distance }) => (side === 'before' || side === 'after') && distance > 0)
  );
}
