import type { LoginStep, LoginSteps } from '../../config/login-file.ts';
import type { CrawlSettings } from '../../config/settings.ts';
import type { LoginProfile } from '../../drivers/profile.ts';
import { withoutQuery } from '../../model/address.ts';
import { ArgiopeError } from '../../model/index.ts';
import { callInPage, openPage, quiet } from '../open/page-calls.ts';
import { type LoginTab, openLoginTab } from './browser.ts';
import { ProfileKeeper } from './keep.ts';

/** Milliseconds that the element of a step is waited for: servers of logins are slow on purpose. */
const patience = 20_000;
/** Milliseconds between two looks at a page that somebody signs in on. */
const pause = 150;

/** Signs in by steps in a browser of its own, and gives what that has left. No value is in any message. */
export async function signInBySteps(settings: CrawlSettings, login: LoginSteps): Promise<LoginProfile> {
  const tab = await openLoginTab(settings, false);
  try {
    const keeper = new ProfileKeeper(tab);
    for (const [at, step] of login.steps.entries()) {
      await keeper.look();
      await take(tab, step, `step ${at + 1} of ${login.file}`);
    }
    await quiet(tab.session);
    const profile = await keeper.profile();
    if (await callInPage<boolean>(tab.session, asksPassword, {}))
      throw failed(
        `the steps of ${login.file} did not sign in: ${URL.canParse(keeper.address) ? withoutQuery(keeper.address) : 'the page'} still asks for a password`,
        'Check the values of the environment; where the page takes its time, end with { "wait": "…" }.',
      );
    return { ...profile, inside: login.inside ?? profile.inside };
  } finally {
    await tab.close();
  }
}

async function take({ session }: LoginTab, step: LoginStep, place: string): Promise<void> {
  if (step.kind === 'open') return openPage(session, step.url);
  const order =
    step.kind === 'fill'
      ? { does: step.kind, target: step.field, value: step.value }
      : { does: step.kind, target: step.target, value: '' };
  const until = performance.now() + patience;
  while ((await callInPage<boolean | undefined>(session, perform, order)) !== true) {
    if (performance.now() > until) throw stuck(step, place);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  if (step.kind === 'click') await quiet(session);
}

function stuck(step: Exclude<LoginStep, { kind: 'open' }>, place: string): ArgiopeError {
  const [what, name] =
    step.kind === 'fill'
      ? ['no field', step.field]
      : [step.kind === 'click' ? 'nothing to click' : 'nothing', step.target];
  return failed(
    `${place} failed: ${what} named "${name}" was there within ${patience / 1000} s`,
    'Name it by a CSS selector, or by what a person reads on it.',
  );
}

function failed(message: string, advice: string): ArgiopeError {
  return new ArgiopeError('SIGNED_OUT', message, { advice });
}

/** Does one step, if what it is about is there; runs in the page. */
function perform({ does, target, value }: { does: string; target: string; value: string }): boolean {
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
  const wanted = plain(target);
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const select = (): Element | null => {
    try {
      return [...document.querySelectorAll(target)].find(isShown) ?? null;
    } catch {
      return null;
    }
  };
  const words = (element: Element): (string | null | undefined)[] => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent);
    const named = ['placeholder', 'name', 'aria-label', 'title', 'id', 'value'].map((name) =>
      element.getAttribute(name),
    );
    return [...labels, ...named, element.textContent];
  };
  const find = (selector: string): Element | null => {
    const all = [...document.querySelectorAll(selector)].filter(isShown);
    const exact = all.find((element) => words(element).some((text) => plain(text) === wanted));
    return (
      exact ?? all.find((element) => words(element).some((text) => plain(text).includes(wanted))) ?? null
    );
  };
  if (does === 'wait') {
    const isAddress = /^(?:https?:\/\/|\/)/.test(target);
    if (isAddress)
      return location.href.startsWith(target) || (location.pathname + location.search).startsWith(target);
    return select() !== null || plain(document.body?.innerText).includes(wanted);
  }
  if (does === 'click') {
    const element =
      select() ?? find('button, a, input[type=submit], input[type=button], input[type=image], [role=button]');
    (element as HTMLElement | null)?.click();
    return element !== null;
  }
  const field = (select() ?? find('input, textarea, select')) as HTMLInputElement | null;
  if (field === null) return false;
  if (field.type === 'checkbox' || field.type === 'radio') {
    if (!field.checked) field.click();
    return true;
  }
  field.focus();
  // Frameworks replace the property of the element: the browser's own is set, as typing does.
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  if (own?.set) own.set.call(field, value);
  else field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Whether a page shows a field for a password; runs in the page. */
function asksPassword(): boolean {
  return [...document.querySelectorAll('input[type=password]')].some(
    (field) => field.getClientRects().length > 0,
  );
}
