/** The thread in which PDF files are read: what one unpacks to is not known before, and a thread can be ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../threads/errors.ts';
import { unicodeMap } from './pdf-encodings.ts';

/** What a PDF file says. */
export interface PdfText {
  readonly title: string;
  readonly pages: readonly string[];
}

/** Gives PDF.js the maps that files name and do not hold. */
class Maps {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const map = unicodeMap(filename);
    if (map === null) throw new Error(`the character map ${filename} is not known`);
    return new TextEncoder().encode(map);
  }
}

/** Without a word of its own on the terminal, without asking anybody for anything, and without running anything. */
const quiet = {
  BinaryDataFactory: Maps,
  cMapPacked: false,
  useWorkerFetch: false,
  isEvalSupported: false,
  verbosity: 0,
};

/** unpdf is PDF.js without the parts that paint: one file of 2 MB and no further packages. */
const reading = import(String(workerData)) as Promise<typeof import('unpdf')>;

async function textOf(bytes: Uint8Array): Promise<PdfText> {
  const { extractText, getDocumentProxy, getMeta } = await reading;
  const pdf = await getDocumentProxy(bytes, quiet);
  try {
    const { text } = await extractText(pdf, { mergePages: false });
    const { info } = await getMeta(pdf);
    const { Title } = info as { readonly Title?: unknown };
    return { title: typeof Title === 'string' ? Title : '', pages: text };
  } finally {
    await pdf.cleanup();
  }
}

parentPort?.on('message', (bytes: Uint8Array) => {
  textOf(bytes).then(
    (reply) => parentPort?.postMessage({ reply }),
    (error) => parentPort?.postMessage({ error: packError(error) }),
  );
});
