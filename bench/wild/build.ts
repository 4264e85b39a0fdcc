import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Script and style of a page, as production serves them. */
export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** Packages that are not in `node_modules` of the data. */
export function missingPackages(packages: readonly string[], data: string): readonly string[] {
  return packages.filter((name) => !existsSync(join(data, 'node_modules', name, 'package.json')));
}

/** Bundles a file of `pages/` with the packages of the data. */
export async function bundlePage(entry: string, data: string): Promise<PageBundle> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`pages/${entry}`, import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    // Not the settings of our own dashboard, which is made with another library.
    tsconfigRaw: {},
    outdir: 'out',
    loader: Object.fromEntries(
      ['png', 'svg', 'gif', 'woff', 'woff2', 'ttf', 'eot'].map((end) => [`.${end}`, 'dataurl' as const]),
    ),
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    plugins: [
      {
        // Pages stand in this repository, where other versions of the same packages may be found first.
        name: 'packages-of-the-data',
        setup(context) {
          const folder = resolve(data);
          context.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind, pluginData }) =>
            pluginData === folder || importer.includes('/node_modules/')
              ? null
              : context.resolve(path, { resolveDir: folder, kind, pluginData: folder }),
          );
        },
      },
    ],
  });
  const of = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return { script: of('.js'), style: of('.css') };
}
