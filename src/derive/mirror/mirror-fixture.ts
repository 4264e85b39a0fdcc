import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TreeNode } from '../../model/document.ts';
import { doc, type FixturePage, type FixtureTransition, fixture } from '../fixture.ts';
import { type MirrorReport, writeMirror } from './write.ts';

/** A written mirror, for tests. */
export interface Written {
  readonly report: MirrorReport;
  /** Text of a file of the mirror. */
  read(name: string): Promise<string>;
  list(folder: string): Promise<string[]>;
}

/** Stores a site, mirrors it, and cleans up when the test ends. */
export async function mirrorOf(
  t: TestContext,
  pages: readonly FixturePage[],
  resources: Parameters<typeof fixture>[1] = [],
): Promise<Written> {
  const { site, dir, close } = await fixture(pages, resources);
  t.after(close);
  const report = await writeMirror(site, { dir, names: 'number' });
  return {
    report,
    read: (name) => readFile(join(report.dir, name), 'utf8'),
    list: async (folder) => (await readdir(join(report.dir, folder))).sort(),
  };
}

/** Body of the mirrored page 0 whose elements lead to pages 1, 2, … as told. */
export async function bodyOf(
  t: TestContext,
  kids: readonly TreeNode[],
  go: readonly FixtureTransition[] = [],
  more: Parameters<typeof doc>[1] = {},
): Promise<string> {
  const targets = Math.max(0, ...go.map(({ to }) => to ?? 0));
  const others = Array.from({ length: targets }, () => ({}));
  const mirror = await mirrorOf(t, [{ document: doc(kids, more), go }, ...others]);
  const html = await mirror.read('index.html');
  return /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? html;
}
