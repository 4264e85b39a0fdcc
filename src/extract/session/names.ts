import { isInFrame } from '../lists/index.ts';
import { labelKey } from '../locate/index.ts';
import {
  askLabeller,
  isRequest,
  type KnownRow,
  KnownRows,
  type Labeller,
  lexicon,
  type NamingInput,
  nameFields,
  namelessFields,
} from '../naming/index.ts';
import type { GivenName, MatchedPage } from '../rules/make.ts';
import type { PreparedPage, Wrapper } from '../types.ts';
import type { NameFields } from './learn.ts';
import { namesInMainList } from './main-list.ts';

const common = new Set(lexicon.map(({ name }) => name));

/** Pages from which on a text that never changes is believed to be none of the data. */
const enoughPages = 3;
/** The same where its name is one that data commonly have. */
const surePages = 5;

/** What names are found by; it can be sent to another thread. */
export interface NamingAbout
  extends Pick<NamingInput, 'wanted' | 'known' | 'least' | 'vocabulary' | 'model'> {
  /** Records that are known. */
  readonly prior?: readonly KnownRow[];
}

/** Names for the fields of wrappers: by what is wanted and known, else by what the pages say themselves. */
export function fieldNamer(about: NamingAbout, labeller: Labeller | null = null): NameFields {
  const rows = new KnownRows(about.prior ?? []);
  const name: NameFields = async (wrapper, sample, main) => {
    const extractions = new Map(sample.map(({ page, extraction }) => [page.name, extraction]));
    const pages = sample.map(({ page }) => page);
    const names = nameFields({ ...about, rows, pages, fields: namelessFields(wrapper, extractions) });
    if (about.wanted === undefined) {
      const own = names.map((name) => ofItems(plausible(name, pages), wrapper, sample, main));
      return [...own, ...namesInMainList(wrapper, sample, own, main)];
    }
    const wanted = about.wanted.map(({ name }) => name);
    return labeller === null ? names : pointedAt(labeller, pages, wanted, names);
  };
  name.isKnown = (page) => rows.rowOf(page) !== null;
  return name;
}

/** How sure a value is that a person pointed at. */
const pointedConfidence = 0.9;

/** What a labeller points at replaces what was found without it; fields that it does not name stay. */
async function pointedAt(
  labeller: Labeller,
  pages: readonly PreparedPage[],
  wanted: readonly string[],
  names: readonly GivenName[],
): Promise<readonly GivenName[]> {
  const pointed = (await askLabeller(labeller, pages, wanted)).filter(({ spots }) => spots.size > 0);
  const taken = new Set(pointed.map(({ id }) => id));
  return [
    ...names.map((name) => (taken.has(name.name) ? { ...name, name: name.field, confidence: 0 } : name)),
    ...pointed.map(({ id, spots }) => ({
      field: `labeller:${id}`,
      name: id,
      confidence: pointedConfidence,
      because: ['labeller'],
      spots,
    })),
  ];
}

/**
 * Where nobody said what is wanted, a text beside another is easily taken for its label: what is the same on all
 * pages is data only under a name that data commonly have and if it asks nothing of the reader, marks alone never are, and the beginning of an address
 * and a scrap of a sentence are no labels. From a page or two alone what stands in menus and feet is none of the data either.
 */
function plausible(name: GivenName, sample: readonly PreparedPage[]): GivenName {
  const pages = sample.length;
  const texts = [...(name.spots?.values() ?? [])].flat().map(({ text }) => text);
  // What ends in a mark between things is one of them: an item of a menu.
  const marks = texts.filter((text) => !/[\p{L}\p{N}]/u.test(text) || /[|·•›»]$/.test(text)).length;
  const isSame = pages >= enoughPages && new Set(texts).size === 1;
  const isFrame = texts.length >= surePages || !common.has(name.name) || isRequest(texts[0] ?? '');
  const isConstant = isSame && isFrame;
  const isAddress = /^(?:https?|www|ftp)(?:_|$)/.test(name.name);
  // A single letter, or a few of the syllables that join Japanese words.
  const isScrap = /^(?:[^\p{Script=Han}]|\p{Script=Hiragana}{1,3})$/u.test(name.name);
  const isOutside = pages < enoughPages && isOfFrame(name, sample);
  if (texts.length === 0 || (!isConstant && !isAddress && !isScrap && !isOutside && marks * 2 < texts.length))
    return name;
  return { ...name, name: name.field, confidence: 0 };
}

/** Whether all values of a field stand in parts of their pages that are there for finding one's way. */
function isOfFrame({ spots }: GivenName, sample: readonly PreparedPage[]): boolean {
  const placed = sample.flatMap((page) => (spots?.get(page.name) ?? []).map(({ node }) => ({ page, node })));
  return placed.length > 0 && placed.every(({ page, node }) => isInFrame(page, node));
}

/** A name in the list that pages are about, unless it is what an item has as a value: what one of them is called names no price. */
function ofItems(
  name: GivenName,
  { fields }: Wrapper,
  sample: readonly MatchedPage[],
  main: string | undefined,
): GivenName {
  const own = fields.filter(({ list, constant }) => list !== null && list === main && !constant);
  const said = name.because.map((text) => /^(?:label|text after) (".*")$/.exec(text)?.[1]);
  const quoted = said.find((text) => text !== undefined);
  if (quoted === undefined || !own.some(({ id }) => id === name.field)) return name;
  const label = labelKey(JSON.parse(quoted) as string);
  const isValue = own.some(
    ({ id }) =>
      id !== name.field &&
      sample.some(({ extraction }) =>
        extraction.values.get(id)?.some(({ text }) => labelKey(text) === label),
      ),
  );
  return isValue ? { ...name, name: name.field, confidence: 0 } : name;
}
