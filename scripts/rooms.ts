/** Checks the house rules of docs/architecture.md: which room may import which, no cycles, pure rooms, one name for one thing. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Rooms from top to bottom: a file may import from its own room and from those above. */
// biome-ignore format: the order is what matters
export const rooms = [
  'model', 'threads', 'memory', 'config', 'hooks', 'fingerprint', 'values', 'records', 'dom', 'reports', 'page-types', 'identity',
  'frontier', 'encoding', 'html', 'forms', 'drivers', 'crawl', 'learn', 'extract', 'search', 'query', 'store',
  'derive', 'run', 'serve', 'cli',
];

/** Rooms whose files only take values and give values. */
// biome-ignore format: one list
export const pureRooms = [
  'model', 'fingerprint', 'values', 'records', 'dom', 'reports', 'page-types', 'identity', 'encoding', 'forms',
];

const junk = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'core', 'misc', 'lib']);

/** Modules of Node that reach nothing outside the process. */
const pureModules = new Set([
  'assert',
  'async_hooks',
  'buffer',
  'crypto',
  'path',
  'string_decoder',
  'url',
  'util',
]);

/** One import; `typeOnly` ones are gone before anything runs. */
export interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Imports of each file below `src`, all as paths from `src` with slashes; modules of Node as `node:…`. */
export type Imports = ReadonlyMap<string, readonly Import[]>;

/** Every violation in a tree of sources, one line each. */
export function violations(src: string): readonly string[] {
  const files = sourcesIn(src);
  const texts = new Map(files.filter(isProgram).map((file) => [file, textOf(src, file)]));
  const imports: Imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));
  return [
    ...strangeFolders(files),
    ...wrongImports(imports),
    ...cycles(imports),
    ...impurities(imports),
    ...sharedNames(texts),
  ];
}

function sourcesIn(src: string): readonly string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/** Tests and their fixtures may import anything: only the program is held to the order. */
function isProgram(file: string): boolean {
  return !file.endsWith('.test.ts') && !isFixture(file);
}

function isFixture(file: string): boolean {
  return /(?:^|[/-])fixture(?:-[^/]+)?\.ts$/.test(file);
}

function textOf(src: string, file: string): string {
  return readFileSync(join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

const importing =
  /(?:^|[;}\s])(?:import|export)\s*(type\s)?\s*(?:[\w*${}\s,]+?\s+from\s*)?['"](\.[^'"]+|node:[^'"]+)['"]|\bimport\(\s*['"`](\.[^'"`$]+|node:[^'"`$]+)['"`]\s*\)/g;

/** Files that are loaded by their address: threads, and what is handed to a browser. */
const addressed = /\bnew URL\(\s*['"`]([^'"`$]+\.ts)['"`],\s*import\.meta\.url/g;

/** Loading by a name that is put together while the program runs. */
const computed =
  /\b(?:import\(\s*(?!['"])(?:`[^`]*\$\{|[^`\s])|new URL\(\s*`[^`]*\$\{[^`]*`,\s*import\.meta\.url)/;

function importsOf(file: string, text: string): readonly Import[] {
  const written = [...text.matchAll(importing)].map(([, type, fixed, late]) => ({
    target: fixed ?? late ?? '',
    typeOnly: type !== undefined,
  }));
  const names = [...text.matchAll(addressed)].map(([, name]) => name ?? '');
  // A computed name can be any of the paths that the file has as texts.
  if (computed.test(text))
    names.push(...[...text.matchAll(/['"](\.\.?\/[^'"]+)['"]/g)].map(([, path]) => withEnding(path ?? '')));
  return [...written, ...names.map((target) => ({ target, typeOnly: false }))].map(
    ({ target, typeOnly }) => ({
      target: target.startsWith('node:') ? target : posix.normalize(posix.join(posix.dirname(file), target)),
      typeOnly,
    }),
  );
}

function withEnding(path: string): string {
  return /\.\w+$/.test(path) ? path : `${path}.ts`;
}

function strangeFolders(files: readonly string[]): readonly string[] {
  const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));
  const tops = new Set(files.flatMap((file) => roomOf(file) ?? []));
  return [
    ...[...folders]
      .filter((name) => junk.has(name))
      .map((name) => `folder "${name}": folders are nouns of the domain`),
    ...[...tops]
      .filter((name) => !rooms.includes(name))
      .map((name) => `src/${name}: "${name}" is not a room (scripts/rooms.ts)`),
  ];
}

/** Pure rooms reach nothing outside, and need nothing that does. */
function impurities(imports: Imports): readonly string[] {
  const found: string[] = [];
  for (const [file, targets] of imports) {
    if (!pureRooms.includes(roomOf(file) ?? '')) continue;
    for (const { target, typeOnly } of targets) {
      const room = target.startsWith('node:') ? null : roomOf(target);
      const isPure = room === null ? pureModules.has(target.slice('node:'.length)) : pureRooms.includes(room);
      if (!isPure && !typeOnly && whyWrong(file, target) === null)
        found.push(`src/${file} imports ${target}: ${roomOf(file)} is pure`);
    }
  }
  return found;
}

const declaring =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:interface|type|function\*?|const|let|class) +(\w+)/gm;

/** Names that several files declare and export: a reader would have to ask which one is meant. */
function sharedNames(texts: ReadonlyMap<string, string>): readonly string[] {
  const homes = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [, name = ''] of text.matchAll(declaring))
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
  return [...homes]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `"${name}" is declared in ${[...files].join(' and ')}: one name is one thing`);
}

function wrongImports(imports: Imports): readonly string[] {
  const found: string[] = [];
  for (const [file, targets] of imports) {
    for (const { target } of targets) {
      const why = whyWrong(file, target);
      if (why !== null) found.push(`src/${file} imports ${target}: ${why}`);
    }
  }
  return found;
}

/** Why a file may not import another, `null` where it may. */
export function whyWrong(file: string, target: string): string | null {
  if (target.startsWith('node:')) return null;
  if (target.startsWith('../')) return 'it lies outside src';
  if (target.endsWith('.test.ts') || isFixture(target)) return 'a program imports no test';
  const [from, to] = [roomOf(file), roomOf(target)];
  if (target === 'index.ts') return 'the public API is for users of the package; it would load everything';
  if (from === null) return file === 'index.ts' ? null : 'only index.ts lies outside the rooms';
  if (!rooms.includes(from)) return `"${from}" is not a room`;
  if (to === null || !rooms.includes(to)) return `"${to ?? target}" is not a room`;
  return rooms.indexOf(to) <= rooms.indexOf(from) ? null : `${to} lies below ${from}`;
}

function roomOf(file: string): string | null {
  return file.includes('/') ? (file.split('/')[0] ?? null) : null;
}

/** Rings of imports that exist when the program runs, told from the file that comes first in the alphabet. */
export function cycles(imports: Imports): readonly string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.add(spelled(path.slice(at)));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const { target, typeOnly } of imports.get(file) ?? []) if (!typeOnly) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return [...found];
}

function spelled(ring: readonly string[]): string {
  const start = ring.indexOf([...ring].sort()[0] ?? '');
  const turned = [...ring.slice(start), ...ring.slice(0, start)];
  return `import cycle: ${[...turned, turned[0]].join(' → ')}`;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const src = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
  const found = violations(src);
  for (const line of found) console.error(line);
  if (found.length === 0) console.log(`${relative(process.cwd(), src)}: rooms in order`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
