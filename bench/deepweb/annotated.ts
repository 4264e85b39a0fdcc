import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDomain } from 'tldts';
import { pageForms } from '../../src/forms/find.ts';
import type { PageForm } from '../../src/forms/types.ts';
import { parseDocument } from '../../src/html/tree.ts';

/** A form of a real site with what a person said of it. */
export interface AnnotatedForm {
  readonly form: PageForm;
  /** Registrable domain of its page. */
  readonly site: string;
  /** Page and number of the form. */
  readonly where: string;
  readonly kind: string;
  /** Kinds of its fields by name; `null` where they were not annotated. */
  readonly fields: Readonly<Record<string, string>> | null;
}

interface Types {
  readonly types: readonly { readonly short: string; readonly full: string }[];
  readonly simplify_map: Readonly<Record<string, string>>;
}

interface Annotation {
  readonly url: string;
  readonly forms: readonly string[];
  readonly visible_html_fields: readonly Readonly<Record<string, string>>[];
}

export interface Annotated {
  readonly forms: readonly AnnotatedForm[];
  /** Pages on which as many forms were found as were annotated, of all. */
  readonly pages: { readonly agreeing: number; readonly all: number };
}

/** Reads the annotated pages of Formasaurus as they were published (`index.json`, `config.json`, `html/`). */
export function readAnnotated(folder: string): Annotated {
  const index = readJson<Record<string, Annotation>>(join(folder, 'index.json'));
  const { form_types, field_types } = readJson<{ form_types: Types; field_types: Types }>(
    join(folder, 'config.json'),
  );
  const found: AnnotatedForm[] = [];
  let agreeing = 0;
  for (const [file, { url, forms: kinds, visible_html_fields }] of Object.entries(index)) {
    const text = new TextDecoder().decode(readFileSync(join(folder, file)));
    const forms = pageForms(parseDocument(text, url, 10_000)).filter(({ shape }) => shape === 'form');
    if (forms.length !== kinds.length) continue;
    agreeing++;
    const site = getDomain(url) ?? url;
    for (const [at, form] of forms.entries()) {
      const kind = kinds[at] ?? 'X';
      if (kind === 'X' || kind === '-') continue;
      const fields = fieldKinds(visible_html_fields[at] ?? {}, field_types);
      found.push({ form, site, fields, where: `${file}#${at}`, kind: fullName(kind, form_types) });
    }
  }
  return { forms: found, pages: { agreeing, all: Object.keys(index).length } };
}

function fieldKinds(
  written: Readonly<Record<string, string>>,
  types: Types,
): Readonly<Record<string, string>> | null {
  const entries = Object.entries(written);
  if (entries.some(([, kind]) => kind === 'XX')) return null;
  return Object.fromEntries(
    entries.filter(([, kind]) => kind !== '--').map(([name, kind]) => [name, fullName(kind, types)]),
  );
}

/** Kinds of forms by the names that the product gives them. */
const ours: Readonly<Record<string, string>> = {
  'password/login recovery': 'recovery',
  'contact/comment': 'contact',
  'join mailing list': 'mailing list',
  'order/add to cart': 'order',
};

/** The product's name of a kind of forms. */
export function kindName(full: string): string {
  return ours[full] ?? full;
}

function fullName(short: string, { types, simplify_map }: Types): string {
  const simple = simplify_map[short] ?? short;
  const full = types.find((one) => one.short === simple)?.full ?? simple;
  return kindName(full);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}
