import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build, type Loader, type Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';
import type { CrawlSettings } from '../../src/config/index.ts';
import {
  captured,
  element,
  startDriver,
  type TestDriver,
  textOf,
} from '../../src/drivers/chromium/fixture.ts';
import type { Candidate, Capture, DocumentTree, FireOrder, Tab } from '../../src/model/index.ts';
import { cacheable, html } from './answer.ts';
import { type RunningSite, startSite } from './site.ts';

/** Pages with scripts, opened in a real browser, for the tests of what reacts in them. */
export interface Pages {
  readonly site: RunningSite;
  readonly driver: TestDriver;
  readonly tab: Tab;
  open(path: string): Promise<Capture>;
  /** Fires a candidate and gives the text of the element `out` afterwards. */
  shown(candidate: Candidate): Promise<string>;
  close(): Promise<void>;
}

/** Serves pages (bodies of HTML) and scripts by path. */
export async function startPages(
  pages: Readonly<Record<string, string>>,
  scripts: Readonly<Record<string, string>> = {},
  settings: Partial<CrawlSettings> = {},
  probe = '',
): Promise<Pages> {
  const site = await startSite({
    name: 'pages',
    start: '/',
    respond: ({ path, method }) => {
      const script = scripts[path];
      if (script !== undefined) return cacheable('text/javascript', script);
      const page = pages[path];
      if (page === undefined) return html(`<p>${method} ${path}</p>`);
      return html(`<!doctype html><title>x</title>${page}`);
    },
  });
  const driver = await startDriver(site.url, settings, undefined, undefined, probe);
  const tab = await driver.tab();
  return {
    site,
    driver,
    tab,
    open: (path) => tab.open(site.origin + path),
    shown: async (candidate) => shownIn(captured(await tab.fire(fireOrder(candidate), new Set())).document),
    close: async () => {
      await driver.close();
      await site.close();
    },
  };
}

/** Text of the element `out`. */
export function shownIn(document: DocumentTree): string {
  return textOf(element(document, 'out'));
}

/** How a candidate is fired, with its value. */
export function fireOrder({ id, xpath, event, value }: Candidate): FireOrder {
  return { id, xpath, event, ...(value !== undefined && { value }) };
}

/** Candidates with a handler, in order. */
export function handled(capture: Capture, event?: string): Candidate[] {
  return capture.candidates.filter(
    (candidate) => candidate.handler && (event === undefined || candidate.event === event),
  );
}

/** The only candidate with a handler whose text or id is this. */
export function only(capture: Capture, name: string, event = 'click'): Candidate {
  const found = handled(capture, event).filter(({ text, id }) => text === name || id === name);
  assert.equal(found.length, 1, `one candidate ${name}, of ${list(handled(capture))}`);
  return found[0] as Candidate;
}

/** Candidates as short text: `event text kind`. */
export function list(candidates: readonly Candidate[]): string {
  return candidates
    .map(({ event, text, id, value, handler }) =>
      [event, text || id, ...(value === undefined ? [] : [`=${value}`]), handler?.kind].join(' '),
    )
    .join('; ');
}

const here = fileURLToPath(new URL('.', import.meta.url));

/** Bundles a script with the libraries it imports, as a site would. */
export async function bundled(contents: string, loader: Loader = 'tsx', minify = true): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, loader, resolveDir: here },
    bundle: true,
    write: false,
    minify,
    format: 'iife',
    jsx: 'automatic',
    logLevel: 'silent',
    conditions: ['browser', 'production', 'svelte'],
    define: { 'process.env.NODE_ENV': '"production"', ngDevMode: 'false', ngJitMode: 'true' },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    plugins: [sveltePlugin],
  });
  return outputFiles[0]?.text ?? '';
}

/** Imports of `svelte:…` are the component's source itself. */
const sveltePlugin: Plugin = {
  name: 'svelte-source',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^svelte-source:/ }, ({ path }) => ({ path, namespace: 'svelte-source' }));
    bundler.onLoad({ filter: /.*/, namespace: 'svelte-source' }, ({ path }) => ({
      contents: compile(atob(path.slice('svelte-source:'.length)), {
        generate: 'client',
        dev: false,
      }).js.code,
      loader: 'js',
      resolveDir: here,
    }));
  },
};
