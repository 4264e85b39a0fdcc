import type { LinkMeta, PageLink } from '../../../model/index.ts';
import { type PageAsked, type PageReading, type PageValues, withBody } from '../reading.ts';

/** What a reading is without what stays in the thread of the crawl, its links as the JSON of their values. */
export interface PackedReading extends Omit<PageValues, 'links'> {
  readonly links: string;
  /** What is said about links, where anything is. */
  readonly metas: readonly (LinkMeta | null)[];
}

/**
 * A page as it crosses to a thread, without what nobody reads there. Its bytes go alone: with a view, all of the buffer
 * that it is a piece of would be copied.
 */
export function packAsked(asked: PageAsked): PageAsked {
  const { body } = asked.raw;
  const alone = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body);
  return { ...asked, raw: { ...asked.raw, body: alone, requests: [] } };
}

/** Bytes of the pages of one message: they are here and in the thread until all of them are read. */
const mostBytes = 4 << 20;

/** How many of some pages go in one message; one at least. */
export function pagesTogether(pages: readonly { readonly asked: PageAsked }[]): number {
  let bytes = 0;
  const beyond = pages.findIndex(({ asked }) => {
    bytes += asked.raw.body.length;
    return bytes > mostBytes;
  });
  return beyond < 0 ? pages.length : Math.max(1, beyond);
}

/** Makes a reading ready for its way: copying the values of links one by one, or as objects, costs several times as much. */
export function packReading({ links, ...reading }: PageValues): PackedReading {
  return {
    ...reading,
    links: JSON.stringify(
      links.flatMap(({ kind, use, url, tag, xpath, id, text, hints }) => [
        kind,
        use,
        url,
        tag,
        xpath,
        id,
        text,
        hints,
      ]),
    ),
    metas: links.map(({ meta }) => (Object.keys(meta).length === 0 ? null : meta)),
  };
}

/** The reading that was packed, of the page that was asked for. */
export function unpackReading({ links, metas, ...reading }: PackedReading, asked: PageAsked): PageReading {
  const values = JSON.parse(links) as (string | null)[];
  return withBody({ ...reading, links: metas.map((meta, at) => linkAt(values, 8 * at, meta ?? {})) }, asked);
}

function linkAt(values: readonly (string | null)[], at: number, meta: LinkMeta): PageLink {
  return {
    kind: values[at] as PageLink['kind'],
    use: values[at + 1] as PageLink['use'],
    url: values[at + 2] as string,
    tag: values[at + 3] as string,
    xpath: values[at + 4] as string,
    id: values[at + 5] as string | null,
    text: values[at + 6] as string,
    hints: values[at + 7] as string,
    meta,
  };
}
