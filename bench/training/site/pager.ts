import { anchor, type Wiring } from './wiring.ts';

/** Numbers that a pager shows at once. */
const shownNumbers = 9;

/** One place in a pager: where it leads, or where it would lead if one did not stand there. */
export interface PagerItem {
  readonly text: string;
  readonly page: number;
  /** Not an anchor: the page that is shown, and what leads nowhere from it. */
  readonly idle: boolean;
}

/** First, previous, a window of numbers, next, last. */
export function pagerItems(page: number, pages: number): readonly PagerItem[] {
  const first = Math.max(1, Math.min(page - (shownNumbers >> 1), pages - shownNumbers + 1));
  const numbers = Array.from({ length: Math.min(shownNumbers, pages) }, (_, index) => first + index);
  return [
    { text: 'First', page: 1, idle: page === 1 },
    { text: 'Previous', page: page - 1, idle: page === 1 },
    ...numbers.map((number) => ({ text: String(number), page: number, idle: number === page })),
    { text: 'Next', page: page + 1, idle: page === pages },
    { text: 'Last', page: pages, idle: page === pages },
  ];
}

/** Anchors of a pager that call `showPage`, with what is idle in between. */
export function pagerAnchors(page: number, pages: number, css: string, wiring: Wiring): readonly string[] {
  return pagerItems(page, pages).map(({ text, page: target, idle }) =>
    idle ? `<span>${text}</span>` : anchor({ does: 'showPage', args: [target], css, text }, wiring),
  );
}
