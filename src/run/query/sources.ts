import { resolve } from 'node:path';
import { readLoginFile } from '../../config/login-file.ts';
import type { CrawlSettings } from '../../config/settings.ts';
import { surveySources } from '../../derive/index.ts';
import type { PlainCookie } from '../../drivers/http/index.ts';
import { profilePlace, readProfile } from '../../drivers/profile.ts';
import type { TemplateRules } from '../../extract/index.ts';
import { isAskable, type KnownForm, knownForm, pageForms, requestOf } from '../../forms/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import { type FieldMeaning, meaningsOf, type SourceSummary } from '../../query/index.ts';
import type { StorePlace } from '../controls.ts';
import { newestRules } from '../extraction/rules.ts';
import { signInBySteps } from '../login/steps.ts';
import { readCookies } from '../session.ts';
import { storeAt, withSite } from '../site.ts';
import type { QuerySettings } from './query.ts';
import { SourceReader } from './reader.ts';

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
}

/** A source that could not even be looked at. */
export interface LostSource {
  readonly source: string;
  readonly why: string;
}

type Found = Omit<QuerySource, 'name' | 'meanings' | 'sample'>;

/** All forms that can be asked, of crawls and of pages that are looked at now. */
export async function findSources(
  where: {
    readonly stores: readonly { readonly out: string; readonly store: string }[];
    readonly urls: readonly string[];
  },
  settings: CrawlSettings,
  cookies: readonly PlainCookie[],
): Promise<{ readonly sources: readonly QuerySource[]; readonly lost: readonly LostSource[] }> {
  const found: Found[] = [];
  const lost: LostSource[] = [];
  for (const place of where.stores) found.push(...(await ofCrawl(place)));
  const looked = await Promise.allSettled(where.urls.map((url) => ofPage(url, settings, cookies)));
  for (const [at, one] of looked.entries()) {
    if (one.status === 'fulfilled') found.push(...one.value);
    else lost.push({ source: where.urls[at] as string, why: (one.reason as Error).message });
  }
  return { sources: named(found), lost };
}

function ofCrawl(place: StorePlace): Promise<readonly Found[]> {
  return withSite(place, { readOnly: true }, async (site) => {
    const rules = await newestRules(site);
    const { seeds } = await site.info();
    const found: Found[] = [];
    for (const { row, form, charset = 'utf-8' } of await surveySources(site)) {
      if (!canBeAsked(form)) continue;
      const page = await site.page(row.page);
      found.push({ form, charset, rules, seeds, page: row.address, title: page?.content?.title ?? '' });
    }
    return found;
  });
}

/** The forms of a page that can be asked: on a page that was named there must be one. */
async function ofPage(
  url: string,
  settings: CrawlSettings,
  cookies: readonly PlainCookie[],
): Promise<readonly Found[]> {
  const reader = new SourceReader({ ...settings, seeds: [url] }, cookies);
  try {
    const { document, charset } = await reader.read({ method: 'GET', url, question: null });
    const forms = pageForms(document).map(knownForm).filter(canBeAsked);
    if (forms.length > 0)
      return forms.map((form) => ({
        form,
        charset,
        rules: [],
        seeds: [url],
        page: document.url,
        title: document.title,
      }));
    throw new ArgiopeError('NOT_A_PAGE', `${url} has no form that can be asked without a script`, {
      url,
      advice: 'Name the page that has the search form; `argiope forms` lists those of a crawl.',
    });
  } finally {
    await reader.close();
  }
}

function canBeAsked(form: KnownForm): boolean {
  return isAskable(form) && requestOf(form, {}) !== null;
}

/** Sources have the names of their hosts; several of a host are told apart by where they send to, or by a number. */
function named(found: readonly Found[]): readonly QuerySource[] {
  const used = new Map<string, number>();
  const hosts = Map.groupBy(found, ({ form }) => new URL(form.action).host);
  return found.map((one) => {
    const { host, pathname } = new URL(one.form.action);
    const base = (hosts.get(host)?.length ?? 0) > 1 ? host + pathname : host;
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
