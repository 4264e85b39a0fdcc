import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'parse5';

/** What a crawl has put into its output folder. */
export interface Outputs {
  /** Text of each page of the mirror, lower case, one line per text node. */
  readonly pages: readonly string[];
  /** Distinct text nodes with a letter in them. */
  readonly units: ReadonlySet<string>;
  /** Paths that the listing and the graph name. */
  readonly listed: ReadonlySet<string>;
}

/** Reads mirror and listing. */
export async function readOutputs(out: string): Promise<Outputs> {
  const files = globSync('mirror/**/*.html', { cwd: out });
  const texts = await Promise.all(
    files.map(async (file) => textsOf(await readFile(join(out, file), 'utf8'))),
  );
  const textOf = async (name: string) =>
    existsSync(join(out, name)) ? readFile(join(out, name), 'utf8') : '';
  return {
    pages: texts.map((lines) => lines.join('\n')),
    units: new Set(texts.flat().filter((text) => /\p{L}/u.test(text))),
    listed: new Set([...listedPaths(await textOf('pages.jsonl')), ...graphPaths(await textOf('graph.json'))]),
  };
}

/** Paths of all addresses that the lines of a listing name. */
export function listedPaths(jsonl: string): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const line of jsonl.split('\n')) {
    if (line === '') continue;
    const { url, address, addresses = [] } = JSON.parse(line) as Listed;
    for (const one of [url, address, ...addresses]) if (one) paths.add(pathOf(one));
  }
  return paths;
}

/** Paths of the nodes and files of a graph. */
export function graphPaths(json: string): readonly string[] {
  if (json === '') return [];
  const { nodes = [], files = [] } = JSON.parse(json) as Readonly<Record<string, readonly Listed[]>>;
  return [...nodes, ...files].flatMap(({ url }) => (url === null ? [] : pathOf(url)));
}

interface Listed {
  readonly url: string | null;
  readonly address?: string | null;
  readonly addresses?: readonly string[];
}

/** Path of an address or of a path with a query. */
export function pathOf(address: string): string {
  // What was asked may begin with two slashes, which is no host here.
  const path = address.startsWith('/') ? address.replace(/[?#].*$/s, '') : new URL(address).pathname;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

interface Node {
  readonly nodeName: string;
  readonly value?: string;
  readonly childNodes?: readonly Node[];
}

/** Text nodes of a document that a reader could see: trimmed, lower case, nothing of scripts and templates. */
export function textsOf(html: string): readonly string[] {
  const texts: string[] = [];
  const waiting: Node[] = [parse(html) as Node];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (/^(script|style|template|noscript|head)$/.test(node.nodeName)) continue;
    const text = node.nodeName === '#text' ? (node.value ?? '').replace(/\s+/g, ' ').trim() : '';
    if (text !== '') texts.push(text.toLowerCase());
    for (const child of [...(node.childNodes ?? [])].reverse()) waiting.push(child);
  }
  return texts;
}
