import type { Question } from '../../model/capture.ts';
import type { AskedValues } from '../surface/choice-node.ts';

/** A request that a script made when a form was driven. */
export interface ScriptRequest {
  readonly url: string;
  readonly question: Question | null;
  /** How the script wants to be answered. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One value that a request carries: a step of its path, a pair of its query or body, a leaf of its JSON. */
interface Slot {
  readonly place: 'path' | 'query' | 'form' | 'json';
  /** What it is called there: nothing for steps of a path. */
  readonly name: string;
  /** Way to a leaf of JSON, or its place among its like. */
  readonly way: readonly (string | number)[];
  readonly value: string;
}

/** Where the values of a form stand in the request behind it. */
export interface RequestTemplate {
  readonly request: ScriptRequest;
  readonly holes: readonly { readonly slot: Slot; readonly field: string; readonly value: string }[];
}

/** Characters from which on a value is found inside of others: `title:sea*`. */
const leastInside = 4;
/** Characters from which on a value that stands in several places fills all of them. */
const leastTelling = 3;

/** The template of a request that carries all the values that a form was asked with, `null` where it does not. */
export function templateOf(request: ScriptRequest, values: AskedValues): RequestTemplate | null {
  const slots = slotsOf(request);
  if (slots === null) return null;
  const holes: RequestTemplate['holes'][number][] = [];
  for (const [field, value] of Object.entries(values)) {
    const found = slotsWith(slots, field, value);
    if (found.length === 0) return null;
    for (const slot of found) holes.push({ slot, field, value });
  }
  return { request, holes };
}

/** Slots that hold a value: one that is called as the field is, else whole ones, else such as have it inside. */
function slotsWith(slots: readonly Slot[], field: string, value: string): readonly Slot[] {
  const whole = slots.filter((slot) => slot.value === value);
  const named = whole.filter(({ name }) => name.toLowerCase() === field.toLowerCase());
  if (named.length > 0) return named;
  if (whole.length === 1 || (whole.length > 1 && value.length >= leastTelling)) return whole;
  if (whole.length > 0 || value.length < leastInside) return [];
  return slots.filter((slot) => slot.value.includes(value));
}

/** The request for other values of the same fields. */
export function filledTemplate({ request, holes }: RequestTemplate, values: AskedValues): ScriptRequest {
  let { url, question } = request;
  for (const { slot, field, value } of holes) {
    const now = slot.value.replaceAll(value, () => values[field] ?? '');
    if (slot.place === 'path' || slot.place === 'query') url = withSlot(url, slot, now);
    else if (question !== null) question = { ...question, body: bodyWith(question.body, slot, now) };
  }
  return { ...request, url, question };
}

/** A moment that scripts add so that no cache answers. */
const moment = /^\d{10,17}$/;

/** Whether two requests ask the same: moments in them aside. */
export function isSameRequest(one: ScriptRequest, other: ScriptRequest): boolean {
  const [mine, others] = [slotsOf(one), slotsOf(other)];
  if (mine === null || others === null || mine.length !== others.length) return false;
  if (URL.parse(one.url)?.origin !== URL.parse(other.url)?.origin) return false;
  return mine.every(({ place, name, value }, at) => {
    const twin = others[at];
    if (twin === undefined || twin.place !== place || twin.name !== name) return false;
    return twin.value === value || (moment.test(value) && moment.test(twin.value));
  });
}

const pageNames = /^(?:page|p|pg|pn|page_?(?:no|num|number|index)|current_?page)$/i;
const offsetNames = /^(?:offset|start|from|skip|begin|first)$/i;

/** Which value of a request leads to further pages, and what it counts. */
export interface Pager {
  readonly slot: Pick<Slot, 'place' | 'name' | 'way'>;
  readonly by: 'page' | 'records';
}

/** What may lead to further pages, by what it is called; else every value that begins to count, which has to be tried;
 * what was asked for is none. */
export function pagersOf(
  request: ScriptRequest,
  asked: readonly string[],
): {
  readonly named: boolean;
  readonly pagers: readonly Pager[];
} {
  const counts = (slotsOf(request) ?? []).filter(
    ({ place, value }) => place !== 'path' && /^\d{1,9}$/.test(value),
  );
  // A year "from" which things are wanted is no offset.
  const isAsked = ({ value }: Slot) => asked.includes(value) && !/^[01]$/.test(value);
  const named = counts.flatMap((slot): readonly Pager[] => {
    if (isAsked(slot)) return [];
    if (pageNames.test(slot.name)) return [{ slot, by: 'page' }];
    return offsetNames.test(slot.name) ? [{ slot, by: 'records' }] : [];
  });
  if (named.length > 0) return { named: true, pagers: named };
  const begun = counts.filter(({ value }) => /^[01]$/.test(value) && !asked.includes(value));
  const pagers = begun.flatMap((slot): readonly Pager[] =>
    slot.value === '0'
      ? [
          { slot, by: 'records' },
          { slot, by: 'page' },
        ]
      : [{ slot, by: 'page' }],
  );
  return { named: false, pagers };
}

/** The request for the next page of an answer that showed so many records; `null` where it has no such value. */
export function nextRequest(
  request: ScriptRequest,
  { slot, by }: Pager,
  shown: number,
): ScriptRequest | null {
  const now = (slotsOf(request) ?? []).find(
    ({ place, name, way, value }) =>
      place === slot.place && name === slot.name && way.join() === slot.way.join() && /^\d{1,9}$/.test(value),
  );
  if (now === undefined) return null;
  const next = String(Number(now.value) + (by === 'page' ? 1 : shown));
  if (now.place === 'query') return { ...request, url: withSlot(request.url, now, next) };
  if (request.question === null) return null;
  return { ...request, question: { ...request.question, body: bodyWith(request.question.body, now, next) } };
}

/** A request with one more value, or with another one in the place that is called so. */
export function requestWith(request: ScriptRequest, name: string, value: string): ScriptRequest {
  const slot = (slotsOf(request) ?? []).find((one) => one.place !== 'path' && one.name === name);
  const { url, question } = request;
  if (slot !== undefined && slot.place !== 'query')
    return question === null
      ? request
      : { ...request, question: { ...question, body: bodyWith(question.body, slot, value) } };
  const next = new URL(url);
  next.searchParams.set(name, value);
  return { ...request, url: next.href };
}

/** All values of a request, `null` where they cannot be told. */
function slotsOf({ url, question }: ScriptRequest): readonly Slot[] | null {
  const at = URL.parse(url);
  if (at === null) return null;
  const path = at.pathname.split('/').map((step, way): Slot => {
    return { place: 'path', name: '', way: [way], value: decoded(step) };
  });
  const slots = [...path, ...pairs('query', at.search.slice(1))];
  if (question === null) return slots;
  const json = jsonOf(question.body);
  if (json !== undefined) leaves(json, [], slots);
  else if (/x-www-form-urlencoded/i.test(question.contentType)) slots.push(...pairs('form', question.body));
  else return null;
  return slots;
}

function pairs(place: 'query' | 'form', text: string): readonly Slot[] {
  if (text === '') return [];
  return text.split('&').map((pair, way) => {
    const [name = '', ...rest] = pair.split('=');
    return { place, name: decoded(name), way: [way], value: decoded(rest.join('=')) };
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function withSlot(address: string, { place, way }: Slot, value: string): string {
  const url = new URL(address);
  const [at = 0] = way;
  if (place === 'path') {
    const steps = url.pathname.split('/');
    steps[Number(at)] = encodeURIComponent(value);
    url.pathname = steps.join('/');
  } else url.search = withPair(url.search.slice(1), Number(at), value);
  return url.href;
}

function withPair(text: string, at: number, value: string): string {
  const all = text.split('&');
  all[at] = `${(all[at] ?? '').split('=', 1)[0]}=${encodeURIComponent(value)}`;
  return all.join('&');
}

function bodyWith(body: string, { place, way }: Slot, value: string): string {
  if (place === 'form') return withPair(body, Number(way[0]), value);
  const json = jsonOf(body) as Record<string | number, unknown>;
  let at = json;
  for (const step of way.slice(0, -1)) at = at[step] as typeof json;
  const last = way.at(-1) as string | number;
  at[last] = typeof at[last] === 'number' && value.trim() !== '' ? Number(value) : value;
  return JSON.stringify(json);
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function leaves(value: unknown, way: readonly (string | number)[], slots: Slot[]): void {
  if (value !== null && typeof value === 'object') {
    for (const [key, kid] of Object.entries(value))
      leaves(kid, [...way, Array.isArray(value) ? Number(key) : key], slots);
    return;
  }
  const name = way.findLast((step) => typeof step === 'string') ?? '';
  slots.push({ place: 'json', name: String(name), way, value: value === null ? '' : String(value) });
}
