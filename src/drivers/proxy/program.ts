/** The program of the proxy's thread: a file here, its text in a built package (scripts/build.ts). */
export function proxyProgram(): URL | string {
  return new URL('./thread.ts', import.meta.url);
}
