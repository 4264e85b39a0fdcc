/**
 * Builds dist/ from src/: one bundle for each entry with all that it needs, and the types of the library.
 *
 * `cli.js` is what every command loads; `engine.js` is what commands load when they run; `index.js` is the library.
 * `errors.js` is common to the first two: what one throws, the other must know.
 * Packages are inside: a start reads one file instead of hundreds, and whoever installs Argiope installs nothing else.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin, transform } from 'esbuild';
import { agentSource } from '../src/drivers/chromium/agent-source.ts';
import { declarationFile, type Rolled, rollUp } from './declarations.ts';

const root = join(import.meta.dirname, '..');
const src = join(root, 'src');

/** Builds everything into a folder, which is emptied before. */
export async function buildPackage(dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  const [inPlace, late] = [standIns(await standInTexts()), new Set<string>()];
  const common = { ...options, plugins: [inPlace], metafile: true };
  const cli = await build({
    ...common,
    entryPoints: [join(src, 'cli/main.ts')],
    outfile: join(dist, 'cli.js'),
    external: [...unbundled, './engine.js'],
    plugins: [inPlace, commonErrors, loadLate(late)],
  });
  const parts = [...late].map(
    (file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file}`)})`,
  );
  const engine = await build({
    ...common,
    stdin: { contents: `export const parts = { ${parts.join(', ')} };`, resolveDir: src },
    outfile: join(dist, 'engine.js'),
    plugins: [inPlace, commonErrors],
  });
  await build({ ...common, entryPoints: [join(src, 'model/errors.ts')], outfile: join(dist, 'errors.js') });
  const library = await build({
    ...common,
    entryPoints: [join(src, 'index.ts')],
    outfile: join(dist, 'index.js'),
  });
  writeFileSync(join(dist, 'third-party.txt'), notices([cli, engine, library]));
  writeFileSync(join(dist, 'index.d.ts'), declarationFile(libraryDeclarations()));
}

/** Looked for where the program runs: they are optional. */
const unbundled = ['@sparticuz/chromium', 'pg-native'];

/** Names stay, so that the stack of an error can be read. */
const options = {
  ...{
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    charset: 'utf8',
    logLevel: 'warning',
  },
  ...{ minifyWhitespace: true, minifySyntax: true, legalComments: 'none', external: unbundled },
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
    'extract/thread/program.ts': `export const threadProgram = () => ${JSON.stringify(await thread())};`,
  };
}

/** The thread's program with all that it needs: it is started from its text, which has no place to look from. */
async function thread(): Promise<string> {
  const entryPoints = [join(src, 'extract/thread/thread.ts')];
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
