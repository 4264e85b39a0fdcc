import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFragment } from 'parse5';
import { collapse } from '../../src/extract/page/index.ts';

/** A site of the SWDE data: detail pages, and what stands on them. */
export interface SwdeSite {
  readonly vertical: string;
  readonly name: string;
  readonly pages: readonly SwdePage[];
  readonly attributes: readonly string[];
}

/** A page with its true values by attribute, normalised; none where the page does not tell. */
export interface SwdePage {
  readonly id: string;
  readonly url: string | null;
  readonly html: string;
  readonly truth: ReadonlyMap<string, readonly string[]>;
}

/** Folders of sites, `vertical/vertical-site(pages)`, in order. */
export function swdeSites(data: string): readonly { readonly vertical: string; readonly folder: string }[] {
  return folders(join(data, 'groundtruth')).flatMap((vertical) =>
    folders(join(data, vertical)).map((folder) => ({ vertical, folder })),
  );
}

/** Reads one site. */
export function readSite(data: string, vertical: string, folder: string): SwdeSite {
  const name = folder.replace(/^[^-]+-/, '').replace(/\(\d+\)$/, '');
  const truths = truthsOf(join(data, 'groundtruth', vertical), `${vertical}-${name}-`);
  const pages = readdirSync(join(data, vertical, folder))
    .filter((file) => file.endsWith('.htm'))
    .sort()
    .map((file): SwdePage => {
      const id = file.replace(/\.htm$/, '');
      const html = readFileSync(join(data, vertical, folder, file), 'utf8').replace(/^\ufeff/, '');
      const truth = new Map([...truths].map(([attribute, values]) => [attribute, values.get(id) ?? []]));
      return { id, url: /^<base href="([^"]*)"/.exec(html)?.[1] ?? null, html, truth };
    });
  return { vertical, name, pages, attributes: [...truths.keys()] };
}

/** Values by page by attribute, from files named after the attribute. */
function truthsOf(folder: string, prefix: string): Map<string, Map<string, readonly string[]>> {
  const truths = new Map<string, Map<string, readonly string[]>>();
  for (const file of readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort()) {
    const lines = readFileSync(join(folder, file), 'utf8').split(/\r?\n/).slice(2);
    const values = lines
      .map((line) => line.split('\t'))
      .filter(([id]) => id !== undefined && id !== '')
      .map(
        ([id = '', , ...texts]) => [id, texts.filter((text) => text !== '<NULL>').map(normalised)] as const,
      );
    truths.set(
      file.slice(prefix.length).replace(/\.txt$/, ''),
      new Map(values.map(([id, texts]) => [id, texts.filter((text) => text !== '')])),
    );
  }
  return truths;
}

const plain = new Map<string, string>();

/** A value as values are compared: entities read, white space collapsed. */
export function normalised(text: string): string {
  if (!text.includes('&')) return collapse(text);
  let read = plain.get(text);
  if (read === undefined) {
    read = collapse(textIn(parseFragment(text.replaceAll('<', '&lt;')).childNodes));
    plain.set(text, read);
  }
  return read;
}

function textIn(nodes: readonly unknown[]): string {
  return nodes.map((node) => (node as { value?: string }).value ?? '').join('');
}

function folders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/**
 * Whether a value is the true one. Where label and value share a text, the truth has both ("MSRP: $36,050");
 * the value alone is as right.
 */
export function sameValue(value: string, truth: string): boolean {
  const read = normalised(value);
  return read === truth || read === truth.replace(/^[^:]{0,40}:\s*/, '');
}
