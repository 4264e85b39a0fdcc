import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of the HTML files that links lead to from a start, as far as they lie below a path. */
export async function linkedDocuments(root: string, start: string, below = '/'): Promise<readonly string[]> {
  const found = new Set<string>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = join(root, decodeURIComponent(path.endsWith('/') ? `${path}index.html` : path));
    if (found.has(path) || !path.startsWith(below) || !existsSync(file)) continue;
    found.add(path);
    for (const link of linksOf(await readFile(file, 'utf8'), path)) waiting.push(link);
  }
  return [...found].sort();
}

/** Paths of the pages that an HTML file links to on its own host. */
export function linksOf(html: string, path: string): readonly string[] {
  const base = new URL(path, 'http://127.0.0.1');
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/gi)].flatMap(([, href = '']) => {
    const url = URL.parse(href.replaceAll('&amp;', '&'), base);
    return url?.origin === base.origin && /(?:\.html|\/)$/.test(url.pathname) ? [url.pathname] : [];
  });
}
