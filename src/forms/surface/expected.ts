/**
 * New records that an answer should show, of so many that are missing among all that a question finds. It shows no more
 * than its cap, and of a question that finds far more than that the same ones come first as of others.
 */
export function expectedShown(missing: number, all: number, cap: number): number {
  return all <= cap ? missing : missing * (cap / all) ** 1.5;
}
