import { createHash } from 'node:crypto';
import {
  type FormField,
  isButton,
  type KnownForm,
  knownForm,
  type PageForm,
  pageForms,
} from '../../forms/index.ts';
import { documentOfBlob } from '../../html/stored.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { FormCounts, FormRow } from '../../model/form-report.ts';
import type { Page, PageContent } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import { keptPages } from '../numbering.ts';
import { type AskedForms, askedForms } from './asked.ts';

/** A form of a crawl, as it is told of and as it stands in its page. */
export interface FormSource {
  /** Short name of the form, the same on all pages that have it and in all runs. */
  readonly key: string;
  readonly row: FormRow;
  readonly form: KnownForm;
  /** Encoding of its page, in which it sends what it takes; absent for UTF-8. */
  readonly charset?: string;
}

/** Every form of the kept pages, each once, in the order in which they are met. */
export async function surveyForms(site: SiteStore): Promise<readonly FormRow[]> {
  return (await surveySources(site)).map(({ row }) => row);
}

/** The same with what it takes to send them. */
export async function surveySources(site: SiteStore): Promise<readonly FormSource[]> {
  const survey = new FormSurvey(await askedForms(site));
  for await (const page of keptPages(site)) {
    const { content } = page;
    const bytes = content === null || content.blob === '' ? null : await site.blob(content.blob);
    if (bytes !== null && content !== null) survey.add(page, content, bytes);
  }
  return survey.sources();
}

/** How many forms there are, by what they are for. */
export function formCounts(rows: readonly FormRow[]): FormCounts {
  const silent = rows.filter(({ asked }) => (asked?.submissions ?? 0) > 0 && asked?.records === 0).length;
  return {
    found: rows.length,
    searchable: rows.filter(({ searchable }) => searchable).length,
    asked: rows.filter(({ asked }) => (asked?.submissions ?? 0) > 0).length,
    ...(silent > 0 && { silent }),
  };
}

class FormSurvey {
  readonly #asked: AskedForms;
  readonly #forms = new Map<string, { readonly source: FormSource; pages: number }>();
  /** Keys of the forms of pages, by sketch. */
  readonly #sketches = new Map<string, readonly string[]>();

  constructor(asked: AskedForms) {
    this.#asked = asked;
  }

  add(page: Page, content: PageContent, bytes: Uint8Array): void {
    const sketch = formSketch(Buffer.from(bytes).toString('latin1'), content.charset === undefined);
    if (sketch === '') return;
    const print = createHash('sha256').update(sketch).digest('base64');
    let keys = this.#sketches.get(print);
    if (keys === undefined) {
      keys = this.#read(page, content, bytes);
      this.#sketches.set(print, keys);
    }
    for (const key of keys) {
      const found = this.#forms.get(key);
      if (found) found.pages++;
    }
  }

  sources(): readonly FormSource[] {
    return [...this.#forms.values()].map(({ source, pages }) => ({
      ...source,
      row: { ...source.row, pages },
    }));
  }

  #read(page: Page, content: PageContent, bytes: Uint8Array): readonly string[] {
    const document = documentOfBlob(bytes, content);
    const keys = shownForms(document).map((known) => {
      const key = formKey(known);
      if (!this.#forms.has(key)) {
        const asked = this.#asked[shortKey(key)];
        const row = { ...this.#rowOf(known, page, document.url), ...(asked && { asked }) };
        const { charset } = content;
        this.#forms.set(key, {
          source: { key: shortKey(key), row, form: known, ...(charset && { charset }) },
          pages: 0,
        });
      }
      return key;
    });
    return [...new Set(keys)];
  }

  #rowOf(form: KnownForm, page: Page, address: string): FormRow {
    return { form: this.#forms.size + 1, ...formFacts(form), page: page.number, address, pages: 0 };
  }
}

function shortKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 16);
}

/** Forms of a document that somebody could fill in. */
export function shownForms(document: DocumentTree): readonly KnownForm[] {
  return pageForms(document)
    .filter(({ fields }) => fields.some(({ unseen }) => !unseen))
    .map((form) => knownForm(form));
}

/** What is told of a form, wherever it stands. */
export function formFacts(form: KnownForm): Omit<FormRow, 'form' | 'page' | 'address' | 'pages'> {
  const { kind, confidence, searchable, method, action, xpath } = form;
  return {
    kind,
    confidence: Math.round(confidence * 100) / 100,
    searchable,
    method,
    action: action === '' ? null : action,
    fields: form.fields
      .filter(({ unseen }) => !unseen)
      .map(({ name, label, placeholder, kind: takes, control, options }) => {
        return { name, label: label || placeholder, kind: takes, control, options: options.length };
      }),
    xpath,
  };
}

/**
 * Forms that send the same fields to the same place are one; those that send to their own page, too. Hidden fields say
 * where a page stands in the site, not what can be asked, and fields that nobody sees belong to another step; rows that were added to a form (`column_1`) ask nothing new.
 */
export function formKey({ method, action, toItself, shape, fields: all }: PageForm): string {
  const names = new Set(all.map(({ name }) => name));
  const isAdded = (name: string) => {
    const first = name.replace(/_?\[?\d+\]?$/, '');
    return first !== name && first !== '' && names.has(first);
  };
  // Buttons come and go with what was found; where nothing says where a box sends to, they have to tell it from others.
  const isSilent = ({ control, name }: FormField) => shape === 'form' && isButton(control) && name === '';
  const fields = all.filter((field) => !field.unseen && !isAdded(field.name) && !isSilent(field));
  const target = toItself ? null : URL.parse(action);
  const place = target === null ? '' : `${target.origin}${target.pathname}`;
  // Nothing says where a box sends to: what stands on its button has to tell it from others.
  const called = ({ name, id, label }: FormField) =>
    shape === 'box' ? name || id || label.slice(0, 40) : name;
  return [shape, method, place, ...fields.map((field) => `${field.control} ${called(field)}`)].join('\n');
}

const inHtml = /<(?:form|input|select|textarea|button)\b[^>]{0,2000}>|display:\s*none|\shidden(?=[\s>])/gi;
const inTree =
  /"tag":"(?:form|input|select|textarea|button)"(?:,"attrs":\{[^}]{0,2000}\})?|display:\s*none|"hidden":(?:true|"")/g;
const control = /form|input|select|textarea|button/;
const telling = /\b(?:name|id|type|action|method|role)["']?\s*[=:]\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * A line about all that can be filled in on a page, by its text alone: pages of a site mostly have the same forms, and
 * only the first of them needs to be read. Empty where there is nothing.
 */
export function formSketch(text: string, isTree: boolean): string {
  const tags = text.match(isTree ? inTree : inHtml);
  // What is hidden counts as well: the next step of a form may be there and not be shown yet.
  if (tags?.some((tag) => control.test(tag)) !== true) return '';
  return tags.map((tag) => `${tag.slice(0, 8)} ${(tag.match(telling) ?? []).join(' ')}`).join('\n');
}
