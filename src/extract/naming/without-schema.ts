import { remembering } from '../../model/bounded-map.ts';
import { framed, fulfil, type NamedField } from './best-names.ts';
import { type KnownModel, leastSame } from './known-values.ts';
import { lexicon } from './lexicon.ts';
import { isStructured } from './score.ts';
import { isTrusted, withoutFalseLabels } from './trusted-labels.ts';
import type { FieldEvidence, LabelEvidence, Pages, Wanted } from './types.ts';
import { wantedFrom } from './wanted.ts';
import { likeness, nameFrom } from './words.ts';

/** How sure a label, or a name in the markup, must be before it becomes a name. */
const sureLabel = 0.7;
const sureMarkup = 0.8;
/** How sure a name must be that known values speak for, before those of the page are left aside for it. */
const sureProof = 0.5;
/** Share of values that are in the title of their pages, and in headings of the first rank, for a field to be a title. */
const titleShare = 0.6;
/** The same for headings of the second rank. A page has several: nearly all must be in the title word for word. */
const [secondInTitle, secondHeading] = [0.95, 0.55];

/** Share of the title that values are for them to need no heading. */
const greatPart = 0.4;

function isTitle(inTitle: number, heading: number, ofTitle = 0): boolean {
  if (inTitle >= secondInTitle && ofTitle >= greatPart) return true;
  return inTitle >= (heading > titleShare + 0.05 ? titleShare : secondInTitle) && heading >= secondHeading;
}

/**
 * Names fields by what is known and by what the pages themselves say: fields that show known values under the name
 * of these, attributes that are commonly known under their usual name, others under their label.
 */
export function nameFreely(
  gathered: readonly FieldEvidence[],
  model: KnownModel,
  knownNames: readonly string[],
  pages: Pages,
): readonly NamedField[] {
  const evidence = gathered.map((one) => withoutFalseLabels(one, pages, leastSaid));
  const proved = fulfil(knownNames.map(wishOf), evidence, model, ({ same }) => same >= leastSame).filter(
    ({ confidence }) => confidence >= sureProof,
  );
  const rest = evidence.filter(({ field }) => !proved.some((one) => one.field === field.id));
  const names = new Set([...knownNames, ...lexicon.map(({ name }) => name)]);
  const wishes = [...names].filter((name) => !proved.some((one) => one.name === name)).map(wishOf);
  const said = knownNames.length > 0 ? { wishes, evidence: rest } : spokenOf(wishes, rest);
  const common = [...proved, ...fulfil(said.wishes, said.evidence, model, isSaid)];
  const taken = new Map(common.map((one) => [one.name, one]));
  const used = new Set(common.map(({ field }) => field));
  const others = evidence.filter(({ field }) => !used.has(field.id)).flatMap((one) => byOwnLabel(one, pages));
  // Of one value and all that stand beside it, all are meant.
  const several = new Set(evidence.filter(({ field }) => field.sideBySide).map(({ field }) => field.id));
  const rank = ({ field, confidence }: NamedField) => confidence + (several.has(field) ? 0.001 : 0);
  for (const one of [...others].sort((a, b) => rank(b) - rank(a))) {
    if (!taken.has(one.name)) taken.set(one.name, one);
  }
  return [...taken.values()];
}

/** What is wanted under a name alone; the names of the lexicon are asked for with every template. */
const wishOf = remembering(lexicon.length * 2, (name: string): Wanted => wantedFrom({ name }));

/** How much must be said of a field for a common name to be its own. */
const leastSaid = 0.5;

/** Names and fields that the pages mention at all: of several hundred each, few come into question. */
function spokenOf(
  wishes: readonly Wanted[],
  evidence: readonly FieldEvidence[],
): { readonly wishes: readonly Wanted[]; readonly evidence: readonly FieldEvidence[] } {
  const named = new Set<Wanted>();
  const spoken = evidence.filter(({ labels, names, inTitle, heading, ofTitle }) => {
    const near = [...labels, ...names].filter(({ weight }) => weight >= leastSaid);
    const meant = wishes.filter(
      ({ main, labels: known }) =>
        (main > 0 && isTitle(inTitle, heading, ofTitle)) ||
        near.some((label) =>
          known.some(
            ({ words, weight }) => likeness(label.words, words) * weight * label.weight >= leastSaid,
          ),
        ),
    );
    for (const wish of meant) named.add(wish);
    return meant.length > 0;
  });
  return { wishes: wishes.filter((wish) => named.has(wish)), evidence: spoken };
}

/** Without a wish from outside, a type alone gives no name: something on the page must say it. */
function isSaid(features: Readonly<Record<string, number>>, wanted: Wanted): boolean {
  const said = Math.max(features.label ?? 0, features.name ?? 0, features.same ?? 0);
  if (said >= leastSaid) return true;
  return (
    wanted.name === 'title' &&
    isTitle(features.mainInTitle ?? 0, features.mainHeading ?? 0, features.mainOfTitle ?? 0)
  );
}

function byOwnLabel(evidence: FieldEvidence, pages: Pages): readonly NamedField[] {
  const { field, labels, names, coverage } = evidence;
  const label =
    firstOf(labels, sureLabel, (one) => isByline(one, evidence) || isTrusted(one, evidence, pages)) ??
    firstOf(names.filter(isStructured), sureMarkup);
  if (label === undefined) return [];
  const name = isByline(label, evidence) ? 'author' : nameFrom(label.text);
  if (name === '') return [];
  const confidence = Math.min(0.95, label.weight * (0.7 + 0.3 * coverage));
  return [
    {
      field: field.id,
      name,
      confidence,
      because: [`${label.source} ${JSON.stringify(label.text)}`],
      spots: field.spots,
      ...framed(evidence),
    },
  ];
}

/** "by" before names of people. */
function isByline({ text }: LabelEvidence, { types }: FieldEvidence): boolean {
  return /^by:?$/i.test(text.trim()) && (types.get('person') ?? 0) >= 0.5;
}

function firstOf(
  labels: readonly LabelEvidence[],
  least: number,
  isGood: (label: LabelEvidence) => boolean = () => true,
): LabelEvidence | undefined {
  return labels.find(
    (label) => label.weight >= least && label.words.some((word) => /\p{L}/u.test(word)) && isGood(label),
  );
}
