import { resolve } from 'node:path';
import { readLoginFile } from '../../config/login-file.ts';
import type { CrawlSettings } from '../../config/settings.ts';
import { surveySources } from '../../derive/index.ts';
import type { PlainCookie } from '../../drivers/http/index.ts';
import { type LoginProfile, type OriginStorage, profilePlace, readProfile } from '../../drivers/profile.ts';
import type { TemplateRules } from '../../extract/index.ts';
import {
  inputName,
  isFillable,
  type KnownForm,
  knownForm,
  pageForms,
  requestOf,
  saysSearch,
} from '../../forms/index.ts';
import { asksPassword } from '../../forms/signed-out.ts';
import { storedDocument } from '../../html/stored.ts';
import { ArgiopeError, type DocumentTree } from '../../model/index.ts';
import { type FieldMeaning, meaningsOf, type SourceMap, type SourceSummary } from '../../query/index.ts';
import type { StorePlace } from '../controls.ts';
import { newestRules } from '../extraction/rules.ts';
import { signInBySteps } from '../login/steps.ts';
import { readCookies } from '../session.ts';
import { storeAt, withSite } from '../site.ts';
import type { FormPlace } from '../surface/driving.ts';
import { hasScript, mayBeAsked } from '../surface/may-ask.ts';
import { formPlaceOf, sendsSteps, withSteps } from '../surface/steps.ts';
import { type BrowserTurns, SourceBrowser } from './browser.ts';
import type { QuerySettings } from './query.ts';
import { SourceReader } from './reader.ts';
import { TimeLimit } from './time-limit.ts';

/** A form that can be asked, with what is known of it. */
export interface QuerySource extends SourceSummary {
  /** The page that has the form. */
  readonly page: string;
  /** Encoding of that page. */
  readonly charset: string;
  readonly meanings: readonly FieldMeaning[];
  readonly rules: readonly TemplateRules[];
  /** Addresses that were given by a person: what they name may be asked, also where it is not public. */
  readonly seeds: readonly string[];
  /** The form where it can be sent without a script; `null`: only a script sends it. */
  readonly sent: KnownForm | null;
  /** What it takes to have it sent by a script; `null`: none runs on its page, or nobody can go there. */
  readonly script: ScriptedForm | null;
}

/** A form that a script may send. */
export interface ScriptedForm {
  readonly place: FormPlace;
  /** Its page. */
  readonly document: DocumentTree;
  /** It says itself that it searches, so that it may post. */
  readonly isSearch: boolean;
}

/** A source that could not even be looked at. */
export interface LostSource {
  readonly source: string;
  readonly why: Error;
}

type Found = Omit<QuerySource, 'name' | 'meanings' | 'sample'>;

/** How pages are looked at. */
export interface Looks {
  readonly settings: CrawlSettings;
  readonly cookies: readonly PlainCookie[];
  readonly storage: readonly OriginStorage[];
  readonly turns: BrowserTurns;
  /** Seconds that each page gets. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** What is known of a source by its name. */
  readonly known: (name: string) => SourceMap | null;
}

/** All forms that can be asked, of crawls and of pages that are looked at now. */
export async function findSources(
  where: {
    readonly stores: readonly { readonly out: string; readonly store: string }[];
    readonly urls: readonly string[];
  },
  looks: Looks,
): Promise<{ readonly sources: readonly QuerySource[]; readonly lost: readonly LostSource[] }> {
  const found: Found[] = [];
  const lost: LostSource[] = [];
  for (const place of where.stores) found.push(...(await ofCrawl(place)));
  const looked = await Promise.allSettled(where.urls.map((url) => ofPage(url, looks)));
  for (const [at, one] of looked.entries()) {
    if (one.status === 'fulfilled') found.push(...one.value);
    else lost.push({ source: where.urls[at] as string, why: one.reason as Error });
  }
  return { sources: named(found, looks.known), lost };
}

function ofCrawl(place: StorePlace): Promise<readonly Found[]> {
  return withSite(place, { readOnly: true }, async (site) => {
    const rules = await newestRules(site);
    const { seeds } = await site.info();
    const found: Found[] = [];
    for (const { row, form, charset = 'utf-8' } of await surveySources(site)) {
      const page = mayBeAsked(form) ? await site.page(row.page) : null;
      if (page === null) continue;
      const document = await storedDocument(site, page);
      const way = await formPlaceOf(site, page);
      const parts = { charset, rules, seeds, page: row.address, title: page.content?.title ?? '' };
      found.push({ ...parts, ...formsOf(form, way, document) });
    }
    return found;
  });
}

/** A form as it is asked, without a script and by one. */
function formsOf(
  form: KnownForm,
  way: Pick<FormPlace, 'address' | 'path' | 'steps'> | null,
  document: DocumentTree,
): Pick<Found, 'form' | 'sent' | 'script'> {
  const steps = way?.steps ?? [];
  const whole = withSteps(form, steps);
  const isScripted = way !== null && (form.method === 'script' || hasScript(document));
  // What has no name is not sent by the form itself, but a script may read it.
  const fields = whole.fields.map((field) =>
    isFillable(field) ? { ...field, name: inputName(field, whole) } : field,
  );
  return {
    form: isScripted ? { ...whole, fields } : whole,
    sent: sendsSteps(form, steps) && requestOf(whole, {}) !== null ? whole : null,
    script: isScripted ? { place: { form, ...way }, document, isSearch: saysSearch(form) } : null,
  };
}

/** The forms of a page that can be asked: on a page that was named there must be one. */
async function ofPage(
  url: string,
  { settings, cookies, storage, turns, timeout, signal }: Looks,
): Promise<readonly Found[]> {
  const own = { ...settings, seeds: [url] };
  const reader = new SourceReader(own, cookies);
  const limit = new TimeLimit(timeout, signal);
  const browser = new SourceBrowser({ settings: own, reader, turns, limit, storage });
  const look = async (): Promise<readonly Found[]> => {
    const { document, charset, raw } = await reader.read({ method: 'GET', url, question: null });
    const read = formsIn(document);
    const isShown = read.length === 0 && settings.engine !== 'http' && hasScript(document);
    const shown = isShown ? (await browser.show(raw)).document : document;
    const forms = isShown ? formsIn(shown) : read;
    if (forms.length === 0) throw formless(url, shown);
    const parts = { charset, rules: [], seeds: [url], page: shown.url, title: shown.title };
    const way = { address: document.url, path: [], steps: [] };
    return forms.map((form) => ({ ...parts, ...formsOf(form, way, shown) }));
  };
  try {
    const found = await limit.of(look());
    if (found !== 'late') return found;
    throw new ArgiopeError('TIMEOUT', `${url} was not read within ${timeout} s`, { url });
  } finally {
    limit.close();
    await Promise.all([reader.close(), browser.close()]);
  }
}

/** Why a page has nothing to ask: perhaps it wants somebody to sign in. */
function formless(url: string, document: DocumentTree): ArgiopeError {
  if (asksPassword(document.root))
    return new ArgiopeError('SIGNED_OUT', `${url} asks for a password`, {
      url,
      advice: 'Sign in with `argiope login`, and give --profile default or --login FILE.',
    });
  return new ArgiopeError('NOT_A_PAGE', `${url} has no form that can be asked`, {
    url,
    advice: 'Name the page that has the search form; `argiope forms` lists those of a page or of a crawl.',
  });
}

function formsIn(document: DocumentTree): readonly KnownForm[] {
  return pageForms(document)
    .map(knownForm)
    .filter((form) => mayBeAsked(form));
}

/**
 * Sources have the names of their hosts; several of a host are told apart by where they send to, or by a number, and so is
 * one from another that has the name already.
 */
function named(found: readonly Found[], known: (name: string) => SourceMap | null): readonly QuerySource[] {
  const used = new Map<string, number>();
  const placeOf = ({ form, page }: Found) => new URL(form.action || page);
  const hosts = Map.groupBy(found, (one) => placeOf(one).host);
  return found.map((one) => {
    const { host, pathname } = placeOf(one);
    const owner = known(host);
    const isTaken = owner !== null && owner.page !== one.page && owner.form !== one.form.action;
    const base = isTaken || (hosts.get(host)?.length ?? 0) > 1 ? host + pathname : host;
    const times = (used.get(base) ?? 0) + 1;
    used.set(base, times);
    const name = times === 1 ? base : `${base}#${times}`;
    return { ...one, name, meanings: meaningsOf(one.form), sample: [] };
  });
}

/** Where the store of a crawl is. */
export function storeOf(out: string): { readonly out: string; readonly store: string } {
  return { out: resolve(out), store: storeAt({ out }) };
}

/** What a browser would bring that somebody is signed in with: each part goes where it is from. */
export interface QueryLogin {
  readonly cookies: readonly PlainCookie[];
  readonly storage: readonly OriginStorage[];
}

/** What sources are asked with: of a file with cookies, of a profile, or of a login by steps. */
export async function queryLogin({ crawl, urls }: QuerySettings): Promise<QueryLogin> {
  const cookies: PlainCookie[] = crawl.cookies === null ? [] : [...readCookies(crawl.cookies)];
  const storage: OriginStorage[] = [];
  const take = (profile: LoginProfile) => {
    cookies.push(...profile.cookies);
    storage.push(...profile.origins);
  };
  const seed = urls[0] ?? crawl.seeds[0] ?? 'http://localhost/';
  const file = crawl.profile === 'default' ? profilePlace(seed) : crawl.profile;
  if (file !== null) take(readProfile(file));
  if (crawl.login !== null) {
    const login = readLoginFile(crawl.login);
    const opened = login.steps.flatMap((step) => (step.kind === 'open' ? [step.url] : []));
    take(await signInBySteps({ ...crawl, seeds: opened }, login));
  }
  return { cookies, storage };
}
