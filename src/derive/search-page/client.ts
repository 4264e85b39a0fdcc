/**
 * The index of a mirror's search page: what files beside it hold, asked as the index of a store is. So the page finds,
 * ranks and marks by the very program of `argiope search`. It runs in any browser and in Node.
 */
import type { ListAnswer, ListQuestion } from '../../model/search.ts';
import { inlinkBytes } from '../../search/find.ts';

/** A page as a shard has it. */
export interface ShardPage {
  readonly number: number;
  /** File in the mirror; `null` for files that were only read. */
  readonly file: string | null;
  readonly label: string;
  readonly address: string;
  readonly type: string | null;
  readonly inlinks: number;
  readonly title: string;
  readonly text: string;
}

/** What a file of the index holds. Bytes are written in Base64. */
export interface Shard {
  readonly pages: readonly ShardPage[];
  readonly segments: readonly {
    readonly pages: string;
    /** First token of each block, and its bytes; in order. */
    readonly blocks: readonly (readonly [first: string, data: string])[];
  }[];
}

/** Bytes of a text in Base64. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < characters.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

/** A text as it was before it was packed. */
export async function unzipped(packed: string): Promise<string> {
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

/** The shards that are loaded, as one index. */
export class ShardIndex {
  readonly pages = new Map<number, ShardPage>();
  readonly #segments: Shard['segments'][number][] = [];
  #inlinks: Uint8Array | null = null;

  add(shard: Shard): void {
    for (const page of shard.pages) this.pages.set(page.number, page);
    this.#segments.push(...shard.segments);
    this.#inlinks = null;
  }

  async lists({ tokens, ranges, only }: ListQuestion): Promise<ListAnswer> {
    this.#inlinks ??= inlinkBytes(new Map([...this.pages].map(([number, { inlinks }]) => [number, inlinks])));
    const segments = this.#segments.map(({ pages, blocks }) => {
      const wanted = new Set<number>();
      for (const token of tokens) wanted.add(blockOf(blocks, textOf(token)));
      for (const [from, before] of ranges)
        for (
          let at = blockOf(blocks, textOf(from)), end = textOf(before);
          (blocks[at]?.[0] ?? end) < end;
          at++
        )
          wanted.add(at);
      const read = [...wanted].flatMap((at) => (blocks[at] ? [bytesOf(blocks[at][1])] : []));
      return { pages: bytesOf(pages), gone: [], blocks: read };
    });
    return { segments, only: only && this.#only(only), inlinks: this.#inlinks };
  }

  #only({ types, sites }: NonNullable<ListQuestion['only']>): readonly number[] {
    const hosts = sites.map((site) =>
      site
        .toLowerCase()
        .replace(/^[a-z]+:\/\//, '')
        .replace(/\/.*$/, ''),
    );
    const isAt = (address: string) => {
      const { host = '', hostname = '' } = URL.parse(address) ?? {};
      return hosts.some((site) => {
        const here = site.includes(':') ? host : hostname;
        return here === site || here.endsWith(`.${site}`);
      });
    };
    return [...this.pages.values()]
      .filter(({ type }) => types.length === 0 || (type !== null && types.includes(type)))
      .filter(({ address }) => hosts.length === 0 || isAt(address))
      .map(({ number }) => number);
  }
}

/** The last block whose first token is not behind a token; the first one where there is none. */
function blockOf(blocks: Shard['segments'][number]['blocks'], token: string): number {
  let [low, high] = [0, blocks.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.[0] ?? '') <= token) low = middle;
    else high = middle;
  }
  return low;
}

/** The token of a key. */
function textOf(key: Uint8Array): string {
  let text = '';
  for (let at = 0; at < key.length; at += 2)
    text += String.fromCharCode(((key[at] as number) << 8) | (key[at + 1] as number));
  return text;
}
