import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ArgiopeError } from '../../model/index.ts';
import { Connection } from './connection.ts';
import type { FoundBrowser } from './find.ts';
import { within } from './patience.ts';

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
}

export interface LaunchOptions {
  readonly proxy: string | null;
  /** Hosts that are asked without it. */
  readonly proxyBypass?: readonly string[];
  /** Prints of keys whose certificates are accepted. */
  readonly trusted?: readonly string[];
  /** Accept any certificate. */
  readonly insecure?: boolean;
  readonly userAgent: string;
  readonly viewport: readonly [number, number];
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
  '--disable-features=RenderDocument,RenderDocumentCompositorReuse,BackForwardCache,PaintHolding,Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider,IsolateOrigins,site-per-process,HttpsUpgrades,NetworkTimeServiceQuerying',
  // Accounts and updates of a full browser: to a port that browsers refuse, since no switch turns them off.
  // The host is nobody's: that of accounts gets processes of its own, also where it is a frame.
  '--gaia-url=http://nobody.invalid:9/',
  '--component-updater=url-source=http://nobody.invalid:9/',
  '--disable-site-isolation-trials',
  // Two processes less, and their messages.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
];

const profilePrefix = `argiope-profile-`;
/** Milliseconds that a browser gets to end by itself. */
const closingPatience = 2_000;

/**
 * Starts a browser in its own process group, reachable through a pipe only. Some systems allow no sandbox
 * to ordinary users; there the browser refuses to start with it and is started without.
 */
export async function launch(found: FoundBrowser, options: LaunchOptions): Promise<RunningBrowser> {
  removeLeftovers(profilePrefix);
  return start(found, options, !sandboxUnavailable() && !process.env.ARGIOPE_NO_SANDBOX);
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
    env: { ...process.env, XDG_CONFIG_HOME: profile, ...found.env },
  });
  const complaints = collectComplaints(child);
  const connection = new Connection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const killNow = () => killGroup(child);
  process.once('exit', killNow);
  const ended = new Promise<void>((resolve) => {
    const finish = async () => {
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
  let context: string;
  try {
    ({ browserContextId: context } = await connection.root.send('Target.createBrowserContext'));
    await connection.root.send('Browser.setDownloadBehavior', {
      ...{ behavior: 'deny', eventsEnabled: false, browserContextId: context },
    });
  } catch (cause) {
    await close();
    if (sandboxed && /sandbox|namespace|zygote/i.test(complaints())) return start(found, options, false);
    throw new ArgiopeError('BROWSER_MISSING', `${found.path} does not start: ${lastWord(complaints())}`, {
      cause,
      advice: 'Run `argiope doctor`; another browser can be named with --browser PATH.',
    });
  }
  return { connection, context, pid: child.pid as number, sandboxed, ended, close };
}

/** Whether Chromium's own sandbox cannot be used: it refuses to run as root. */
export function sandboxUnavailable(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

function argumentsFor(profile: string, options: LaunchOptions, sandboxed: boolean): string[] {
  const [width, height] = options.viewport;
  return [
    ...flags,
    `--user-data-dir=${profile}`,
    `--user-agent=${options.userAgent}`,
    `--window-size=${width},${height}`,
    ...(sandboxed ? [] : ['--no-sandbox', '--no-zygote']),
    // Without the bypass list Chromium would reach loopback directly, past the proxy.
    ...(options.proxy
      ? [
          `--proxy-server=${options.proxy}`,
          `--proxy-bypass-list=${['<-loopback>', ...(options.proxyBypass ?? []).map(bypassRule)].join(';')}`,
        ]
      : []),
    ...(options.trusted?.length
      ? [`--ignore-certificate-errors-spki-list=${options.trusted.join(',')}`]
      : []),
    ...(options.insecure ? ['--ignore-certificate-errors'] : []),
    // No tab of the browser's own: each would be a process that does nothing.
    '--no-startup-window',
  ];
}

/** Chromium writes names below another one with a star. */
function bypassRule(host: string): string {
  return host.startsWith('.') ? `*${host}` : host;
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
