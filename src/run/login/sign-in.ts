import { existsSync } from 'node:fs';
import { type LoginSteps, readLoginFile } from '../../config/login-file.ts';
import type { CrawlSettings } from '../../config/settings.ts';
import type { CookieJar } from '../../drivers/http/index.ts';
import {
  isOpenToOthers,
  type LoginProfile,
  type OriginStorage,
  profilePlace,
  readProfile,
  writeProfile,
} from '../../drivers/profile.ts';
import type { LoginWatch } from '../../drivers/signed-in.ts';
import { type AnsweredPage, signedOutSign } from '../../forms/signed-out.ts';
import { withoutQuery } from '../../model/address.ts';
import { ArgiopeError, type CrawlListener } from '../../model/index.ts';
import { signInBySteps } from './steps.ts';

type Settings = CrawlSettings;

/** Times that a login is renewed without a page in between: whoever is signed out at once cannot crawl. */
const mostBarren = 3;

/** A login that outlives the rounds of a crawl: to sign in anew for each would be seen as an attack. */
export interface KeptLogin {
  profile: LoginProfile | null;
}

/** How a crawl is signed in, and what it does where that is lost: renews it by the steps, else stops. */
export class SignIn implements LoginWatch {
  readonly #settings: Settings;
  readonly #steps: LoginSteps | null;
  readonly #jar: CookieJar;
  readonly #listen: CrawlListener;
  readonly #kept: KeptLogin;
  #profile: LoginProfile;
  /** One look at the page inside at a time: all tabs find out at once that they are signed out. */
  #checking: Promise<boolean> | null = null;
  /** Forms that looked like a lost login, and were none. */
  readonly #harmless = new Set<string>();
  /** Told when cookies and storage are others. */
  #renewed: () => Promise<void> = async () => {};
  renewals = 0;
  /** Renewals after which no page was seen yet. */
  #barren = 0;

  private constructor(parts: {
    settings: Settings;
    steps: LoginSteps | null;
    jar: CookieJar;
    listen: CrawlListener;
    profile: LoginProfile;
    kept: KeptLogin;
  }) {
    this.#settings = parts.settings;
    this.#steps = parts.steps;
    this.#jar = parts.jar;
    this.#listen = parts.listen;
    this.#profile = parts.profile;
    this.#kept = parts.kept;
  }

  /** Takes up the login of the round before or a profile, or signs in by steps where there is none yet. */
  static async begin(
    settings: Settings,
    jar: CookieJar,
    listen: CrawlListener,
    kept: KeptLogin = { profile: null },
  ): Promise<SignIn> {
    const { login } = settings;
    const file =
      settings.profile === 'default' ? profilePlace(settings.seeds[0] as string) : settings.profile;
    const steps = login === null ? null : readLoginFile(login);
    const isKept = file !== null && (steps === null || existsSync(file));
    if (isKept && isOpenToOthers(file))
      listen({
        kind: 'note',
        level: 'warning',
        text: `others can read the login in ${file}: chmod 600 ${file}`,
      });
    const taken = async () =>
      isKept ? readProfile(file) : await signInBySteps(settings, steps as LoginSteps);
    const profile = kept.profile ?? (await taken());
    jar.add(profile.cookies);
    if (!isKept && file !== null) writeProfile(file, profile);
    return new SignIn({ settings: { ...settings, profile: file }, steps, jar, listen, profile, kept });
  }

  get storage(): readonly OriginStorage[] {
    return this.#profile.origins;
  }

  get inside(): string {
    return this.#profile.inside ?? (this.#settings.seeds[0] as string);
  }

  /** What is known to be secret: whoever writes down what is sent leaves it out. */
  get secrets(): readonly string[] {
    const items = this.#profile.origins.flatMap((each) => [...each.localStorage, ...each.sessionStorage]);
    return [...this.#profile.cookies, ...items].map(({ value }) => value);
  }

  onRenewal(renewed: () => Promise<void>): void {
    this.#renewed = renewed;
  }

  async isLost(page: AnsweredPage, since: number, ask: () => Promise<AnsweredPage>): Promise<boolean> {
    const sign = signedOutSign(page, this.#profile.signInPage);
    if (sign === null) this.#barren = 0;
    if (sign === null || this.#harmless.has(sign.key)) return false;
    // Somebody else has found out, and renewed it meanwhile.
    if (this.renewals > since) return true;
    const isInside = page.asked === this.inside;
    this.#checking ??= this.#check(isInside ? async () => page : ask, ask, sign.why, page).finally(() => {
      this.#checking = null;
    });
    const isLost = await this.#checking;
    if (!isLost && sign.key !== '') this.#harmless.add(sign.key);
    return isLost;
  }

  /** Keeps what cookies have become, for the next run; nothing of a login is kept with the crawl. */
  close(): void {
    const { profile: file } = this.#settings;
    this.#kept.profile = { ...this.#profile, cookies: this.#jar.all() };
    if (file !== null) writeProfile(file, this.#kept.profile);
  }

  /** Looks at the page inside: one page that asks for a password says little. Gives whether it was lost and renewed. */
  async #check(
    first: () => Promise<AnsweredPage>,
    again: () => Promise<AnsweredPage>,
    why: string,
    page: AnsweredPage,
  ): Promise<boolean> {
    if (!(await this.#isOut(first))) return false;
    const where = withoutQuery(page.asked);
    if (this.#steps === null) throw this.#gone(`${where} ${why}`);
    if (++this.#barren > mostBarren) throw this.#gone(`${where} ${why}, again and again`);
    this.#listen({
      kind: 'note',
      level: 'info',
      text: `the login is lost (${where} ${why}); signing in again`,
    });
    this.#profile = await signInBySteps(this.#settings, this.#steps);
    this.#jar.add(this.#profile.cookies);
    await this.#renewed();
    this.renewals++;
    if (await this.#isOut(again)) throw this.#gone(`${where} ${why}, also after signing in again`);
    if (this.#settings.profile !== null) writeProfile(this.#settings.profile, this.#profile);
    return true;
  }

  /** Whether the page inside is not to be seen; where it cannot be asked for, what was seen elsewhere counts. */
  async #isOut(ask: () => Promise<AnsweredPage>): Promise<boolean> {
    const inside = await ask().catch(() => null);
    return inside === null || signedOutSign(inside, this.#profile.signInPage) !== null;
  }

  #gone(what: string): ArgiopeError {
    const { profile, seeds } = this.#settings;
    const again =
      this.#steps === null
        ? `Sign in again with \`argiope login ${this.inside} --profile ${profile}\``
        : `Check the steps of ${this.#steps.file} and the variables that they name`;
    return new ArgiopeError('SIGNED_OUT', `the login is lost: ${what}`, {
      url: seeds[0],
      advice: `${again}, and run the same command: it goes on where it stopped.`,
    });
  }
}
