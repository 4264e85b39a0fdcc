import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ArgiopeError } from '../../model/index.ts';
import { Connection } from './connection.ts';
import type { FoundBrowser } from './find.ts';
import { introduce } from './introduce.ts';
import { within } from './patience.ts';
import { slowness } from './processor.ts';

/** A running browser: its connection, and the end of it with all its children. */
export interface RunningBrowser {
  readonly connection: Connection;
  readonly pid: number;
  /** Where its tabs live: a full browser forgets its session, cookies included, when its own last tab is closed. */
  readonly context: string;
  /** Whether its own sandbox keeps pages from the rest of the machine. */
  readonly sandboxed: boolean;
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
  /** Ends a browser that does not answer, at once. */
  kill(): void;
}

export interface LaunchOptions {
  /** Where all its requests go, with the credential (`user:password`) that is wanted there; `null`: no guard. */
  readonly proxy: { readonly server: string; readonly credential: string | null } | null;
  /** Prints of keys whose certificates are accepted. */
  readonly trusted?: readonly string[];
  /** Accept any certificate. */
  readonly insecure?: boolean;
  /** `null`: the browser's own. */
  readonly userAgent: string | null;
  /** With a window that people see. */
  readonly visible?: boolean;
  readonly viewport: readonly [number, number];
  /** Sites share processes, so that one session sees all frames: for pages of our own alone. */
  readonly together?: boolean;
  /** Whether it is refused to start where it has no sandbox. */
  readonly needsSandbox?: boolean;
}

/** Quiet, reproducible and without any traffic of the browser's own. */
const flags = [
  '--headless=shell',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--mute-audio',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-sync',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--export-tagged-pdf=false',
  // Opening pages one after the other gains nothing from these. A new frame host for every document
  // (RenderDocument) alone is a fifth of what a load costs.
  '--disable-features=RenderDocument,RenderDocumentCompositorReuse,BackForwardCache,PaintHolding,Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider,HttpsUpgrades,NetworkTimeServiceQuerying',
  // Accounts and updates of a full browser: to a port that browsers refuse, since no switch turns them off.
  // The host is nobody's: that of accounts gets processes of its own, also where it is a frame.
  '--gaia-url=http://nobody.invalid:9/',
  '--component-updater=url-source=http://nobody.invalid:9/',
  // Two processes less, and their messages.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
];

/** What a browser that people look at does not need. */
const unseen: ReadonlySet<string> = new Set([
  '--headless=shell',
  '--hide-scrollbars',
  '--mute-audio',
  '--disable-gpu',
]);

const profilePrefix = `argiope-profile-`;
/** Milliseconds that a browser gets to end by itself. */
const closingPatience = 2_000;
/** Milliseconds that a browser gets to start, on a machine that is not busy: a full one takes two seconds. */
const startingPatience = 30_000;
/** Starts after which a browser that is killed while it starts is given up. */
const starts = 2;

/**
 * Starts a browser in its own process group, reachable through a pipe only. Some systems allow no sandbox
 * to ordinary users; there the browser refuses to start with it and is started without.
 */
export async function launch(found: FoundBrowser, options: LaunchOptions): Promise<RunningBrowser> {
  removeLeftovers(profilePrefix);
  const sandboxed = !sandboxUnavailable() && !process.env.ARGIOPE_NO_SANDBOX;
  if (!sandboxed && options.needsSandbox && !process.env.ARGIOPE_NO_SANDBOX) throw withoutSandbox();
  for (let left = starts - 1; ; left--) {
    try {
      return await start(found, options, sandboxed);
    } catch (error) {
      // Somebody has ended it, and nothing says that it would happen again.
      if (left === 0 || !(error instanceof ArgiopeError) || error.code !== 'BROWSER_DEAD') throw error;
    }
  }
}

/**
 * Where a machine names no language, as most containers do, Chromium tells pages that theirs is `en-US@posix`: no
 * language at all, on which scripts that look it up break.
 */
function spokenLanguage({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): { LC_ALL?: string } {
  const locale = LC_ALL || LC_MESSAGES || LANG || 'C';
  return /^(?:C|POSIX)(?:\.|$)/i.test(locale) ? { LC_ALL: 'en_US.UTF-8' } : {};
}

async function start(
  found: FoundBrowser,
  options: LaunchOptions,
  sandboxed: boolean,
): Promise<RunningBrowser> {
  const profile = await mkdtemp(join(tmpdir(), `${profilePrefix}${process.pid}-`));
  const child = spawn(found.path, argumentsFor(profile, options, sandboxed), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Its own group: wrapper scripts that do not `exec` would otherwise leave the browser behind.
    detached: process.platform !== 'win32',
    // What a browser keeps beside its profile (crash reports, a copy of its settings) goes with the profile.
    env: {
      ...process.env,
      ...spokenLanguage(process.env),
      XDG_CONFIG_HOME: profile,
      ...temporaryIn(profile),
      ...found.env,
    },
  });
  const complaints = collectComplaints(child);
  let end: Ending | null = null;
  const connection = new Connection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const killNow = () => killGroup(child);
  process.once('exit', killNow);
  const ended = new Promise<void>((resolve) => {
    const finish = async (code: unknown, signal?: NodeJS.Signals | null) => {
      end ??= { code: typeof code === 'number' ? code : null, signal: signal ?? null };
      process.removeListener('exit', killNow);
      connection.fail(new ArgiopeError('BROWSER_DEAD', 'the browser ended unexpectedly'));
      killGroup(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
      resolve();
    };
    child.once('exit', finish);
    child.once('error', finish);
  });
  const close = async () => {
    // Asked politely it ends its own children; where it does not answer, the whole group is ended.
    const asked = connection.root.send('Browser.close').catch(() => {});
    await within(closingPatience, Promise.all([asked, ended]), () => new Error('late')).catch(() => {});
    connection.fail(new ArgiopeError('BROWSER_DEAD', 'the browser was closed'));
    killGroup(child);
    await ended;
  };
  const kill = () => {
    connection.fail(new ArgiopeError('BROWSER_DEAD', 'the browser did not answer and was ended'));
    killNow();
  };
  let context: string;
  try {
    const late = () => new Error(`it did not answer within ${startingPatience / 1000} s`);
    context = await within(startingPatience * slowness(), makeContext(connection, options), late);
  } catch (cause) {
    // Why it ended is known in a moment; one that runs did not answer.
    const own = await within(closingPatience, ended, () => new Error('late')).then(
      () => end,
      () => null,
    );
    kill();
    await ended;
    if (sandboxed && /sandbox|namespace|zygote/i.test(complaints())) {
      if (options.needsSandbox) throw withoutSandbox();
      return start(found, options, false);
    }
    throw failedStart(found.path, own, own ? lastWord(complaints()) : (cause as Error).message, cause);
  }
  return { connection, context, pid: child.pid as number, sandboxed, ended, close, kill };
}

/** How a process has ended. */
interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What a browser writes elsewhere than in its profile goes with it too, also where it is killed. */
function temporaryIn(profile: string): Record<string, string> {
  // Elsewhere folders for temporary files have names so long that sockets in them cannot be opened.
  return process.platform === 'linux' ? { TMPDIR: profile } : {};
}

/** Makes a context in which tabs may live, and gives its id. */
export async function makeContext(
  connection: Connection,
  { proxy }: Pick<LaunchOptions, 'proxy'>,
): Promise<string> {
  const { browserContextId } = await connection.root.send('Target.createBrowserContext');
  await connection.root.send('Browser.setDownloadBehavior', {
    behavior: 'deny',
    eventsEnabled: false,
    browserContextId,
  });
  const credential = proxy?.credential ?? null;
  if (credential !== null) await introduce(connection, browserContextId, credential);
  return browserContextId;
}

function failedStart(path: string, end: Ending | null, said: string, cause: unknown): ArgiopeError {
  const advice = 'Run `argiope doctor`; another browser can be named with --browser PATH.';
  if (end?.signal)
    return new ArgiopeError('BROWSER_DEAD', `${path} was ended by ${end.signal} while it started`, {
      cause,
      advice: `Somebody, or the system for want of memory, has ended it. ${advice}`,
    });
  return new ArgiopeError('BROWSER_MISSING', `${path} does not start: ${said}`, { cause, advice });
}

/** A page that breaks out of its renderer could do there whatever the user can: who wants that has to say so. */
function withoutSandbox(): ArgiopeError {
  const why = sandboxUnavailable() ? 'root gets no sandbox from Chromium' : 'this system allows no sandbox';
  return new ArgiopeError('CONFIG', `${why}, and the pages to be opened are not of this machine`, {
    advice:
      'Crawl as an ordinary user, read pages without a browser (--engine http), or accept the risk with --no-sandbox (ARGIOPE_NO_SANDBOX=1), for instance inside a container of its own.',
  });
}

/** Whether Chromium's own sandbox cannot be used: it refuses to run as root. */
export function sandboxUnavailable(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

function argumentsFor(profile: string, options: LaunchOptions, sandboxed: boolean): string[] {
  const [width, height] = options.viewport;
  return [
    ...(options.visible ? flags.filter((flag) => !unseen.has(flag)) : flags),
    // Else what breaks out of the scripts of one site would find another's.
    options.together ? '--disable-site-isolation-trials' : '--site-per-process',
    `--user-data-dir=${profile}`,
    ...(options.userAgent === null ? [] : [`--user-agent=${options.userAgent}`]),
    `--window-size=${width},${height}`,
    ...(sandboxed ? [] : ['--no-sandbox', '--no-zygote']),
    ...(options.proxy ? onlyThrough(options.proxy.server) : []),
    ...(options.trusted?.length
      ? [`--ignore-certificate-errors-spki-list=${options.trusted.join(',')}`]
      : []),
    ...(options.insecure ? ['--ignore-certificate-errors'] : []),
    // No tab of the browser's own: each would be a process that does nothing.
    '--no-startup-window',
  ];
}

/** Nothing goes past the proxy: no loopback, no names that the browser resolves itself, no UDP. */
function onlyThrough(server: string): string[] {
  return [
    `--proxy-server=${server}`,
    '--proxy-bypass-list=<-loopback>',
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(server).hostname}`,
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ];
}

function collectComplaints(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    text = (text + chunk).slice(-8000);
  });
  return () => text;
}

function lastWord(complaints: string): string {
  const lines = complaints.trim().split('\n');
  return (
    lines
      .filter((line) => !line.includes('dbus'))
      .at(-1)
      ?.slice(0, 200) || 'no message'
  );
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** Removes temporary folders (prefix and process id) of processes that were killed: nobody else removes them. */
export function removeLeftovers(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : NaN;
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
