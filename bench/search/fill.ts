import { fingerprint } from '../../src/fingerprint/rabin.ts';
import type { Change, SiteStore } from '../../src/model/index.ts';
import { htmlOf, type PageMaker } from './made-pages.ts';

const origin = 'http://made.test';
const batch = 200;

/** Address of a made page. */
export function addressOf(number: number): string {
  return `${origin}/${number}`;
}

/** Stores made pages as a crawl without a browser would: the bytes that came. */
export async function fillStore(
  site: SiteStore,
  maker: PageMaker,
  pages: number,
  progress: (done: number) => void,
): Promise<void> {
  for (let from = 0; from < pages; from += batch) {
    const changes = Array.from({ length: Math.min(batch, pages - from) }, (_, at) =>
      changeOf(maker, from + at),
    );
    await site.commitAll(changes);
    if (from % 20_000 === 0) progress(from);
  }
}

function changeOf(maker: PageMaker, number: number): Change {
  const page = maker.page(number);
  const address = addressOf(number);
  const body = Buffer.from(htmlOf(page));
  return {
    queued: [
      {
        number,
        status: 'queued',
        entry: { kind: 'url', url: address },
        document: number,
        depth: number === 0 ? 0 : 2,
        content: null,
        mergedInto: null,
        error: null,
        attempts: 0,
      },
    ],
    kept: {
      number,
      document: body,
      content: {
        fingerprint: fingerprint(`page ${number}`),
        address,
        title: `${page.title} | Made site`,
        lang: page.lang,
        status: 200,
        contentType: 'text/html',
        lastModified: null,
        etag: null,
        freshUntil: null,
        bodyPrint: null,
        type: null,
        capturedAt: new Date(0).toISOString(),
        charset: 'utf-8',
        blob: '',
      },
    },
  };
}
