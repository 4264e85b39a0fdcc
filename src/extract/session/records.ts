import { articleOf } from '../article/article.ts';
import { valueConfidence } from '../naming/index.ts';
import { isOfType } from '../recognise/index.ts';
import type { LinkedRecord } from '../records/join.ts';
import type { ExtractedRecord, FieldValue } from '../records/record.ts';
import type { Applied, Finding } from '../rules/apply.ts';
import type { PageNode, PreparedPage } from '../types.ts';

/** Which fields records have. */
export interface RecordOptions {
  /** Confidence from which a field is published. */
  readonly minConfidence: number;
  /** Also fields that have no name of their own. */
  readonly allFields: boolean;
}

/** Names that a field has until somebody gives it a better one. */
export function isNeutral(name: string): boolean {
  return /^f\d+$/.test(name);
}

/** The records of one page: one for the page itself, and one for each item of its lists. */
export function recordsOf(
  type: string,
  page: PreparedPage,
  { findings, items }: Applied,
  options: RecordOptions,
): readonly LinkedRecord[] {
  const own = recordOf({ type, page, path: null, findings, options });
  const inner = items.flatMap(({ list, nodes, findings: found }): readonly LinkedRecord[] => {
    const record = recordOf({ type, page, path: list, findings: found, options });
    return record === null ? [] : [{ record, links: linksOf(page, nodes) }];
  });
  return own === null ? inner : [{ record: own, links: [] }, ...inner];
}

function recordOf(about: {
  type: string;
  page: PreparedPage;
  path: string | null;
  findings: readonly Finding[];
  options: RecordOptions;
}): ExtractedRecord | null {
  const { type, page, path, findings, options } = about;
  const fields: Record<string, FieldValue> = {};
  const confidence: Record<string, number> = {};
  for (const finding of findings) {
    const { name } = finding.rule;
    const sure = publishedConfidence(finding);
    if (finding.spots.length === 0 || !(isNeutral(name) ? options.allFields : sure >= options.minConfidence))
      continue;
    fields[name] = shownValue(finding, page);
    confidence[name] = sure;
  }
  if (Object.keys(fields).length === 0) return null;
  return { page: page.name, url: page.url, type, path, fields, confidence };
}

/** How sure what was found is, in thousandths: as sure as its name, less where it is split, strange or of another type. */
export function publishedConfidence({ rule, spots, agreement, strange }: Finding): number {
  const signs = {
    ...{ agreement, isStrange: strange.length > 0 },
    isOfType: spots.every(({ text }) => isOfType(text, rule.profile)),
  };
  return Math.round(valueConfidence(rule.confidence, signs) * 1000) / 1000;
}

/** Texts as the page shows them; addresses are absolute, since a record stands without its page. */
function shownValue({ rule, spots }: Finding, { document }: PreparedPage): FieldValue {
  const isAddress = rule.name === 'url' && rule.attribute === 'href';
  const shown = (text: string) => (isAddress ? (URL.parse(text, document.base)?.href ?? text) : text);
  const texts = [...new Set(spots.map(({ text }) => shown(text)))];
  return texts.length === 1 ? (texts[0] as string) : texts;
}

/** Addresses that nodes link to, absolute and in order. */
function linksOf({ nodes, document }: PreparedPage, tops: readonly number[]): readonly string[] {
  const links = tops.flatMap((top) =>
    nodes.slice(top, (nodes[top] as PageNode).end).flatMap(({ tag, attrs }) => {
      const url = tag === 'a' && attrs.href ? URL.parse(attrs.href, document.base) : null;
      return url === null ? [] : url.href.replace(/#.*$/s, '');
    }),
  );
  return [...new Set(links)];
}

/** The record of a page that is an article, `null` where it is none. */
export async function articleRecord(page: PreparedPage): Promise<ExtractedRecord | null> {
  const article = await articleOf(page.document);
  if (article === null) return null;
  const fields = Object.fromEntries(Object.entries(article).filter(([, text]) => text !== ''));
  const sure = { title: 0.9, author: 0.7, date: 0.8, body: 0.8, language: 0.9 };
  return {
    ...{ page: page.name, url: page.url, type: 'article', path: null, fields },
    confidence: Object.fromEntries(Object.entries(sure).filter(([name]) => name in fields)),
  };
}
