import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { compile, compileModule } from 'svelte/compiler';

const bundles = new Map<string, Promise<string>>();

/** The script of an entry file as production serves it: bundled, minified, once per process. */
export function bundle(entry: string): Promise<string> {
  const known = bundles.get(entry);
  if (known) return known;
  const made = make(entry);
  bundles.set(entry, made);
  return made;
}

async function make(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    // Not the settings of our own dashboard, which is made with another library.
    tsconfigRaw: {},
    conditions: ['svelte', 'browser', 'production'],
    mainFields: ['svelte', 'browser', 'module', 'main'],
    alias: { vue: fileURLToPath(new URL('../../node_modules/vue/dist/vue.esm-bundler.js', import.meta.url)) },
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      ngDevMode: 'false',
    },
    logLevel: 'error',
    plugins: [svelte],
  });
  return outputFiles[0]?.text ?? '';
}

/** Compiles Svelte components, and modules that use runes. */
const svelte: Plugin = {
  name: 'svelte',
  setup(context) {
    context.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { js } = compile(source, { filename: basename(path), generate: 'client', css: 'injected' });
      return { contents: js.code, loader: 'js' };
    });
    context.onLoad({ filter: /\.svelte\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { js } = compileModule(source, { filename: basename(path), generate: 'client' });
      return { contents: js.code, loader: 'js' };
    });
  },
};
