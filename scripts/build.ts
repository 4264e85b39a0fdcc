/**
 * Builds dist/ from src/: one bundle for each entry with all that it needs, and the types of the library.
 *
 * `cli.js` is what every command loads; `engine.js` is what commands load when they run; `index.js` is the library.
 * `errors.js` is common to the first two: what one throws, the other must know.
 * `serve/` is the application that `argiope serve` shows. `unpdf.js` reads PDF files, `mcp.js` speaks MCP. Packages are inside: a start reads one file instead of hundreds, and whoever installs Argiope installs nothing else.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin, transform } from 'esbuild';
import { searchProgram } from '../src/derive/search-page/program.ts';
import { agentSource } from '../src/drivers/chromium/agent-source.ts';
import { appBuild } from '../src/serve/app/bundle.ts';
import { declarationFile, type Rolled, rollUp } from './declarations.ts';

const root = join(import.meta.dirname, '..');
const src = join(root, 'src');

/** Builds everything into a folder, which is emptied before. */
export async function buildPackage(dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  const built = await buildPrograms(dist);
  writeFileSync(join(dist, 'third-party.txt'), notices(built));
  writeFileSync(join(dist, 'index.d.ts'), declarationFile(libraryDeclarations()));
}

/** Builds what runs, without types and licences. */
export async function buildPrograms(dist: string): Promise<readonly BuildResult[]> {
  const [inPlace, late] = [standIns(await standInTexts()), new Set<string>()];
  const common = { ...options, plugins: [inPlace, apart], metafile: true };
  const cli = await build({
    ...common,
    entryPoints: [join(src, 'cli/main.ts')],
    outfile: join(dist, 'cli.js'),
    external: [...unbundled, './engine.js'],
    plugins: [inPlace, apart, commonErrors, loadLate(late)],
  });
  const parts = [...late].map(
    (file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file}`)})`,
  );
  const engine = await build({
    ...common,
    stdin: { contents: `export const parts = { ${parts.join(', ')} };`, resolveDir: src },
    outfile: join(dist, 'engine.js'),
    plugins: [inPlace, apart, commonErrors],
  });
  await build({ ...common, entryPoints: [join(src, 'model/errors.ts')], outfile: join(dist, 'errors.js') });
  const library = await build({
    ...common,
    entryPoints: [join(src, 'index.ts')],
    outfile: join(dist, 'index.js'),
  });
  const pdf = await build({
    ...options,
    metafile: true,
    entryPoints: ['unpdf'],
    outfile: join(dist, 'unpdf.js'),
  });
  const mcp = await build({
    ...options,
    metafile: true,
    entryPoints: [join(src, 'serve/mcp/sdk.ts')],
    outfile: join(dist, 'mcp.js'),
  });
  const app = await build({ ...appBuild, metafile: true, write: true, outdir: join(dist, 'serve') });
  return [cli, engine, library, pdf, mcp, app];
}

/** Looked for where the program runs: they are optional. */
const unbundled = ['@sparticuz/chromium', 'pg-native'];

/** Names stay, so that the stack of an error can be read. */
const options = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  charset: 'utf8',
  logLevel: 'warning',
  minifyWhitespace: true,
  minifySyntax: true,
  // Node shows the line of an error that nobody has caught: it is not to be a megabyte.
  lineLimit: 160,
  legalComments: 'none',
  external: unbundled,
  // Names of files are in the bundle: they are to be those of the packages, wherever these lie.
  preserveSymlinks: true,
  // Packages that are CommonJS ask for the modules of Node by `require`, which an ES module does not have.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
} as const satisfies BuildOptions;

/** Files by which sources find each other on the disk, and what stands in their place in a bundle. */
async function standInTexts(): Promise<Readonly<Record<string, string>>> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const agent = await transform(agentSource(), { minifyWhitespace: true, charset: 'utf8' });
  return {
    'config/version.ts': `export const version = () => ${JSON.stringify(version)};`,
    'drivers/chromium/agent-source.ts': `export const agentSource = () => ${JSON.stringify(agent.code)};`,
    'derive/search-page/program.ts': `export const searchProgram = () => ${JSON.stringify(await searchPageProgram())};`,
    'serve/app/bundle.ts': builtApp,
    'extract/thread/program.ts': `export const threadProgram = () => ${JSON.stringify(await thread('extract/thread/thread.ts'))};`,
    'crawl/gather/readers/program.ts': `export const readerProgram = () => ${JSON.stringify(await thread('crawl/gather/readers/thread.ts'))};`,
    'store/sqlite/beside/program.ts': `export const writerProgram = () => ${JSON.stringify(await thread('store/sqlite/beside/thread.ts'))};`,
    'search/pdf-program.ts': `export const pdfProgram = () => ${JSON.stringify(await thread('search/pdf-thread.ts'))}; export const pdfModule = () => new URL('./unpdf.js', import.meta.url).href;`,
    'drivers/proxy/program.ts': `export const proxyProgram = () => ${JSON.stringify(await thread('drivers/proxy/thread.ts'))};`,
  };
}

/** In a package the application lies beside the bundle, in files of its own. */
const builtApp = `
import { readFile } from 'node:fs/promises';
import { withIcon } from './app-files.ts';
const read = async (name) => ['/' + name, await readFile(new URL('./serve/' + name, import.meta.url), 'utf8')];
let made = null;
export const appFiles = () => (made ??= Promise.all(['app.js', 'app.css', 'graph-worker.js', 'pointing.js'].map(read)).then(withIcon));
`;

/** The licence of what is inside stays at the head of the mirror's program. */
async function searchPageProgram(): Promise<string> {
  const { code } = await transform(searchProgram(), {
    minify: true,
    charset: 'utf8',
    legalComments: 'inline',
  });
  return code;
}

/** A thread's program with all that it needs: it is started from its text, which has no place to look from. */
async function thread(file: string): Promise<string> {
  const entryPoints = [join(src, file)];
  const { banner: _, ...plain } = options;
  const { outputFiles } = await build({ ...plain, entryPoints, format: 'cjs', minify: true, write: false });
  return outputFiles[0]?.text ?? '';
}

function standIns(texts: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'stand-ins',
    setup: ({ onLoad }) => {
      for (const [file, contents] of Object.entries(texts)) {
        if (!existsSync(join(src, file))) throw new Error(`src/${file} is not there`);
        onLoad({ filter: new RegExp(`${file.replaceAll('.', '\\.')}$`) }, () => ({ contents, loader: 'js' }));
      }
    },
  };
}

/** The reader of PDF files has two megabytes, what speaks MCP one; both are rarely needed, and stay files of their own. */
const apart: Plugin = {
  name: 'apart',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^unpdf$/ }, () => ({ path: './unpdf.js', external: true }));
    onResolve({ filter: /\/sdk\.ts$/ }, ({ importer }) =>
      importer === '' ? null : { path: './mcp.js', external: true },
    );
  },
};

/** One class of errors for what is loaded at the start and what later. */
const commonErrors: Plugin = {
  name: 'errors',
  setup: ({ onResolve }) => {
    const inModel = (path: string, from: string) =>
      relative(src, join(from, path)) === join('model', 'errors.ts');
    onResolve({ filter: /\/errors\.ts$/ }, ({ path, resolveDir }) =>
      inModel(path, resolveDir) ? { path: './errors.js', external: true } : null,
    );
  },
};

/** Parts that are small, and that a command needs alone. */
const small = /^drivers\/chromium\/(?:find|launch)\.ts$/;

/** What the command line imports when it needs it comes from the engine; `late` is told which files that are. */
function loadLate(late: Set<string>): Plugin {
  return {
    name: 'late',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/src\/cli\/.*\.ts$/ }, ({ path }) => {
        const contents = readFileSync(path, 'utf8').replace(
          /\bimport\('(\.[^']+)'\)/g,
          (own, target: string) => {
            const file = relative(src, join(dirname(path), target)).replaceAll('\\', '/');
            if (small.test(file)) return own;
            late.add(file);
            return `import('./engine.js').then(({ parts }) => parts[${JSON.stringify(file)}]())`;
          },
        );
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Name, licence and source of every package that is inside, with the text of its licence. */
function notices(built: readonly BuildResult[]): string {
  const files = built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  const found = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  const folders = [...new Set(found.filter((folder) => folder !== undefined))].sort();
  return `Packages that are part of the files beside this one.\n\n${folders.map((folder) => notice(join(root, folder))).join('\n\n')}\n`;
}

function notice(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const from =
    about.repository?.url ??
    about.repository ??
    about.homepage ??
    `https://www.npmjs.com/package/${about.name}`;
  const head = `== ${about.name} ${about.version} (${about.license}), ${from} ==`;
  return file === undefined ? head : `${head}\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
}

/** The declarations of the library, which name nothing that users do not have. */
export function libraryDeclarations(): readonly Rolled[] {
  const folder = mkdtempSync(join(tmpdir(), 'argiope-types-'));
  try {
    const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
    const args = [join(dirname(compiler), 'bin', 'tsc'), '-p', 'tsconfig.build.json', '--outDir', folder];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error('the declarations could not be made');
    return rollUp(folder, 'index.d.ts');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await buildPackage(join(root, 'dist'));
