/** Checks the house rules of docs/architecture.md: which room may import which, no cycles, no junk rooms. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Rooms from top to bottom: a file may import from its own room and from those above. */
// biome-ignore format: the order is what matters
export const rooms = [
  'model', 'config', 'hooks', 'fingerprint', 'dom', 'identity', 'frontier', 'drivers', 'crawl',
  'learn', 'extract', 'forms', 'store', 'derive', 'serve', 'run', 'cli',
];

const junk = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'core', 'misc', 'lib']);

/** One import; `typeOnly` ones are gone before anything runs. */
export interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Imports of each file below `src`, all as paths from `src` with slashes. */
export type Imports = ReadonlyMap<string, readonly Import[]>;

/** Every violation in a tree of sources, one line each. */
export function violations(src: string): readonly string[] {
  const files = sourcesIn(src);
  const imports: Imports = new Map(files.filter(isProgram).map((file) => [file, importsOf(src, file)]));
  return [...junkRooms(files), ...wrongImports(imports), ...cycles(imports)];
}

function sourcesIn(src: string): readonly string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort();
}

/** Tests and their fixtures may import anything: only the program is held to the order. */
function isProgram(file: string): boolean {
  return !file.endsWith('.test.ts') && !file.endsWith('/fixture.ts');
}

const importing =
  /(?:^|[;}\s])(?:import|export)\s*(type\s)?\s*(?:[\w*${}\s,]+?\s+from\s*)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g;

function importsOf(src: string, file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...text.matchAll(importing)].map(([, type, fixed, late]) => ({
    target: posix.normalize(posix.join(posix.dirname(file), fixed ?? late ?? '')),
    typeOnly: type !== undefined,
  }));
}

function junkRooms(files: readonly string[]): readonly string[] {
  const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));
  return [...folders]
    .filter((name) => junk.has(name))
    .map((name) => `folder "${name}": folders are nouns of the domain`);
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
  if (target.startsWith('../')) return 'it lies outside src';
  if (target.endsWith('.test.ts')) return 'a program imports no test';
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
