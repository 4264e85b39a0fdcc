/** The program of the thread that reads PDF files: a file here, its text in a built package (scripts/build.ts). */
export function pdfProgram(): URL | string {
  return new URL('./pdf-thread.ts', import.meta.url);
}

/** Where the package that reads them is: in a built one, a file beside it. */
export function pdfModule(): string {
  return import.meta.resolve('unpdf');
}
