import { readLoginFile } from '../../config/login-file.ts';
import type { PlainCookie } from '../../drivers/http/index.ts';
import { profilePlace, readProfile } from '../../drivers/profile.ts';
import { signInBySteps } from '../login/steps.ts';
import { readCookies } from '../session.ts';
import type { QuerySettings } from './query.ts';

/** Cookies that sources are asked with: of a file, of a profile, or of a login by steps. Each goes where it is from. */
export async function cookiesFor({ crawl, urls }: QuerySettings): Promise<readonly PlainCookie[]> {
  const cookies: PlainCookie[] = crawl.cookies === null ? [] : [...readCookies(crawl.cookies)];
  const seed = urls[0] ?? crawl.seeds[0] ?? 'http://localhost/';
  const file = crawl.profile === 'default' ? profilePlace(seed) : crawl.profile;
  if (file !== null) cookies.push(...readProfile(file).cookies);
  if (crawl.login !== null) {
    const login = readLoginFile(crawl.login);
    const opened = login.steps.flatMap((step) => (step.kind === 'open' ? [step.url] : []));
    cookies.push(...(await signInBySteps({ ...crawl, seeds: opened }, login)).cookies);
  }
  return cookies;
}
