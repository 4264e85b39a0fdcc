import type { ElementNode } from '../model/document.ts';

/** An attribute that makes a browser load a file when the page is shown. */
export interface FileAttribute {
  readonly name: string;
  readonly form: 'address' | 'srcset' | 'css';
}

type Attributes = Readonly<Record<string, string>>;

const address = (name: string): FileAttribute => ({ name, form: 'address' });
const srcset = (name: string): FileAttribute => ({ name, form: 'srcset' });
const style: FileAttribute = { name: 'style', form: 'css' };

const htmlAttributes: Readonly<Record<string, readonly FileAttribute[]>> = {
  img: [address('src'), srcset('srcset'), address('lowsrc'), address('dynsrc')],
  source: [address('src'), srcset('srcset')],
  video: [address('src'), address('poster')],
  audio: [address('src')],
  track: [address('src')],
  embed: [address('src')],
  object: [address('data')],
  ...Object.fromEntries(
    ['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'].map((tag) => [
      tag,
      [address('background')],
    ]),
  ),
};

const svgAttributes: Readonly<Record<string, readonly FileAttribute[]>> = Object.fromEntries(
  ['image', 'use', 'feImage'].map((tag) => [tag, [address('href'), address('xlink:href')]]),
);

const inputImage = [address('src')];
const linkHref = [address('href')];
const none: readonly FileAttribute[] = [];

/** SVG attributes that take CSS values and so may hold `url(…)`. */
const presentation = new Set(
  'fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end'.split(' '),
);

/** The attributes of an element that make a browser load a file, as far as they are there. */
export function fileAttributes(node: ElementNode, attrs: Attributes): readonly FileAttribute[] {
  const own = byElement(node, attrs);
  if (own.length === 0 && attrs.style === undefined && node.ns !== 'svg') return none;
  const css = attrs.style === undefined ? none : [style];
  const painted = node.ns === 'svg' ? svgPaint(attrs) : none;
  const here = own.filter(({ name }) => attrs[name] !== undefined);
  return css.length + painted.length === 0 ? here : [...here, ...css, ...painted];
}

function byElement(node: ElementNode, attrs: Attributes): readonly FileAttribute[] {
  if (node.ns === 'svg') return svgAttributes[node.tag] ?? none;
  if (node.ns === 'math') return none;
  if (node.tag === 'input') return attrs.type?.toLowerCase() === 'image' ? inputImage : none;
  if (node.tag === 'link') return linkUse(attrs) === null ? none : linkHref;
  return htmlAttributes[node.tag] ?? none;
}

function svgPaint(attrs: Attributes): readonly FileAttribute[] {
  const found: FileAttribute[] = [];
  for (const name in attrs) {
    if (presentation.has(name) && /url\(|\\/i.test(attrs[name] as string)) found.push({ name, form: 'css' });
  }
  return found;
}

/** What a `link` element loads a file for, `null` where it loads nothing that pages show. */
export function linkUse(attrs: Attributes): 'stylesheet' | 'icon' | 'preload' | null {
  const rel = (attrs.rel ?? '').toLowerCase().split(/\s+/);
  if (rel.includes('stylesheet')) return 'stylesheet';
  if (rel.some((word) => word === 'icon' || word.startsWith('apple-touch-icon') || word === 'mask-icon'))
    return 'icon';
  const as = (attrs.as ?? '').toLowerCase();
  if (rel.includes('preload') && (as === 'style' || as === 'font' || as === 'image')) return 'preload';
  return null;
}

/** Endings of files that are no documents and that no page is at. */
const fileEnding =
  /\.(?:m?js|css|map|json|wasm|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|zip|gz|jar|exe|webmanifest)(?:[?#]|$)/i;

/** Whether an address ends as files do that pages use and do not lead to. */
export function isFileName(address: string): boolean {
  return fileEnding.test(address);
}

/** Relations of HTML 4 and HTML to other documents of a site. */
const documentRelations = new Set(
  'appendix author bookmark chapter contents copyright first glossary help index last license section start subsection toc up prefetch prerender preload'.split(
    ' ',
  ),
);

/** Whether a `link` leads to a document: by its relation, unless it says or shows that it is a file. */
export function leadsToDocument(rel: readonly string[], as: string | undefined, href: string): boolean {
  if (as !== undefined && as !== 'document') return false;
  return rel.some((word) => documentRelations.has(word)) && !isFileName(href);
}

const lazySources = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy'];
const lazySrcsets = ['data-srcset', 'data-lazy-srcset', 'data-original-set'];

/**
 * The attributes of an image once it is loaded: scripts that load images late keep the address in a
 * `data-` attribute and show a small placeholder until then.
 */
export function loadedAttributes(node: ElementNode): Attributes {
  const attrs = node.attrs ?? {};
  if (node.ns !== undefined || (node.tag !== 'img' && node.tag !== 'source')) return attrs;
  const srcset = isPlaceholder(attrs.srcset, attrs) ? firstOf(lazySrcsets, attrs) : undefined;
  const src = isPlaceholder(attrs.src, attrs) ? firstOf(lazySources, attrs) : undefined;
  if (src === undefined && srcset === undefined) return attrs;
  return { ...attrs, ...(src === undefined ? {} : { src }), ...(srcset === undefined ? {} : { srcset }) };
}

function firstOf(names: readonly string[], attrs: Attributes): string | undefined {
  for (const name of names) if (attrs[name]?.trim()) return attrs[name];
  return undefined;
}

function isPlaceholder(value: string | undefined, attrs: Attributes): boolean {
  if (value === undefined || value.trim() === '') return true;
  if (/^\s*(?:data|about):/i.test(value)) return true;
  return value === attrs['data-placeholder'];
}
