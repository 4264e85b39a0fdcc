/** Joins what is made for 1 to a count. */
export function list(count: number, make: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index + 1)).join('\n');
}
