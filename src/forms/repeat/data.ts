/** One value of a record in JSON, with its name, and with that of what it is a part of: `price: { amount }`. */
export interface DataValue {
  readonly name: string;
  readonly within?: string;
  readonly value: string;
}

/** One record of an answer in JSON: its scalars with the names that lead to them. */
export type DataRecord = readonly DataValue[];

/** What an answer in JSON holds. */
export interface AnswerData {
  readonly records: readonly DataRecord[];
  /** How many it says that there are; `null` where it does not say. */
  readonly total: number | null;
  /** What it gives to ask for more with: an address, or a token. */
  readonly onward: readonly Onward[];
  /** Where the records stand in it. */
  readonly path: DataPath;
}

/** The names and places that lead to a part of an answer in JSON. */
export type DataPath = readonly (string | number)[];

/** A value beside the records that leads to more of them, with the names that lead to it. */
export interface Onward {
  readonly names: readonly string[];
  readonly value: string;
}

/** Levels of JSON that are looked into, and scalars of one record that are kept. */
const [mostLevels, mostScalars] = [8, 40];
const totals =
  /^(?:total|totals|total_?(?:count|results|hits|items|elements|records|size)|num_?(?:found|results)|nb_?hits|found|records_?(?:total|filtered)|result_?count|count|hits)$/i;
/** What such values are called by interfaces that page by tokens. */
const onwardName = /^(?:next|after|cursor|continue|continuation)|(?:cursor|next|continuation|page_?token)$/i;
/** Scalars that say how well a record answers, not what it is. */
const aboutAnswer = /score|rank|highlight|relevan|distance|snippet|^_/i;

/** Answers to several questions at once, and the share of one that its own list takes up at least. */
const [mostAnswers, mostlyList] = [3, 0.8];

/**
 * The records of an answer in JSON: the list with the most text in it, or that at a path where it is known. `null` where
 * there is no list at all. A list of answers, each with a list of its own, is none of records.
 */
export function answerData(json: unknown, known: DataPath | null = null): AnswerData | null {
  const place = known?.findIndex((step) => typeof step === 'number') ?? -1;
  if (known !== null && place >= 0) {
    const inner = answerData(valueAt(json, known.slice(0, place + 1)), known.slice(place + 1));
    return inner && { ...inner, path: known };
  }
  const { lists, told, onward } = partsOf(json);
  const [best] = known === null ? lists.toSorted((one, other) => other.worth - one.worth) : [];
  const list = known === null ? best?.list : valueAt(json, known);
  if (!Array.isArray(list)) return null;
  const path = known ?? best?.path ?? [];
  const inner = known === null ? innerAnswer(list, path) : null;
  if (inner !== null) return inner;
  const records = list.map(recordOf).filter((record) => record.length > 0);
  const total = told.filter((count) => count >= records.length).sort((one, other) => one - other)[0];
  return { records, total: total ?? null, onward, path };
}

/** What is said in an answer, its outermost lists among it. */
function partsOf(json: unknown): {
  readonly lists: readonly { readonly list: readonly unknown[]; readonly path: DataPath; worth: number }[];
  readonly told: readonly number[];
  readonly onward: readonly Onward[];
} {
  const lists: { list: readonly unknown[]; path: DataPath; worth: number }[] = [];
  const told: number[] = [];
  const onward: Onward[] = [];
  const look = (value: unknown, level: number, names: readonly string[]): void => {
    if (level > mostLevels || value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) {
      lists.push({ list: value, path: names, worth: value.length === 0 ? 0 : 1 + textOf(value) });
      return;
    }
    for (const [name, kid] of Object.entries(value)) {
      const figure = typeof kid === 'object' && kid !== null && 'value' in kid ? kid.value : kid;
      if (totals.test(name) && Number.isInteger(figure)) told.push(Number(figure));
      const isText = typeof kid === 'string' && kid !== '';
      if (isText && onwardName.test(name)) onward.push({ names: [...names, name], value: kid });
      look(kid, level + 1, [...names, name]);
    }
  };
  look(json, 0, []);
  return { lists, told, onward };
}

/** Of a list of answers, the one that is mostly a list itself, with more in it. */
function innerAnswer(list: readonly unknown[], path: DataPath): AnswerData | null {
  if (list.length > mostAnswers) return null;
  for (const [at, one] of list.entries()) {
    const inner = Array.isArray(one) ? null : answerData(one);
    if (inner === null || inner.records.length <= list.length) continue;
    const size = JSON.stringify(valueAt(one, inner.path)).length;
    if (size >= mostlyList * JSON.stringify(one).length)
      return { ...inner, path: [...path, at, ...inner.path] };
  }
  return null;
}

function valueAt(json: unknown, path: DataPath): unknown {
  let at = json;
  for (const step of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[step] : undefined;
  return at;
}

/** Markup inside of an answer in JSON: `{"html": "<li>…"}`. */
export function markupIn(json: unknown): string | null {
  let best = '';
  const look = (value: unknown, level: number): void => {
    if (typeof value === 'string') {
      if (value.length > best.length && /<(?:li|tr|div|article|p|a|section|dl)\b[^>]*>/i.test(value))
        best = value;
    } else if (level <= mostLevels && value !== null && typeof value === 'object' && !Array.isArray(value))
      for (const kid of Object.values(value)) look(kid, level + 1);
  };
  if (typeof json === 'object') look(json, 0);
  return best === '' ? null : best;
}

function textOf(list: readonly unknown[]): number {
  let size = 0;
  for (const one of list.slice(0, 50))
    size += recordOf(one).reduce((sum, { value }) => sum + value.length, 0);
  return size;
}

function recordOf(value: unknown): DataRecord {
  const found: DataValue[] = [];
  const look = (kid: unknown, name: string, level: number, within = ''): void => {
    if (kid === null || found.length >= mostScalars || level > mostLevels) return;
    if (typeof kid === 'object') {
      for (const [key, inner] of Object.entries(kid))
        if (!aboutAnswer.test(key) || /^_?(?:id|source)$/.test(key))
          if (Array.isArray(kid)) look(inner, name, level + 1, within);
          else look(inner, key, level + 1, name);
      return;
    }
    const text = String(kid)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (text === '' || typeof kid === 'boolean') return;
    found.push({ name, ...(within !== '' && { within }), value: text.slice(0, 1000) });
  };
  look(value, '', 0);
  return found;
}

/** A link of each record: the address around one of its scalars. */
export interface RecordLink {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const ownAddress = /^(?:url|href|link|permalink|uri|path)$/i;

/** Where the records of an answer lead, by links of the page that shows them; `null` where they tell nothing. */
export function recordLink(records: readonly DataRecord[], links: readonly string[]): RecordLink | null {
  const counts = new Map<string, { link: RecordLink; count: number }>();
  for (const record of records) {
    const seen = new Set<string>();
    for (const { name, value } of record) {
      const written = encodeURIComponent(value);
      for (const url of links) {
        const at = url.lastIndexOf(written);
        if (
          at < 0 ||
          /[\p{L}\p{N}]/u.test(url[at + written.length] ?? '') ||
          !/[/=_-]/.test(url[at - 1] ?? '')
        )
          continue;
        const link = { name, before: url.slice(0, at), after: url.slice(at + written.length) };
        const key = JSON.stringify(link);
        if (seen.has(key)) continue;
        seen.add(key);
        const known = counts.get(key) ?? { link, count: 0 };
        counts.set(key, { link, count: known.count + 1 });
      }
    }
  }
  const best = [...counts.values()].sort((one, other) => other.count - one.count)[0];
  return best !== undefined && best.count >= 0.8 * Math.min(records.length, links.length) ? best.link : null;
}

/** The address that a record leads to: one of its own, or the learned one; `null` where there is none. */
export function recordAddress(record: DataRecord, link: RecordLink | null, base: string): string | null {
  const own = record.find(({ name, value }) => ownAddress.test(name) && /^(?:https?:)?\//.test(value));
  if (link === null) return own === undefined ? null : (URL.parse(own.value, base)?.href ?? null);
  const found = record.find(({ name }) => name === link.name);
  return found === undefined ? null : `${link.before}${encodeURIComponent(found.value)}${link.after}`;
}
