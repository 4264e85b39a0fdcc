import { visibleText } from '../../dom/text.ts';
import { elementsOf } from '../../dom/xpath.ts';
import { textIn } from '../../forms/flow.ts';
import type { DocumentTree, ElementNode, Tab } from '../../model/index.ts';

const forward =
  /^(?:next(?: page)?|more results|下一页|下一頁|下页|后页|后一页|次へ|weiter|suivant|siguiente|[›»→>]{1,2})\s*[›»→>]*$/iu;
/** What buttons say that add to a list. */
const adding =
  /^(?:(?:load|show|see|view) more(?: [\p{L}]+)?|more|mehr (?:laden|anzeigen)|(?:voir|afficher) plus|(?:ver|cargar|mostrar) más|加载更多|查看更多|显示更多|更多)\s*[…↓]*$/iu;

/** The address of the next page of an answer, `null` on the last. */
export function nextPage(document: DocumentTree, seen: ReadonlySet<string>): string | null {
  const links = [...elementsOf(document)].flatMap(({ node }) => linkOf(node, document.base) ?? []);
  const free = links.filter(({ url }) => !seen.has(url) && sameSite(url, document.url));
  const named = free.find(({ rel, text }) => /\bnext\b/i.test(rel) || forward.test(text));
  if (named !== undefined) return named.url;
  // A pager of numbers alone: the one after the page that is shown.
  const numbers = free.filter(({ text, url }) => /^\d{1,4}$/.test(text) && sameQuestion(url, document.url));
  const [first] = numbers.sort((one, other) => Number(one.text) - Number(other.text));
  return first?.url ?? null;
}

/** What a tab shows after the page that it shows now, by link or by button; `null` where nothing leads on. */
export async function nextShown(
  tab: Tab,
  document: DocumentTree,
  { seen, turn }: { readonly seen: Set<string>; readonly turn: (url: string) => Promise<void> },
): Promise<DocumentTree | null> {
  const url = nextPage(document, seen);
  if (url !== null) {
    seen.add(url);
    await turn(url);
    return (await tab.open(url)).document;
  }
  const xpath = nextButton(document);
  if (xpath === null) return null;
  await turn(document.url);
  const outcome = await tab.fire({ id: null, xpath, event: 'click' }, new Set());
  if (outcome.kind !== 'captured' || outcome.leaves !== undefined) return null;
  const { document: now } = outcome.capture;
  return visibleText(now) === visibleText(document) ? null : now;
}

/** Whether an answer has a further page. */
export function leadsOn(document: DocumentTree, seen: ReadonlySet<string>): boolean {
  return nextPage(document, seen) !== null || nextButton(document) !== null;
}

/** Where the button stands that shows more of an answer. */
function nextButton(document: DocumentTree): string | null {
  for (const { node, xpath } of elementsOf(document)) {
    const { tag, attrs = {} } = node;
    const isButton = tag === 'button' || attrs.role === 'button';
    const isEmptyLink = tag === 'a' && !/^(?:https?:|\/|\?|\.)/i.test(attrs.href ?? '');
    if (!isButton && !isEmptyLink) continue;
    const isLocked = attrs.disabled !== undefined || attrs['aria-disabled'] === 'true';
    if (isLocked || /\bdisabled\b/i.test(attrs.class ?? '')) continue;
    const texts = [textIn(node), attrs['aria-label'] ?? '', attrs.title ?? ''];
    if (texts.some((text) => forward.test(text.trim()) || adding.test(text.trim()))) return xpath;
  }
  return null;
}

function linkOf({ tag, attrs = {}, ...rest }: ElementNode, base: string) {
  const isLink = (tag === 'a' || tag === 'link') && attrs.href !== undefined;
  const url = isLink ? URL.parse(attrs.href ?? '', base) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  const text = textIn({ tag, ...rest }) || (attrs['aria-label'] ?? attrs.title ?? '');
  return { url: url.href, text, rel: attrs.rel ?? '' };
}

function sameSite(url: string, page: string): boolean {
  return URL.parse(url)?.origin === URL.parse(page)?.origin;
}

function sameQuestion(url: string, page: string): boolean {
  return URL.parse(url)?.pathname === URL.parse(page)?.pathname;
}
