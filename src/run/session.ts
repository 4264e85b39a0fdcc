import { readFileSync } from 'node:fs';
import type { CrawlSettings } from '../config/settings.ts';
import { CookieJar, parseCookies } from '../drivers/http/index.ts';
import { HookChain, hookMoments, loadHooks } from '../hooks/index.ts';
import { type CrawlListener, reading, type SiteStore } from '../model/index.ts';
import type { CrawlControls } from './controls.ts';
import type { KeptLogin, SignIn } from './login/sign-in.ts';

const cookiesNote = 'cookies';
const hooksNote = 'hooks';
/** The files that a crawl is signed in by, without their contents. */
const loginNote = 'login';

/** What pages and files of a crawl have in common: the cookies of its site, and the user's hooks. */
export interface RunSession {
  readonly cookies: CookieJar;
  readonly hooks: HookChain;
  /** How one is signed in; `null` where nobody is. */
  readonly signIn: SignIn | null;
  /** Keeps the cookies for the next run, and tells what hooks have dropped. */
  close(): Promise<void>;
}

/** Takes up the cookies of an earlier run, with those that were given, and loads the hooks. */
export async function openSession(
  site: SiteStore,
  settings: CrawlSettings,
  { hooks: own = [], listen = () => {}, login }: CrawlControls,
  isShared = false,
): Promise<RunSession> {
  const hooks = new HookChain([...(await loadHooks(settings.hooks)), ...own]);
  const cookies = new CookieJar(await site.note(cookiesNote));
  if (settings.cookies !== null) cookies.add(readCookies(settings.cookies));
  await announce(hooks, site, listen);
  const signIn = await signedIn(await withLogin(site, settings), cookies, listen, login);
  return {
    cookies,
    hooks,
    signIn,
    close: async () => {
      // Of several workers each has its own.
      if (signIn === null && !isShared) await site.putNote(cookiesNote, cookies.save());
      signIn?.close();
      tellDropped(hooks, listen);
    },
  };
}

/** What signs in is loaded only where somebody is to be signed in. */
async function signedIn(
  settings: CrawlSettings,
  cookies: CookieJar,
  listen: CrawlListener,
  kept: KeptLogin | undefined,
): Promise<SignIn | null> {
  if (settings.profile === null && settings.login === null) return null;
  const { SignIn } = await import('./login/sign-in.ts');
  return SignIn.begin(settings, cookies, listen, kept);
}

/** A crawl that was begun signed in goes on signed in: the files are remembered, unless others are given. */
async function withLogin(site: SiteStore, settings: CrawlSettings): Promise<CrawlSettings> {
  const { profile, login } = settings;
  if (profile !== null || login !== null) {
    await site.putNote(loginNote, JSON.stringify({ profile, login }));
    return settings;
  }
  const kept = JSON.parse((await site.note(loginNote)) ?? '{}') as Partial<CrawlSettings>;
  return { ...settings, profile: kept.profile ?? null, login: kept.login ?? null };
}

/** Cookies of a file that a person names. */
export function readCookies(file: string): ReturnType<typeof parseCookies> {
  const advice = 'Give the path of a cookies.txt or of a JSON list of cookies with --cookies.';
  const text = reading(`the cookies of ${file}`, { advice }, () => readFileSync(file, 'utf8'));
  return parseCookies(text, file);
}

/** The order of hooks decides what each of them sees, so it is told and kept with the crawl. */
async function announce(hooks: HookChain, site: SiteStore, listen: CrawlListener): Promise<void> {
  const { list } = hooks;
  if (list.length === 0) return;
  await site.putNote(hooksNote, JSON.stringify(list));
  for (const [at, { name, moments }] of list.entries()) {
    const text = `hook ${at + 1} of ${list.length}: ${name} (${moments.join(', ')})`;
    listen({ kind: 'note', level: 'info', text });
  }
}

function tellDropped({ dropped }: HookChain, listen: CrawlListener): void {
  const told = hookMoments.filter((moment) => dropped[moment] > 0).map((at) => `${at} ${dropped[at]}`);
  if (told.length > 0) listen({ kind: 'note', level: 'info', text: `dropped by hooks: ${told.join(', ')}` });
}
