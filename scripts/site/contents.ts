/** What the documentation site consists of: where each page comes from, and where it stands. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the site that is made from a document. */
export interface SitePage {
  /** Document, from the root of the project. */
  readonly source: string;
  /** File of the site. */
  readonly file: string;
  /** Heading of the navigation below which it stands; `null`: it is found from other pages. */
  readonly group: string | null;
}

const groups: Readonly<Record<string, readonly string[]>> = {
  Start: ['README.md', 'examples/README.md', 'docs/release-notes.md'],
  Tasks: ['first-crawl', 'mirror', 'training', 'extraction', 'recrawl', 'scaling', 'troubleshooting'].map(
    (name) => `docs/tasks/${name}.md`,
  ),
  Library: ['docs/library.md', 'api', 'docs/hooks.md'],
  Reference: [
    'cli',
    'exit-codes',
    'limits',
    'exports',
    'search',
    'extract',
    'models',
    'recrawl',
    'protocols',
    'login',
    'scaling',
    'query',
  ].map((name) => `docs/${name}.md`),
  'Behind it': [
    'docs/architecture.md',
    'docs/decisions/README.md',
    'docs/benchmarks.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
  ],
};

/** All pages in the order of the navigation; documents that no group names stand at the end. */
export function sitePages(root: string): readonly SitePage[] {
  const named = Object.entries(groups).flatMap(([group, sources]) =>
    sources.map((source) => ({ source, file: fileOf(source), group })),
  );
  const found = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  const others = found.filter((source) => !named.some((page) => page.source === source)).sort();
  return [
    ...named,
    ...others.map((source) => ({ source, file: fileOf(source), group: groupOf(source) })),
  ].filter(({ source }) => source === 'api' || existsSync(join(root, source)));
}

/** Decisions are many, and listed by a page of their own. */
function groupOf(source: string): string | null {
  return source.startsWith('docs/decisions/') ? null : 'Behind it';
}

function fileOf(source: string): string {
  if (source === 'README.md') return 'index.html';
  if (source === 'examples/README.md') return 'examples.html';
  return `${source
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()}.html`;
}
