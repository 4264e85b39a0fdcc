import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ArgiopeError } from '../../model/index.ts';
import { type BundledBrowser, bundledBrowser } from './bundled.ts';

/** A browser that was found and answers. */
export interface FoundBrowser {
  readonly path: string;
  readonly version: string;
  readonly source: 'option' | 'environment' | 'system' | 'bundled';
  /** Variables it needs to start, where the system lacks libraries or fonts. */
  readonly env?: Readonly<Record<string, string>>;
}

const environmentNames = ['ARGIOPE_BROWSER', 'CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH'];

/** Headless shells first: they start in a fraction of the time of a full browser. */
const commandNames = [
  'chrome-headless-shell',
  'chromium-headless-shell',
  'headless_shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
  'microsoft-edge',
];

const wellKnownPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

const advice =
  'Install Chromium or Chrome, name one with --browser PATH or ARGIOPE_BROWSER, or reinstall with optional dependencies (npm install --include=optional).';

/** Looks for a browser: option, environment, system, then the one inside the npm package. */
export async function findBrowser(options: {
  path: string | null;
  /** One that can open a window: neither a headless shell nor the bundled browser can. */
  visible?: boolean;
}): Promise<FoundBrowser> {
  if (options.path) return named(options.path, 'option', `--browser ${options.path}`);
  for (const name of environmentNames) {
    const path = process.env[name];
    if (path) return named(path, 'environment', `${name}=${path}`);
  }
  const found = (await systemBrowser(options.visible)) ?? (options.visible ? null : await bundledFound());
  if (found) return found;
  if (options.visible)
    throw new ArgiopeError(
      'BROWSER_MISSING',
      'no Chromium that can open a window was found on this machine',
      {
        advice: 'Install Chromium or Chrome, or name one with --browser PATH.',
      },
    );
  throw new ArgiopeError('BROWSER_MISSING', 'no Chromium was found on this machine', { advice });
}

/** A browser by its path, or by the word for where it comes from. */
async function named(path: string, source: FoundBrowser['source'], name: string): Promise<FoundBrowser> {
  if (path !== 'system' && path !== 'bundled') return checked(path, source, name);
  const found = await (path === 'system' ? systemBrowser() : bundledFound());
  if (found) return found;
  throw new ArgiopeError('BROWSER_MISSING', `${name}: there is none on this machine`, { advice });
}

async function systemBrowser(visible = false): Promise<FoundBrowser | null> {
  for (const path of await systemPaths()) {
    if (visible && /headless/.test(path)) continue;
    const version = await versionOf(path).catch(() => null);
    if (version) return { path, version, source: 'system' };
  }
  return null;
}

async function bundledFound(): Promise<FoundBrowser | null> {
  const bundled = await bundledBrowser();
  return bundled && { ...(await bundledChecked(bundled)), source: 'bundled' };
}

async function checked(path: string, source: FoundBrowser['source'], name: string): Promise<FoundBrowser> {
  try {
    return { path, version: await versionOf(path), source };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const why =
      code === 'ENOENT' ? 'does not exist' : code === 'EACCES' ? 'may not be run' : 'does not start';
    throw new ArgiopeError('BROWSER_MISSING', `${name} ${why}`, { advice, cause });
  }
}

/** The bundled one runs on systems without libnss3 or fonts: it brings its own, used only if needed. */
async function bundledChecked(bundled: BundledBrowser): Promise<Omit<FoundBrowser, 'source'>> {
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: join(bundled.folder, 'fonts') };
  try {
    return { path: bundled.path, version: await versionOf(bundled.path), env: fonts };
  } catch {
    const env = { ...fonts, LD_LIBRARY_PATH: join(bundled.folder, 'al2023', 'lib') };
    try {
      return { path: bundled.path, version: await versionOf(bundled.path, env), env };
    } catch (cause) {
      throw new ArgiopeError('BROWSER_MISSING', 'the bundled browser does not start', { advice, cause });
    }
  }
}

async function versionOf(path: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  await access(path, constants.X_OK);
  if ((await stat(path)).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EACCES' });
  // Windows builds of Chrome open a window on --version.
  if (process.platform === 'win32') return 'unknown version';
  const { stdout } = await promisify(execFile)(path, ['--version', '--no-sandbox'], {
    timeout: 15_000,
    env: { ...process.env, ...env },
  });
  if (!/\d+\.\d+/.test(stdout)) throw new Error(`unexpected answer to --version: ${stdout.slice(0, 80)}`);
  return stdout.trim();
}

async function systemPaths(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = commandNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found: string[] = [];
  for (const path of [...places, ...wellKnownPlaces]) {
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      found.push(path);
  }
  return found;
}
