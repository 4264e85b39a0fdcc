import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { type AppFiles, withIcon } from './app-files.ts';

/** What esbuild is told to make the application. */
export const appBuild = {
  entryPoints: [
    ['./main.tsx', 'app'],
    ['./style/app.css', 'app'],
    ['./views/graph/worker.ts', 'graph-worker'],
    ['./pointing.ts', 'pointing'],
  ].map(([file = '', out = '']) => ({ in: sourceFile(file), out })),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  outdir: '/',
} satisfies BuildOptions;

let made: Promise<AppFiles> | null = null;

/** The files of the application, made from source once; a built package has them beside its own (scripts/build.ts). */
export function appFiles(): Promise<AppFiles> {
  made ??= bundled();
  return made;
}

async function bundled(): Promise<AppFiles> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({ ...appBuild, write: false });
  return withIcon(outputFiles.map(({ path, text }) => [path, text]));
}

function sourceFile(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
