import type { ElementNode } from '../../model/document.ts';
import { type AnswerData, type DataRecord, type DataValue, type RecordLink, recordAddress } from './data.ts';

/** What a page is made of that shows an answer in JSON. */
export interface DataPage {
  readonly title: string;
  readonly data: Pick<AnswerData, 'records' | 'total'>;
  readonly link: RecordLink | null;
  readonly base: string;
  /** Options of fields that the choice brought up. */
  readonly offers: Readonly<Record<string, readonly string[]>>;
}

/** What tells the records of an answer in JSON from a list that came as markup. */
const madeAttribute = 'data-made-of';
/** Where the page of an answer says what a value is a part of. */
const withinAttribute = 'data-within';

const idName = /^(?:_?id|.*_id|.*Id|uuid|guid|slug|isbn|key|code|sku|handle)$/;

/** A page that shows the records of an answer as a list, so that it is read, linked and kept like any other. */
export function dataPage({ title, data, link, base, offers }: DataPage): string {
  const { records, total } = data;
  const key = keyName(records);
  const items = records.map((record) => {
    const id = record.find(({ name }) => name === key)?.value;
    const address =
      recordAddress(record, link, base) ?? (id === undefined ? null : `#${encodeURIComponent(id)}`);
    const texts = record.map(
      ({ name, within = '', value }) =>
        `<span title="${escaped(name)}"${within === '' ? '' : ` ${withinAttribute}="${escaped(within)}"`}>${escaped(value)}</span>`,
    );
    const [first = '', ...rest] = address === null ? ['', ...texts] : namedFirst(record, texts);
    return `<li>${address === null ? '' : `<a href="${escaped(address)}">${first}</a> `}${rest.join(' ')}</li>`;
  });
  const said = total === null ? '' : `<p>${total} results</p>`;
  const head = `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title>`;
  return `${head}${offered(offers)}<h1>${escaped(title)}</h1>${said}<ol id="records" ${madeAttribute}="answer">${items.join('')}</ol>`;
}

/** The records of such a page with their links, `null` where a page is none. */
export function dataOnPage(
  root: ElementNode,
): readonly { readonly record: DataRecord; readonly href: string | null }[] | null {
  const list = descendants(root).find(
    ({ tag, attrs }) => tag === 'ol' && attrs?.[madeAttribute] === 'answer',
  );
  if (list === undefined) return null;
  return (list.kids ?? []).flatMap((item) => {
    if (typeof item === 'string') return [];
    const inside = descendants(item);
    const record = inside.flatMap(({ tag, attrs = {}, kids = [] }): readonly DataValue[] => {
      if (tag !== 'span' || attrs.title === undefined) return [];
      const within = attrs[withinAttribute];
      const value = kids.filter((kid) => typeof kid === 'string').join('');
      return [{ name: attrs.title, ...(within !== undefined && { within }), value }];
    });
    return [{ record, href: inside.find(({ tag }) => tag === 'a')?.attrs?.href ?? null }];
  });
}

function descendants(node: ElementNode): readonly ElementNode[] {
  return [node, ...(node.kids ?? []).flatMap((kid) => (typeof kid === 'string' ? [] : descendants(kid)))];
}

/** What records are told apart by, where they say it: not the same in two of them. */
function keyName(records: readonly DataRecord[]): string | null {
  const names = new Set(records.flatMap((record) => record.map(({ name }) => name)));
  for (const name of names) {
    if (!idName.test(name)) continue;
    const values = records.map((record) => record.find((one) => one.name === name)?.value);
    if (!values.includes(undefined) && new Set(values).size === values.length) return name;
  }
  return null;
}

/** The text that stands for a record is the first that has letters in it. */
function namedFirst(record: DataRecord, texts: readonly string[]): readonly string[] {
  const at = Math.max(
    0,
    record.findIndex(({ value }) => /\p{L}{2}/u.test(value) && !/^(?:https?:)?\//.test(value)),
  );
  return [texts[at] ?? '', ...texts.filter((_, other) => other !== at)];
}

/** A part of a page as a page: rows need their table, and the `head` that stands over them there. */
export function fragmentPage(
  title: string,
  markup: string,
  offers: DataPage['offers'],
  head: readonly string[] = [],
): string {
  const isWhole = /<(?:html|body)\b/i.test(markup);
  if (isWhole) return markup;
  const inside = /^\s*(?:<!--.*?-->\s*)*<(?:tr|tbody|thead)\b/is.test(markup)
    ? `<table>${headRow(head)}${markup}</table>`
    : markup;
  return `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title>${offered(offers)}<main>${inside}</main>`;
}

function headRow(head: readonly string[]): string {
  return head.length === 0 ? '' : `<tr>${head.map((text) => `<th>${escaped(text)}</th>`).join('')}</tr>`;
}

/** Where a page says which values a field has taken up with the choice that it answers. */
export const offersAttribute = 'data-offers';

function offered(offers: DataPage['offers']): string {
  return Object.entries(offers)
    .map(([name, values]) => {
      const options = values.map((value) => `<option value="${escaped(value)}"></option>`);
      return `<datalist ${offersAttribute}="${escaped(name)}">${options.join('')}</datalist>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
