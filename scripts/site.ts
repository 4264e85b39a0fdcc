/** Builds the documentation site from the documents and the types: `npm run site` writes it to site/. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { libraryDeclarations } from './build.ts';
import { type SitePage, sitePages } from './site/contents.ts';
import { layout, searchScript, style } from './site/layout.ts';
import { reference } from './site/reference.ts';
import { render } from './site/text.ts';

const root = join(import.meta.dirname, '..');

/** Writes the whole site into a folder, which is emptied before; gives the files of its pages. */
export function buildSite(out: string): readonly string[] {
  const pages = sitePages(root);
  const rendered = pages.map((page) => ({ page, content: render(textOf(page), page, pages) }));
  const titled = rendered.map(({ page, content }) => ({ ...page, title: content.title }));
  rmSync(out, { recursive: true, force: true });
  for (const { page, content } of rendered) write(join(out, page.file), layout(page, content, titled));
  const index = rendered.flatMap(({ content }) => content.sections);
  write(join(out, 'search-index.js'), `const searchIndex = ${JSON.stringify(index)};\n`);
  write(join(out, 'search.js'), searchScript);
  write(join(out, 'style.css'), style);
  copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
  for (const name of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.svg')))
    copyFileSync(join(root, 'docs', name), join(out, name));
  return pages.map(({ file }) => file);
}

function textOf({ source }: SitePage): string {
  if (source === 'api') return reference(libraryDeclarations());
  const text = readFileSync(join(root, source), 'utf8');
  return source === 'examples/README.md' ? `${text}\n${examples()}` : text;
}

/** The programs themselves, below the list of them. */
function examples(): string {
  const files = readdirSync(join(root, 'examples')).filter((name) => /(?<!\.d)\.ts$/.test(name));
  return files
    .map((name) => `## ${name}\n\n\`\`\`ts\n${readFileSync(join(root, 'examples', name), 'utf8')}\`\`\``)
    .join('\n\n');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

if (import.meta.main) {
  const out = join(root, 'site');
  console.log(`${buildSite(out).length} pages: open ${join(out, 'index.html')}`);
}
