import type { PageNode, PreparedPage } from '../types.ts';

/** A value that a page declares in structured data. */
export interface DeclaredValue {
  /** Property, with those around it: `offers.price`. */
  readonly name: string;
  readonly value: string;
  readonly source: 'microdata' | 'RDFa' | 'JSON-LD' | 'meta';
}

/** Values of the data for machines that are read of one page. */
const mostValues = 500;

/** What a page says about itself: microdata, RDFa, JSON-LD, and the meta elements of OpenGraph and its kin. */
export function declaredOn(page: PreparedPage): readonly DeclaredValue[] {
  const found: DeclaredValue[] = [];
  for (const node of page.nodes) {
    if (found.length >= mostValues) break;
    if (node.tag === 'meta') found.push(...metaValue(node));
    else if (isJsonLd(node)) found.push(...jsonValues(textOf(page, node)));
    else found.push(...markedValue(page, node));
  }
  return found;
}

function metaValue({ attrs }: PageNode): readonly DeclaredValue[] {
  const name = attrs.property ?? attrs.itemprop ?? attrs.name;
  const known =
    name !== undefined &&
    /^(?:og|article|book|product|music|video|profile|twitter|dc|dcterms|author|description|keywords)\b/i.test(
      name,
    );
  if (!attrs.content || (!known && attrs.itemprop === undefined)) return [];
  return [
    {
      name: (name ?? '').replace(/^(?:og|twitter|dc|dcterms)[:.]/i, ''),
      value: attrs.content,
      source: 'meta',
    },
  ];
}

function isJsonLd({ tag, attrs }: PageNode): boolean {
  return tag === 'script' && /^application\/ld\+json/i.test(attrs.type?.trim() ?? '');
}

function markedValue(page: PreparedPage, node: PageNode): readonly DeclaredValue[] {
  const { attrs } = node;
  const name =
    attrs.itemprop ?? (attrs.property && !/^https?:/.test(attrs.property) ? attrs.property : undefined);
  if (name === undefined || attrs.itemscope !== undefined) return [];
  const value =
    attrs.content ?? attrs.datetime ?? (node.tag === 'img' ? attrs.src : undefined) ?? textOf(page, node);
  if (value === '' || value.length > 1000) return [];
  const source = attrs.itemprop === undefined ? 'RDFa' : 'microdata';
  return name.split(/\s+/).map((one) => ({ name: one.replace(/^\w+:/, ''), value, source }));
}

function textOf({ nodes }: PreparedPage, { index, end }: PageNode): string {
  const texts: string[] = [];
  for (let at = index; at < end; at++) {
    const text = nodes[at]?.text ?? '';
    if (text !== '') texts.push(text);
  }
  return texts.join(' ');
}

/** Every leaf of a JSON-LD block with the properties that lead to it; nothing where it is no JSON. */
function jsonValues(text: string): readonly DeclaredValue[] {
  const found: DeclaredValue[] = [];
  const visit = (value: unknown, path: readonly string[], depth: number): void => {
    if (depth > 12 || found.length >= mostValues) return;
    if (Array.isArray(value)) for (const one of value) visit(one, path, depth + 1);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (!key.startsWith('@')) visit(inner, [...path, key], depth + 1);
        else if (key === '@graph') visit(inner, path, depth + 1);
      }
    } else if (
      (typeof value === 'string' || typeof value === 'number') &&
      path.length > 0 &&
      `${value}` !== ''
    )
      found.push({ name: declaredName(path), value: String(value), source: 'JSON-LD' });
  };
  try {
    visit(JSON.parse(text), [], 0);
  } catch {
    return [];
  }
  return found;
}

/** `author.name` is the author; `offers.price` stays, since its parent says more than nothing. */
function declaredName(path: readonly string[]): string {
  const last = path.at(-1) as string;
  const parent = path.at(-2);
  if (parent !== undefined && (last === 'name' || last === 'value' || last === '@value')) return parent;
  return path.slice(-2).join('.');
}
