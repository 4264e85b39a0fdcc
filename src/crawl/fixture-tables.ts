import type { Table, TablePage } from './fixture.ts';

/**
 * An article whose pages of comments are loaded by `load(1)` to `load(n)`; the first is its address. With
 * `self` each page also has the call that leads to itself.
 */
export function pager(
  path: string,
  pages: number,
  more: Partial<TablePage> & { readonly self?: true } = {},
): Table {
  const { self, ...rest } = more;
  const nameOf = (page: number) => (page === 1 ? path : `${path} ${page}`);
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  return Object.fromEntries(
    numbers.map((own) => {
      const others = numbers.filter((page) => self || page !== own);
      const calls = Object.fromEntries(others.map((page) => [`load(${page})`, nameOf(page)]));
      return [nameOf(own), { calls, ...rest }];
    }),
  );
}

/** Tabs of pages where `load(2)` means the second page of the open tab: not the same everywhere. */
export function tabs(names: readonly string[], pages: number): Table {
  const nameOf = (tab: string, page: number) => (tab === names[0] && page === 1 ? '/tabs' : `${tab} ${page}`);
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  return Object.fromEntries(
    names.flatMap((tab) =>
      numbers.map((page) => {
        const turns = numbers.filter((other) => other !== page);
        const calls = {
          ...Object.fromEntries(names.map((other) => [`tab('${other}')`, nameOf(other, 1)])),
          ...Object.fromEntries(turns.map((other) => [`load(${other})`, nameOf(tab, other)])),
        };
        return [nameOf(tab, page), { calls }];
      }),
    ),
  );
}
