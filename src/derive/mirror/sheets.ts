import { absolute, fileAddress } from '../../dom/addresses.ts';
import { type CssReference, rewriteCss } from '../../dom/css.ts';

/** A saved file: its name in the assets folder and, for small SVG images, their text. */
export interface AssetFile {
  readonly name: string;
  readonly type: string;
  readonly svg: string | null;
}

/** Where addresses of one page or sheet lead. */
export interface Places {
  /** Files by absolute address, `null` where the store has none. */
  readonly files: ReadonlyMap<string, AssetFile | null>;
  /** Way from the file that is written to the assets folder: `assets/`, `../assets/` or empty. */
  readonly assets: string;
  /** Told of each address that is not in the store. */
  readonly miss: (address: string) => void;
}

/* Nothing may be asked from the network: an address that was not saved becomes an empty file. */
const nothing = 'data:,';
const noSheet = 'data:text/css,';

/** Puts saved files in place of the addresses in CSS text, and adapts rules to what the mirror changes. */
export function rewriteSheet(text: string, base: string, places: Places, page?: string): string {
  return adaptSelectors(rewriteCss(text, (reference) => replacement(reference, base, places, page)));
}

const popoverType = /\[\s*popover\s*(?:([~|^$*]?=)\s*("[^"]*"|'[^']*'|[^\]\s]+)\s*(?:i\s*)?)?\]/gi;
const buttonType = /\[\s*type\s*=\s*(["']?)(button|reset|submit)\1\s*(?:i\s*)?\]/gi;

/**
 * Custom elements are never defined in a mirror, since nothing runs there, though they were on the live
 * page: `:defined` becomes a selector that every element meets. Buttons that lead on are submit buttons
 * whatever they were: rules go by what they were. Popovers that were open are marked. The weight of selectors stays
 * the same.
 */
function adaptSelectors(text: string): string {
  const named = text.includes(':defined') ? text.replaceAll(':defined', ':not(.argiope-none)') : text;
  const defined = named.includes('popover') ? adaptPopovers(named) : named;
  if (!defined.includes('[type') && !/\[\s*type/i.test(defined)) return defined;
  return defined.replace(buttonType, (own: string, _quote: string, type: string) =>
    type.toLowerCase() === 'submit'
      ? `${own}:where(:not([data-argiope-type]))`
      : `:is(${own},[data-argiope-type=${type.toLowerCase()}])`,
  );
}

function adaptPopovers(text: string): string {
  return text
    .replace(
      popoverType,
      (own: string, how = '', value = '') => `:is(${own},[data-argiope-popover${how}${value}])`,
    )
    .replace(/:popover-open\b/gi, ':is(:popover-open,[data-argiope-popover])');
}

function replacement(
  reference: CssReference,
  base: string,
  places: Places,
  page: string | undefined,
): string | null {
  const { address, kind } = reference;
  if (/^\s*data:/i.test(address)) return kind === 'import' ? dataSheet(address, base, places) : null;
  if (address.startsWith('#') || address.trim() === '') return null;
  const url = address.includes('#') ? absolute(address, base) : null;
  if (page !== undefined && url?.hash && isInPage(url, page)) return url.hash;
  const file = fileAddress(address, base);
  const saved = file === null ? null : (places.files.get(file) ?? null);
  if (saved !== null) {
    // Masks are fetched with CORS, which `file://` never passes.
    if (saved.svg !== null && maskLike.test(reference.property))
      return svgData(saved.svg) + (url?.hash ?? '');
    return places.assets + saved.name + (url?.hash ?? '');
  }
  if (file !== null) places.miss(file);
  return kind === 'import' ? noSheet : nothing;
}

const maskLike = /^(?:-webkit-)?mask|^shape-outside$|^filter$|^clip-path$/;

/** Whether an address names a place inside the page at `page`. */
export function isInPage(url: URL, page: string): boolean {
  const cut = page.indexOf('#');
  return (
    url.href.slice(0, url.href.length - url.hash.length).replace(/#$/, '') ===
    (cut < 0 ? page : page.slice(0, cut))
  );
}

function svgData(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

/** A sheet inside a data address may name further files, so it is rewritten too. */
export function dataSheet(address: string, base: string, places: Places): string {
  const match = /^\s*data:([^,]*),([\s\S]*)$/i.exec(address);
  if (!match) return noSheet;
  const [, type = '', body = ''] = match;
  const text = /;\s*base64/i.test(type)
    ? Buffer.from(unpercent(body), 'base64').toString('utf8')
    : unpercent(body);
  return `data:text/css;charset=utf-8,${encodeURIComponent(rewriteSheet(text, base, places))}`;
}

function unpercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return unescape(text);
  }
}
