import {
  listColumns,
  type MainList,
  mainListOf,
  namesInItems,
  ownText,
  textsIn,
  wholeColumn,
} from '../lists/index.ts';
import { withInlined } from '../rules/inner-texts.ts';
import type { GivenName, MatchedPage } from '../rules/make.ts';
import type { Field, PageFindings, PageNode, PreparedPage, Wrapper } from '../types.ts';

/** Name of the list that a page is about. */
const listName = 'records';
/** How sure one is of a name that nothing but its place in an item speaks for. */
const byPlace = 0.75;

/** A wrapper with what it finds on its sample. */
export interface LearnedWrapper {
  readonly wrapper: Wrapper;
  readonly sample: readonly MatchedPage[];
  /** The list that the pages are about. */
  readonly main?: string;
}

/**
 * Adds the list of records that pages are about: repetition on a page says what belongs together better than the
 * comparison of pages. Each place within the items is a column; what the wrapper found inside of them makes room.
 */
export function withMainList({ wrapper, sample }: LearnedWrapper): LearnedWrapper {
  const bare = withoutFrames({ wrapper: withInlined(wrapper, sample), sample });
  const lists = mainListOf(sample.map(({ page }) => page));
  const known = lists === null ? null : knownList(bare, lists);
  if (known !== null) return { ...bare, main: known };
  const parts = lists === null ? [] : listColumns(lists);
  if (lists === null || parts.length === 0) return bare;
  const columns = [...parts, ...[wholeColumn(lists, parts)].filter((column) => column !== null)];
  const isAlone = sample.length === 1;
  const itemsOn = new Map(lists.map(({ page, items }) => [page, items]));
  const fields = columns.map(({ attribute, spots }, at): Field => {
    const all = [...spots.values()].flatMap((own) => [...own.values()].flat());
    const isConstant = new Set(all.map(({ text }) => text)).size === 1;
    return {
      id: `f${900 + at}`,
      attribute,
      list: listName,
      support: spots.size,
      constant: isConstant,
    };
  });
  const matched = bare.sample.map(({ page, extraction }): MatchedPage => {
    const items = itemsOn.get(page) ?? [];
    const rest = withoutNodes(extraction, insideOf(page, items));
    const own = items.map((nodes, nth) => ({
      list: listName,
      nodes,
      values: new Map(
        columns.flatMap(({ spots }, at) => {
          const found = spots.get(page)?.get(nth);
          return found === undefined ? [] : [[fields[at]?.id as string, found] as const];
        }),
      ),
    }));
    const values = columns.flatMap(({ spots }, at) => {
      const found = [...(spots.get(page)?.values() ?? [])].flat();
      return found.length === 0 ? [] : [[fields[at]?.id as string, found] as const];
    });
    // From one page alone nothing else can be told from menus.
    const others = isAlone ? [] : rest.items;
    return {
      page,
      extraction: { ...rest, values: new Map([...rest.values, ...values]), items: [...others, ...own] },
    };
  });
  const left = new Set(matched.flatMap(({ extraction }) => [...extraction.values.keys()]));
  const kept = bare.wrapper.fields.filter(({ id, list }) => left.has(id) && !(isAlone && list !== null));
  const added = { id: listName, within: null, main: true };
  return {
    wrapper: {
      ...bare.wrapper,
      fields: [...kept, ...fields],
      lists: [...bare.wrapper.lists, added],
    },
    sample: matched,
    main: listName,
  };
}

/** Share of the text of the main list that a list of the wrapper must have to be it, and how many items of each there are. */
const [leastText, fewest, most] = [0.7, 0.8, 1.25];
/** Share of items that begin in the same places for both to be the same. */
const sameStarts = 0.95;
/** Share of the fields of a list that its items have. */
const mostFields = 0.75;
/** Share of the texts of items that fields of the wrapper must have for its list to be taken. */
const leastTold = 0.8;
/** How much more text a list has that takes the place of the main one. */
const muchMore = 1.5;

/**
 * The list of the wrapper that is the main one, where it cuts items otherwise: what several pages say of where items
 * end is surer than what one does. An empty name where another list has much more text; `null` where there is none.
 */
function knownList({ wrapper, sample }: LearnedWrapper, lists: readonly MainList[]): string | null {
  if (sample.length < 2) return null;
  const found = new Map(sample.map(({ page, extraction }) => [page, extraction]));
  const own = Math.max(1, dataTexts(lists));
  const sizes = wrapper.lists.map(({ id }) => {
    const inner = wrapper.lists.filter(
      ({ within, id: each }) => within === id && isRegular(wrapper, sample, each),
    );
    const within = new Set([id, ...inner.map((each) => each.id)]);
    const fields = wrapper.fields.filter(
      ({ list, attribute }) => within.has(list ?? '') && attribute === null,
    );
    let [whole, shared, told, text, count, wanted, same] = [0, 0, 0, 0, 0, 0, 0];
    for (const { page, items } of lists) {
      const isInside = insideOf(page, items);
      const listed = (found.get(page)?.items ?? []).filter(({ list }) => list === id);
      const nodes = listed.flatMap((item) => item.nodes);
      const starts = new Set(listed.map((item) => item.nodes[0]));
      whole += ownText(page, items.flat());
      text += ownText(page, nodes);
      for (const { id: field } of fields) told += found.get(page)?.values.get(field)?.length ?? 0;
      shared += ownText(page, nodes.filter(isInside));
      count += listed.length;
      wanted += items.length;
      same += items.filter(([first]) => starts.has(first as number)).length;
    }
    const isSame = same >= sameStarts * Math.max(count, wanted);
    const all = Math.max(1, whole);
    return { id, share: shared / all, text: text / all, told: told / own, count, wanted, isSame };
  });
  // Items that are cut alike; the wrapper finds only some of them.
  if (sizes.some(({ isSame, told }) => isSame && told < leastTold)) return null;
  if (sizes.some(({ text }) => text >= muchMore)) return '';
  const [best] = sizes
    .filter(
      ({ share, count, wanted }) => share >= leastText && count >= wanted * fewest && count <= wanted * most,
    )
    .sort((one, other) => other.share - one.share);
  return best?.id ?? null;
}

/** Whether the items of a list have most of its fields each: what is torn apart has some here and some there. */
function isRegular({ fields }: Wrapper, sample: readonly MatchedPage[], list: string): boolean {
  const own = fields.filter((field) => field.list === list).length;
  const items = sample.flatMap(({ extraction }) => extraction.items.filter((item) => item.list === list));
  const had = items.reduce((sum, { values }) => sum + values.size, 0);
  return had >= mostFields * own * items.length;
}

/** Texts within the items of lists that most of the items do not have: no labels. */
function dataTexts(lists: readonly MainList[]): number {
  const counts = new Map<string, number>();
  let items = 0;
  for (const list of lists)
    for (const item of list.items) {
      items++;
      for (const { text } of textsIn(list.page, item)) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  return [...counts.values()].reduce((sum, count) => sum + (count * 2 > items ? 0 : count), 0);
}

/** Names for what the items of the main list have and nothing else names. */
export function namesInMainList(
  wrapper: Wrapper,
  sample: readonly MatchedPage[],
  names: readonly GivenName[],
  main: string | undefined,
): readonly GivenName[] {
  const own = wrapper.fields.filter(({ list }) => list !== null && list === main);
  if (own.length === 0) return [];
  const ids = new Set(own.map(({ id }) => id));
  const taken = new Map(
    names
      .filter(({ field, name }) => ids.has(field) && field !== name)
      .map(({ field, name }) => [field, name]),
  );
  const fields = own.map(({ id, attribute }) => ({
    id,
    attribute,
    places: sample.flatMap(({ page, extraction }) =>
      (extraction.values.get(id) ?? []).map((spot) => ({ page, spot })),
    ),
  }));
  const items = sample.reduce(
    (sum, { extraction }) => sum + extraction.items.filter(({ list }) => list === main).length,
    0,
  );
  return namesInItems(fields, items, taken).map(({ field, name, because }) => ({
    field,
    name,
    confidence: byPlace,
    because: [because],
  }));
}

/** Lists that say the same on all pages belong to the site. */
function withoutFrames({ wrapper, sample }: LearnedWrapper): LearnedWrapper {
  if (sample.length < 2) return { wrapper, sample };
  const frames = new Set(
    wrapper.lists
      .map(({ id }) => id)
      .filter((id) => wrapper.fields.some((field) => field.list === id && isSame(field.id, sample))),
  );
  if (frames.size === 0) return { wrapper, sample };
  return {
    wrapper: { ...wrapper, fields: wrapper.fields.filter(({ list }) => list === null || !frames.has(list)) },
    sample: sample.map(({ page, extraction }) => ({
      page,
      extraction: { ...extraction, items: extraction.items.filter(({ list }) => !frames.has(list)) },
    })),
  };
}

/** Whether a field of several values is the same on all pages. */
function isSame(field: string, sample: readonly MatchedPage[]): boolean {
  const texts = sample.map(({ extraction }) =>
    (extraction.values.get(field) ?? []).map(({ text }) => text).join('\n'),
  );
  return texts[0] !== '' && (texts[0] ?? '').includes('\n') && texts.every((text) => text === texts[0]);
}

function insideOf(page: PreparedPage, items: readonly (readonly number[])[]): (node: number) => boolean {
  return (node) =>
    items.some((nodes) => nodes.some((top) => node >= top && node < (page.nodes[top] as PageNode).end));
}

function withoutNodes(extraction: PageFindings, isInside: (node: number) => boolean): PageFindings {
  const values = [...extraction.values]
    .map(([field, spots]) => [field, spots.filter(({ node }) => !isInside(node))] as const)
    .filter(([, spots]) => spots.length > 0);
  return {
    ...extraction,
    values: new Map(values),
    items: extraction.items.filter(({ nodes }) => !nodes.some(isInside)),
  };
}
