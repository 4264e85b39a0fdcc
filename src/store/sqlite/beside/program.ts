/** The program of the thread that writes: a file here, its text in a built package (scripts/build.ts). */
export function writerProgram(): URL | string {
  return new URL('./thread.ts', import.meta.url);
}
