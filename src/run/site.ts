import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { storeIn } from '../config/defaults.ts';
import type { CrawlSettings } from '../config/settings.ts';
import { fingerprint } from '../fingerprint/rabin.ts';
import { drawPolynomial, type Polynomial, withPolynomial } from '../fingerprint/secret.ts';
import { ArgiopeError, type SiteStore, type Store } from '../model/index.ts';
import { openStoreAt, storeName } from '../store/index.ts';
import type { StorePlace } from './controls.ts';

/** The site of a store that holds one. */
export async function onlySite(store: Store, name: string): Promise<SiteStore> {
  const [info] = await store.sites();
  const site = info && (await store.site(info.name));
  if (site) return site;
  throw new ArgiopeError('STORE_UNREACHABLE', `there is no crawl in ${storeName(name)}`, {
    advice: 'Crawl first, or name the store of a crawl with --store.',
  });
}

/** Address of the store of a place: the one in its folder unless another is named. */
export function storeAt({ out, store }: StorePlace): string {
  return store ?? storeIn(resolve(out));
}

/** Does some work on the site of a store, with the fingerprints that its store knows pages by. */
export async function withSite<T>(
  place: StorePlace,
  options: { readonly readOnly: boolean },
  work: (site: SiteStore) => Promise<T>,
): Promise<T> {
  const store = await openStoreAt(storeAt(place), options);
  try {
    const site = await onlySite(store, resolve(place.out));
    return await withPrints(site, () => work(site));
  } finally {
    await store.close();
  }
}

/** Key of the note that holds the polynomial of a store. */
const polynomialNote = 'polynomial';

/** Does some work on a site with the fingerprints that its store knows pages by. */
export async function withPrints<T>(site: SiteStore, work: () => Promise<T>): Promise<T> {
  const note = await site.note(polynomialNote);
  return withPolynomial(note === null ? null : (JSON.parse(note) as Polynomial), work);
}

/** A store that holds nothing yet gets a polynomial of its own; one that was begun without goes on so. */
async function keepPolynomial(site: SiteStore): Promise<void> {
  if ((await site.note(polynomialNote)) !== null || (await site.pages({ limit: 1 })).length > 0) return;
  await site.putNote(polynomialNote, JSON.stringify(drawPolynomial()));
}

/** Settings that decide what the pages of a crawl are: a resumed crawl must not mix two answers. */
function identitySettings(settings: CrawlSettings): Record<string, unknown> {
  const { seeds, engine, events, tags, dedupe, scope, include, exclude, depth, robots, unsafe } = settings;
  const sources = (patterns: readonly RegExp[]) => patterns.map((pattern) => pattern.source);
  return {
    seeds,
    engine,
    events,
    tags,
    dedupe,
    scope,
    depth,
    robots,
    unsafe,
    include: sources(include),
    exclude: sources(exclude),
    ...(settings.sitemap.length > 0 && { sitemap: settings.sitemap }),
    ...(settings.samples.length > 0 && { samples: settings.samples }),
    ...(settings.want.length > 0 && { want: settings.want }),
    ...(settings.focusThreshold !== null && { focus: [settings.focus, settings.focusThreshold] }),
    ...(settings.model !== null && { model: modelPrint(settings.model) }),
  };
}

/** A model by its content: another one would mean other pages. */
function modelPrint(file: string): string {
  try {
    return fingerprint(readFileSync(file, 'utf8'));
  } catch {
    // It is reported when it is read.
    return '';
  }
}

/**
 * Whether a store holds the beginning of another crawl that came to nothing, not a page and no rules: such a one
 * binds nobody to its settings.
 */
export async function isBarrenOther(store: Store, settings: CrawlSettings): Promise<boolean> {
  const [info] = await store.sites();
  const site = info && (await store.site(info.name));
  if (!site || (await site.count('kept')) > 0 || (await site.rules()).length > 0) return false;
  return info.name !== siteName(settings) || changedSettings(settings, info.settings).length > 0;
}

function siteName({ seeds }: CrawlSettings): string {
  return new URL(seeds[0] as string).host;
}

function changedSettings(
  settings: CrawlSettings,
  stored: Readonly<Record<string, unknown>>,
): readonly string[] {
  const wanted = identitySettings(settings);
  return [...new Set([...Object.keys(wanted), ...Object.keys(stored)])].filter(
    (key) => JSON.stringify(wanted[key]) !== JSON.stringify(stored[key]),
  );
}

/** A setting in few words: what is kept of a crawl holds no passwords. */
function brief(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The site of a crawl, begun or taken up; refused where it was begun with other settings. */
export async function siteFor(store: Store, settings: CrawlSettings): Promise<SiteStore> {
  const name = siteName(settings);
  const wanted = identitySettings(settings);
  const other = (await store.sites()).find((info) => info.name !== name);
  const site = other ? null : await store.site(name, { seeds: settings.seeds, settings: wanted });
  const stored = site ? (await site.info()).settings : {};
  const changed = changedSettings(settings, stored);
  if (site && changed.length === 0) {
    await keepPolynomial(site);
    return site;
  }
  const why = other
    ? `it holds a crawl of ${other.name}`
    : `it was begun with other settings (${changed.map((key) => `${key} ${brief(stored[key])}, now ${brief(wanted[key])}`).join('; ')})`;
  throw new ArgiopeError('CONFIG', `${storeName(settings.store)} cannot be continued: ${why}`, {
    advice: 'Use another --out folder, the settings it was begun with, or --fresh to start over.',
  });
}
