import type { Action, FireOrder, Page, Transition } from '../../../src/model/index.ts';

/** How a page is reached: an address, and events from there. */
export interface Way {
  readonly url: string;
  readonly orders: readonly FireOrder[];
}

/** Finds the ways to the kept pages of a crawl. */
export function waysOf(
  pages: readonly Page[],
  transitions: readonly Transition[],
): (number: number) => Way | null {
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  const actions = new Map(transitions.map(({ source, ord, action }) => [`${source} ${ord}`, action]));
  return (number) => {
    const orders: FireOrder[] = [];
    const passed = new Set<number>();
    for (let page = byNumber.get(number); page && !passed.has(page.number); ) {
      passed.add(page.number);
      const { entry } = page;
      if (entry.kind === 'url') return { url: entry.url, orders: orders.reverse() };
      const action = actions.get(`${entry.source} ${entry.ord}`);
      if (!action) return null;
      orders.push(orderOf(action));
      page = byNumber.get(entry.source);
    }
    return null;
  };
}

function orderOf({ id, xpath, event, value }: Action): FireOrder {
  return { id, xpath, event, ...(value === undefined ? {} : { value }) };
}
