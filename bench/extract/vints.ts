import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeAt, preparePage, textOfNode } from '../../src/extract/index.ts';
import type { PreparedPage } from '../../src/extract/types.ts';
import { decodePage } from '../../src/html/charset.ts';
import { normalised } from './swde.ts';

/** A result page of a search engine with the nodes of its true records. */
export interface ListPage {
  readonly name: string;
  readonly page: PreparedPage;
  /** Node of each record; a record whose node could not be found is left out. */
  readonly records: readonly number[];
  /** Records in the truth. */
  readonly told: number;
}

/** Reads the pages of the data set in order. */
export function* listPages(data: string): Generator<ListPage> {
  const truth = readFileSync(join(data, 'zhao1', 'zhao1_groundtruth.xml'), 'utf8');
  for (const part of truth.split('<page id="').slice(1)) {
    const name = unescaped(part.slice(0, part.indexOf('"')));
    const body = readFileSync(join(data, 'zhao1', name));
    const html = decodePage(body, 'text/html');
    const page = preparePage({ name, url: null, html });
    const told = [...part.matchAll(/<srr>.*?<xpath>(.*?)<\/xpath>.*?<text>(.*?)<\/text>/gs)].map(
      ([, path = '', text = '']) => ({ path: unescaped(path), text: normalised(unescaped(unescaped(text))) }),
    );
    const records = told.flatMap((record) => located(page, record.path, record.text) ?? []);
    yield { name: name.replace(/^zhao1\//, ''), page, records: [...new Set(records)], told: told.length };
  }
}

/** Words that a node and a record must share, of all that either has. */
const likeness = 0.5;

/** Words of a record that are looked at. */
const maxWords = 80;

/**
 * The node at the path where its words are the record's, else the one whose words are most like them: trees of
 * other readers of HTML differ in places.
 */
function located(page: PreparedPage, path: string, text: string): number | null {
  const wanted = wordsOf(text);
  const named = nodeAt(page, path);
  if (named && shared(wordsOf(textOfNode(page, named.index)), wanted) >= likeness) return named.index;
  let [found, most]: [number | null, number] = [null, likeness];
  for (const { index, end, tag } of page.nodes) {
    if (tag === '#text' || end - index > 400 || page.noise.get(index) === 'script') continue;
    const share = overlap(wordsOf(textOfNode(page, index)), wanted);
    if (share > most) [found, most] = [index, share];
  }
  return found;
}

/** The words of a text; the truth also has the addresses of links, which pages do not show. */
function wordsOf(text: string): Set<string> {
  const bare = text
    .replace(/\s*-->.*/s, '')
    .replace(/\S*(?:[/?=&]\S*){2,}/g, ' ')
    .toLowerCase();
  return new Set((bare.match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(0, maxWords));
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const word of one) if (other.has(word)) both++;
  return both / Math.max(1, Math.min(one.size, other.size));
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const word of one) if (other.has(word)) both++;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
