/** Links between pages as numbers alone: what a graph is drawn from, and ways are looked for in. */
import type { SiteStore } from '../../model/store.ts';
import { Numbering } from '../numbering.ts';

/** Pages whose links are read at once. */
const piece = 2000;

/**
 * Every pair of pages that a link or event connects: source and target as places in the order of numbers, and how many
 * lead there. Pages that lead to themselves are left out.
 */
export async function pageLinks(site: SiteStore, given?: Numbering): Promise<Int32Array> {
  const numbering = given ?? (await Numbering.read(site));
  const places = placesOf(numbering);
  const found = new Triples();
  const counts = new Map<number, number>();
  let last = -1;
  const keep = () => {
    for (const [target, count] of counts) found.add(places[last] as number, target, count);
    counts.clear();
  };
  for (let from = 0; from < numbering.size; from += piece) {
    const numbers = await site.leadNumbers({ from, to: from + piece });
    for (let at = 0; at < numbers.length; at += 2) {
      const source = numbering.resolve(numbers[at] as number);
      const target = numbering.resolve(numbers[at + 1] as number);
      if (source === null || target === null || source === target) continue;
      if (source !== last) keep();
      last = source;
      const place = places[target] as number;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  keep();
  return found.all();
}

function placesOf(numbering: Numbering): Int32Array {
  const places = new Int32Array(numbering.size).fill(-1);
  let next = 0;
  for (let number = 0; number < numbering.size; number++)
    if (numbering.resolve(number) === number) places[number] = next++;
  return places;
}

/** Numbers by three that grow: a list of objects would be ten times as large. */
class Triples {
  #values = new Int32Array(3 * 1024);
  #length = 0;

  add(one: number, two: number, three: number): void {
    if (this.#length + 3 > this.#values.length) {
      const longer = new Int32Array(this.#values.length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length++] = one;
    this.#values[this.#length++] = two;
    this.#values[this.#length++] = three;
  }

  all(): Int32Array {
    return this.#values.slice(0, this.#length);
  }
}

/** The pages on a shortest way from one to another, both included; empty where there is none. */
export function shortestWay(links: Int32Array, pages: number, from: number, to: number): readonly number[] {
  const starts = new Int32Array(pages + 1);
  for (let at = 0; at < links.length; at += 3) {
    const next = (links[at] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let page = 0; page < pages; page++)
    starts[page + 1] = (starts[page + 1] as number) + (starts[page] as number);
  const fill = starts.slice();
  const targets = new Int32Array(links.length / 3);
  for (let at = 0; at < links.length; at += 3) {
    const source = links[at] as number;
    targets[fill[source] as number] = links[at + 1] as number;
    fill[source] = (fill[source] as number) + 1;
  }
  const before = new Int32Array(pages).fill(-1);
  before[from] = from;
  const queue = [from];
  for (let head = 0; head < queue.length && before[to] === -1; head++) {
    const page = queue[head] as number;
    for (let at = starts[page] as number; at < (starts[page + 1] as number); at++) {
      const target = targets[at] as number;
      if (before[target] !== -1) continue;
      before[target] = page;
      queue.push(target);
    }
  }
  if (before[to] === -1) return [];
  const way = [to];
  for (let page = to; page !== from; ) {
    page = before[page] as number;
    way.push(page);
  }
  return way.reverse();
}
