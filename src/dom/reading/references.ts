import type { LinkKind, LinkUse } from '../../model/link.ts';
import { cssReferences } from '../css.ts';
import { fileAttributes, leadsToDocument, linkUse, loadedAttributes } from '../references.ts';
import { parseSrcset } from '../srcset.ts';
import type { AttributeList } from './attributes.ts';
import type { TagFacts } from './facts.ts';

/** An address as an element writes it. */
export interface Reference {
  readonly kind: LinkKind;
  readonly use: LinkUse;
  readonly written: string;
  /** What it is relative to, itself relative to the page's base. */
  readonly codebase?: string;
}

/** Called with each reference of an element. */
export type Refer = (reference: Reference) => void;

/** Finds the addresses in an element's attributes. */
export function referencesOf(
  facts: TagFacts,
  ns: 'svg' | 'math' | undefined,
  attributes: AttributeList,
  refer: Refer,
): void {
  if (facts.linking) elementReferences(facts.tag, ns, attributes, refer);
  if (facts.using || ns !== undefined || attributes.has('style'))
    fileReferences(facts.tag, ns, attributes, refer);
}

/** The files that a style sheet names. */
export function sheetReferences(text: string, refer: Refer): void {
  for (const { address } of cssReferences(text)) refer({ kind: 'css', use: 'file', written: address });
}

function elementReferences(
  tag: string,
  ns: 'svg' | 'math' | undefined,
  attributes: AttributeList,
  refer: Refer,
): void {
  switch (tag) {
    case 'a':
    case 'area':
      say(refer, tag, 'page', attributes.get('href') ?? attributes.get('xlink:href'));
      for (const each of listed(attributes.get('ping'))) say(refer, 'ping', 'other', each);
      break;
    case 'frame':
    case 'iframe':
      say(refer, tag, 'page', attributes.get('src'));
      say(refer, 'longdesc', 'page', attributes.get('longdesc'));
      break;
    case 'meta':
      if (/^refresh$/i.test(attributes.get('http-equiv') ?? ''))
        say(refer, 'refresh', 'page', refreshTarget(attributes.get('content') ?? ''));
      else if (documentMetas.test(attributes.get('property') ?? attributes.get('name') ?? ''))
        say(refer, 'link', 'page', attributes.get('content'));
      break;
    case 'link':
      linkReference(attributes, refer);
      break;
    default:
      if (ns === undefined) otherReferences(tag, attributes, refer);
  }
}

/** Metas whose content is the address of a document. */
const documentMetas =
  /^(?:og:(?:url|see_also)|twitter:url|al:web:url|msapplication-(?:starturl|config)|citation_\w+_url)$/i;

function otherReferences(tag: string, attributes: AttributeList, refer: Refer): void {
  switch (tag) {
    case 'base':
      say(refer, 'base', 'other', attributes.get('href'));
      break;
    case 'form':
      if (asksByGet(attributes.get('method'))) say(refer, 'form', 'page', attributes.get('action'));
      break;
    case 'button':
    case 'input':
      if (asksByGet(attributes.get('formmethod')) && !attributes.has('disabled'))
        say(refer, 'form', 'page', attributes.get('formaction'));
      break;
    case 'isindex':
      say(refer, 'form', 'page', attributes.get('action'));
      break;
    case 'html':
      say(refer, 'manifest', 'page', attributes.get('manifest'));
      break;
    case 'head':
      for (const each of listed(attributes.get('profile'))) say(refer, 'link', 'page', each);
      break;
    case 'param':
      if (namesDocument(attributes)) say(refer, 'object', 'page', attributes.get('value'));
      break;
    case 'script':
      say(refer, 'script', 'other', attributes.get('src'));
      break;
    case 'img':
      say(refer, 'longdesc', 'page', attributes.get('longdesc'));
      break;
    case 'blockquote':
    case 'q':
    case 'del':
    case 'ins':
      say(refer, 'cite', 'page', attributes.get('cite'));
      break;
    case 'object':
      objectReferences(attributes, refer);
      break;
    case 'applet':
      appletReferences(attributes, refer);
      break;
  }
}

/** Documents that stand inside of a page are pages; what else an object shows is a file (`fileReferences`). */
function objectReferences(attributes: AttributeList, refer: Refer): void {
  const codebase = attributes.get('codebase');
  say(refer, 'object', 'page', codebase);
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(attributes.get('type')?.trim() ?? ''))
    say(refer, 'object', 'page', attributes.get('data'), codebase);
  for (const each of listed(attributes.get('archive'))) say(refer, 'object', 'page', each, codebase);
}

function appletReferences(attributes: AttributeList, refer: Refer): void {
  const codebase = attributes.get('codebase');
  const code = attributes.get('code');
  say(refer, 'applet', 'page', codebase);
  say(refer, 'applet', /\.x?html?$/i.test(code ?? '') ? 'page' : 'other', code, codebase);
  for (const each of (attributes.get('archive') ?? '').split(','))
    say(refer, 'applet', 'page', each.trim(), codebase);
}

function asksByGet(method = ''): boolean {
  return !/^(?:post|dialog)$/i.test(method);
}

/** Whether the value of a parameter is an address: it says so, or it is named as plug-ins name theirs. */
function namesDocument(attributes: AttributeList): boolean {
  if (/^ref$/i.test(attributes.get('valuetype') ?? '')) return true;
  return /^(?:ref|src|source|movie|url|href|data|filename)$/i.test(attributes.get('name') ?? '');
}

/** A link element: a page beside this one, or something else that it is related to. */
function linkReference(attributes: AttributeList, refer: Refer): void {
  const href = attributes.get('href');
  if (href === undefined) return;
  const rel = listed(attributes.get('rel')?.toLowerCase());
  const has = (word: string) => rel.includes(word);
  if (has('canonical')) say(refer, 'canonical', 'page', href);
  else if (has('next')) say(refer, 'next', 'page', href);
  else if (has('prev') || has('previous')) say(refer, 'prev', 'page', href);
  else if (has('alternate') && !has('stylesheet')) alternate(attributes, href, refer);
  else if (linkUse({ rel: rel.join(' '), as: attributes.get('as') ?? '' }) === null)
    say(refer, 'link', leadsToDocument(rel, attributes.get('as'), href) ? 'page' : 'other', href);
}

/** Another language is a page of its own; another format is a feed, or what only that format's readers want. */
function alternate(attributes: AttributeList, href: string, refer: Refer): void {
  const type = attributes.get('type') ?? '';
  if (/\b(?:rss|atom|json)\b/i.test(type)) say(refer, 'feed', 'other', href);
  else say(refer, 'alternate', attributes.has('hreflang') ? 'page' : 'other', href);
}

function fileReferences(
  tag: string,
  ns: 'svg' | 'math' | undefined,
  attributes: AttributeList,
  refer: Refer,
): void {
  const node = { tag, ...(ns !== undefined && { ns }), attrs: attributes.record() };
  const attrs = loadedAttributes(node);
  for (const { name, form } of fileAttributes(node, attrs)) {
    const value = attrs[name] as string;
    const kind = fileKind(tag, name, attrs);
    if (form === 'css') sheetReferences(value, refer);
    else if (form === 'address') say(refer, kind, 'file', value);
    else for (const { address } of parseSrcset(value)) say(refer, kind, 'file', address);
  }
  if (attrs.imagesrcset !== undefined && tag === 'link' && linkUse(attrs) === 'preload')
    for (const { address } of parseSrcset(attrs.imagesrcset)) say(refer, 'preload', 'file', address);
}

const fileKinds: Readonly<Record<string, LinkKind>> = {
  img: 'image',
  input: 'image',
  source: 'media',
  video: 'media',
  audio: 'media',
  track: 'track',
  embed: 'embed',
  object: 'object',
};

function fileKind(tag: string, name: string, attrs: Readonly<Record<string, string>>): LinkKind {
  if (name === 'background') return 'background';
  if (name === 'poster') return 'poster';
  if (tag === 'link') return linkUse(attrs) ?? 'link';
  return fileKinds[tag] ?? 'drawing';
}

function say(
  refer: Refer,
  kind: LinkKind,
  use: LinkUse,
  written: string | undefined,
  codebase?: string,
): void {
  if (written === undefined) return;
  refer(codebase === undefined ? { kind, use, written } : { kind, use, written, codebase });
}

function listed(value: string | undefined): readonly string[] {
  return value === undefined ? [] : value.split(/\s+/).filter((each) => each !== '');
}

function refreshTarget(content: string): string | undefined {
  return /^\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1];
}
