/** The middle value, the upper one of two. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** A share as a percentage. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(share === 1 || share === 0 ? 0 : 1)} %`;
}

/** A share of all that were counted, 1 where nothing was. */
export function shareOf(found: number, all: number): number {
  return all === 0 ? 1 : found / all;
}
