/** The program of the thread: a file here, its text in a built package (scripts/build.ts), which is one file. */
export function threadProgram(): URL | string {
  return new URL('./thread.ts', import.meta.url);
}
