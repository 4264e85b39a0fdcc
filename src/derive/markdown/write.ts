import { join } from 'node:path';
import { storedDocument } from '../../html/stored.ts';
import type { Page } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import { writeAtOnce } from '../disk.ts';
import { EntryPaths } from '../entry-path.ts';
import { withKnownTargets } from '../known-targets.ts';
import { FileLayout } from '../layout.ts';
import { rowOf } from '../listing.ts';
import { targetsOf } from '../mirror/targets.ts';
import type { NameStyle } from '../names/file-names.ts';
import { wantedPages } from '../numbering.ts';
import { Staging } from '../staging.ts';
import { markdownOf } from './tree-writer.ts';

/** What a folder of Markdown files consists of. */
export interface MarkdownReport {
  /** The folder. */
  readonly path: string;
  readonly pages: number;
  readonly bytes: number;
}

const ending = 'md';

/** Writes a file below `markdown/` for each wanted page: what is known of it, and its main text. */
export async function writeMarkdown(
  site: SiteStore,
  options: { readonly dir: string; readonly names?: NameStyle | undefined },
): Promise<MarkdownReport> {
  const path = join(options.dir, 'markdown');
  const layout = await FileLayout.read(site, options.names);
  const paths = new EntryPaths(site);
  const staging = await Staging.begin(path, ['']);
  let pages = 0;
  let bytes = 0;
  try {
    for await (const page of wantedPages(site)) {
      const text = await pageText(site, page, paths, layout);
      bytes += writeAtOnce(await staging.place(layout.fileOf(page.number, ending)), text);
      pages++;
    }
    await staging.finish();
  } catch (error) {
    await staging.abandon();
    throw error;
  }
  return { path, pages, bytes };
}

async function pageText(site: SiteStore, page: Page, paths: EntryPaths, layout: FileLayout): Promise<string> {
  const document = await storedDocument(site, page);
  const transitions = await site.transitions(page.number);
  paths.note(page.number, transitions);
  const { number, url, entry, title, label, type, time } = await rowOf(page, paths);
  const root = layout.rootOf(number);
  const fileOf = (other: number) => root + layout.fileOf(other, ending);
  const names = { resolve: (other: number | null) => layout.resolve(other), fileOf };
  const targets = targetsOf(document, await withKnownTargets(site, transitions), names);
  const text = markdownOf(document, targets, fileOf(number));
  return `${frontMatter({ number, url, entry, title, label, type, time })}${text === '' ? '' : `\n${text}\n`}`;
}

/** What YAML does not take as it is in a quoted text, though JSON does. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Facts between lines of dashes, as YAML: each value is JSON, which is YAML too. */
function frontMatter(facts: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${yaml(value)}\n`);
  return `---\n${lines.join('')}---\n`;
}

function yaml(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'string' ? part.toWellFormed() : part,
  ).replace(unprintable, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
