import { readLoginFile } from '../../config/login-file.ts';
import type { CrawlSettings } from '../../config/settings.ts';
import { type LoginProfile, profilePlace, writeProfile } from '../../drivers/profile.ts';
import { withoutQuery } from '../../model/address.ts';
import { ArgiopeError } from '../../model/index.ts';
import { requireDisplay } from '../open/open.ts';
import { openPage } from '../open/page-calls.ts';
import { type LoginTab, openLoginTab } from './browser.ts';
import { ProfileKeeper } from './keep.ts';
import { signInBySteps } from './steps.ts';

/** Who says that a person has signed in, and what ends it. */
export interface LoginOptions {
  /** Settles when the person says so; closing the window says the same. */
  readonly confirmed?: Promise<void>;
  /** Ends it; nothing is kept. */
  readonly signal?: AbortSignal;
  /** Told when the window is there. */
  readonly opened?: () => void;
}

/** What was kept of signing in; no secrets. */
export interface LoginReport {
  readonly command: 'login';
  /** File of the profile. */
  readonly profile: string;
  readonly cookies: number;
  /** Origins whose scripts have written something down. */
  readonly origins: readonly string[];
  /** The page that somebody signed in stood at. */
  readonly inside: string | null;
}

/** Has a person sign in in a window, or signs in by steps, and keeps what makes the browser one that is signed in. */
export async function runLogin(settings: CrawlSettings, options: LoginOptions = {}): Promise<LoginReport> {
  const [url = ''] = settings.seeds;
  const file =
    settings.profile === null || settings.profile === 'default' ? profilePlace(url) : settings.profile;
  const profile =
    settings.login === null
      ? await signInByHand(settings, url, options)
      : await signInBySteps(settings, readLoginFile(settings.login));
  const { cookies, origins, inside } = profile;
  if (
    cookies.length === 0 &&
    origins.every((each) => each.localStorage.length + each.sessionStorage.length === 0)
  )
    throw nothingKept('the site has set no cookies, and its scripts have written nothing down');
  writeProfile(file, profile);
  return {
    command: 'login',
    profile: file,
    cookies: cookies.length,
    origins: origins.map(({ origin }) => origin),
    inside: inside && withoutQuery(inside),
  };
}

async function signInByHand(
  settings: CrawlSettings,
  url: string,
  options: LoginOptions,
): Promise<LoginProfile> {
  requireDisplay(
    'run it on a desktop and copy the profile, or describe the steps in a file and give it with --login',
  );
  const tab = await openLoginTab(settings, true);
  try {
    options.opened?.();
    await openPage(tab.session, url);
    return await keepUntilConfirmed(tab, options);
  } finally {
    await tab.close();
  }
}

/** Milliseconds between two looks: what a window had half a second before it was closed is kept. */
const interval = 500;

/** Looks at what a tab has until the person says that all is done, or closes it. */
export async function keepUntilConfirmed(
  tab: LoginTab,
  { confirmed, signal }: LoginOptions,
): Promise<LoginProfile> {
  const keeper = new ProfileKeeper(tab);
  const { root } = tab.running.connection;
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  root.on('Target.targetDestroyed', ({ targetId }) => {
    if (targetId === tab.targetId) over();
  });
  await root.send('Target.setDiscoverTargets', { discover: true });
  void tab.running.ended.then(over);
  void confirmed?.then(over);
  while (!isOver && !signal?.aborted) {
    await keeper.look();
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  if (signal?.aborted) throw nothingKept('it was interrupted');
  const profile = await keeper.profile();
  if (profile.inside === null) throw nothingKept('the page still asked for a password');
  return profile;
}

function nothingKept(why: string): ArgiopeError {
  return new ArgiopeError('SIGNED_OUT', `no login was kept: ${why}`, {
    advice: 'Sign in until a page is shown that only you can see, then press Enter or close the window.',
  });
}
