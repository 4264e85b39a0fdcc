/** The program of the threads that read pages: a file here, its text in a built package (scripts/build.ts). */
export function readerProgram(): URL | string {
  return new URL('./thread.ts', import.meta.url);
}
