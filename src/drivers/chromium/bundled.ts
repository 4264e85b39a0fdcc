import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A Chromium that came inside the npm package, unpacked. */
export interface BundledBrowser {
  readonly path: string;
  /** Libraries and fonts it needs where the system has none. */
  readonly folder: string;
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium` into the user's cache, once per version.
 *
 * The package itself would unpack into the shared temporary folder, where another user could have put
 * a program of that name and where two processes that start together overwrite each other's file. So a
 * child process unpacks into a private folder, and one rename makes it visible whole.
 */
export async function bundledBrowser(): Promise<BundledBrowser | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  } catch {
    return null;
  }
  const version = await packageVersion(entry);
  for (const cache of cacheFolders()) {
    const folder = join(cache, `chromium-${version}`);
    const path = join(folder, 'chromium');
    if (existsSync(path)) return { path, folder };
    try {
      await unpack(entry, cache, folder);
      return { path, folder };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EACCES' && code !== 'EROFS' && code !== 'ENOENT' && code !== 'EPERM') throw error;
    }
  }
  return null;
}

async function packageVersion(entry: string): Promise<string> {
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const { name, version } = JSON.parse(await readFile(file, 'utf8'));
      if (name === '@sparticuz/chromium') return version;
    }
    if (folder === dirname(folder)) return 'unknown';
  }
}

function cacheFolders(): string[] {
  const home = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return [join(home, 'argiope'), join(tmpdir(), `argiope-${userInfo().uid}`)];
}

async function unpack(entry: string, cache: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(join(cache, 'unpacking-'));
  try {
    const script = `import(${JSON.stringify(entry)}).then((m) => m.default.executablePath())`;
    // The execution environment's name makes the package unpack its system libraries too.
    const env = { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
    await rename(staging, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process was first: its copy is as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
