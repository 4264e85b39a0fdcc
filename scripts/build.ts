/** Builds dist/ from src/: JavaScript with declarations, file by file, and whatever else lies in src/. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
const dist = join(root, 'dist');

build();

function build(): void {
  rmSync(dist, { recursive: true, force: true });
  const status = compile();
  if (status === 0) copyOthers();
  const wrong = status === 0 ? unresolved() : [];
  for (const line of wrong) console.error(line);
  if (status === 0 && wrong.length === 0) console.log(`dist: ${filesIn(dist).length} files`);
  process.exitCode = status === 0 && wrong.length === 0 ? 0 : 1;
}

function compile(): number {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const program = join(dirname(compiler), 'bin', 'tsc');
  const run = spawnSync(process.execPath, [program, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  return run.status ?? 1;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
}

function copyOthers(): void {
  for (const file of filesIn(src).filter((name) => !name.endsWith('.ts'))) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    copyFileSync(join(src, file), join(dist, file));
  }
}

/** Relative imports in what was emitted that do not name a file that is there. */
function unresolved(): readonly string[] {
  const found: string[] = [];
  for (const file of filesIn(dist).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(dist, file), 'utf8');
    for (const [, from, late] of text.matchAll(
      /^(?:import|export)\b[^'"\n]*['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)/gm,
    )) {
      const target = from ?? late ?? '';
      if (!target.endsWith('.js') || !existsSync(join(dist, dirname(file), target))) {
        found.push(`dist/${file} imports ${target}, which is not there`);
      }
    }
  }
  return found;
}
