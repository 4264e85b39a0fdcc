import { match } from '../../../src/extract/index.ts';
import { learnLocators } from '../../../src/extract/locate/index.ts';
import {
  type KnownValues,
  type NamedField,
  nameFields,
  namelessFields,
} from '../../../src/extract/naming/index.ts';
import { find } from '../../../src/extract/rules/apply.ts';
import { publishedConfidence } from '../../../src/extract/session/records.ts';
import type { FieldRule } from '../../../src/extract/types.ts';
import { profileOf } from '../../../src/values/index.ts';
import { type PreparedSite, preparedSites, sampleSize, wrapperFrom } from '../sites.ts';
import { schemas } from './schemas.ts';
import { judge, type Tally } from './score.ts';

/** What was found on one page, with how sure it is. */
export interface PageResult {
  readonly page: string;
  readonly tally: Tally;
  readonly isTrue: boolean;
  readonly confidence: number;
}

/** What became of one attribute of one site. */
export interface AttributeResult {
  readonly vertical: string;
  readonly site: string;
  /** Sites with even places in the alphabet were looked at while building, the others were not. */
  readonly half: 'built on' | 'unseen';
  readonly attribute: string;
  /** By page that was not learned from. */
  readonly pages: readonly PageResult[];
}

const results = new Map<string, readonly AttributeResult[]>();
/** Names of the first round from which on they teach the others. */
const teaching = 0.6;

/** Names the fields of all sites without labels from any; made once for all parts that show it. */
export function namedResults(
  data: string,
  quick: boolean,
  tell: (text: string) => void,
): readonly AttributeResult[] {
  const key = `${data} ${quick}`;
  let known = results.get(key);
  if (known === undefined) {
    known = byVertical(data, quick, tell);
    results.set(key, known);
  }
  return known;
}

interface Prepared {
  readonly site: PreparedSite;
  readonly fields: ReturnType<typeof namelessFields>;
  readonly first: readonly NamedField[];
  readonly half: AttributeResult['half'];
}

function byVertical(data: string, quick: boolean, tell: (text: string) => void): readonly AttributeResult[] {
  const verticals = new Map<string, Prepared[]>();
  for (const site of preparedSites(data, quick)) {
    const { vertical, name } = site.site;
    tell(`${vertical}-${name}`);
    const list = verticals.get(vertical) ?? [];
    verticals.set(vertical, list);
    list.push(prepare(site, list.length % 2 === 0 ? 'built on' : 'unseen'));
  }
  return [...verticals.values()].flatMap((sites) => sites.flatMap((own) => judged(own, sites)));
}

function prepare(site: PreparedSite, half: AttributeResult['half']): Prepared {
  const wrapper = wrapperFrom(site, sampleSize);
  const extractions = new Map(wrapper ? site.sample.map((page) => [page.name, match(wrapper, page)]) : []);
  const fields = wrapper ? namelessFields(wrapper, extractions) : [];
  const first = nameFields({
    pages: site.sample,
    fields,
    wanted: schemas[site.site.vertical] ?? [],
    least: teaching,
  });
  return { site, fields, first, half };
}

/** The second round: what other sites of the vertical were thought to show helps. */
function judged({ site, fields, half }: Prepared, sites: readonly Prepared[]): readonly AttributeResult[] {
  const { vertical, name, attributes } = site.site;
  const wanted = schemas[vertical] ?? [];
  const known = knownFrom(sites.filter((other) => other.site !== site));
  const named = nameFields({ pages: site.sample, fields, wanted, known, least: 0 });
  return attributes
    .filter((attribute) => site.site.pages.some(({ truth }) => (truth.get(attribute)?.length ?? 0) > 0))
    .map((attribute) => {
      const field = named.find((one) => one.name === attribute);
      return { vertical, site: name, half, attribute, pages: pagesOf(site, attribute, field) };
    });
}

function knownFrom(sites: readonly Prepared[]): KnownValues {
  const known = new Map<string, string[]>();
  for (const { first, site } of sites) {
    const names = new Set(schemas[site.site.vertical]?.map(({ name }) => name));
    for (const { name, spots } of first.filter((one) => names.has(one.name)))
      known.set(name, [...(known.get(name) ?? []), ...[...spots.values()].flat().map(({ text }) => text)]);
  }
  return known;
}

/** The rule that a session would make of a name. */
function ruleOf({ sample }: PreparedSite, { name, confidence, spots }: NamedField): FieldRule {
  const samples = sample.map((page) => ({ page, spots: spots.get(page.name) ?? [] }));
  return {
    name,
    confidence,
    list: null,
    attribute: null,
    locators: learnLocators(samples),
    profile: profileOf(samples.map((one) => one.spots.map(({ text }) => text))),
  };
}

function pagesOf(
  site: PreparedSite,
  attribute: string,
  field: NamedField | undefined,
): readonly PageResult[] {
  const rule = field && ruleOf(site, field);
  return site.scored.map(({ page, truth }) => {
    const values = truth.get(attribute) ?? [];
    const finding = rule && find(rule, page);
    const found = finding?.spots.map(({ text }) => text) ?? [];
    const confidence = finding ? publishedConfidence(finding) : 0;
    return { page: page.name, tally: judge(found, values), isTrue: values.length > 0, confidence };
  });
}
