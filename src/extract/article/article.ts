import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import { readAs } from '../../values/index.ts';
import { languageOf } from './language.ts';
import { ReadDocument, ReadElement, ReadText } from './nodes.ts';

/** The main text of a page that tells a story, and what is said about it. */
export interface Article {
  readonly title: string;
  /** Empty where the page does not say. */
  readonly author: string;
  /** As the page has it, ISO 8601 where it says so to machines; empty where it does not say. */
  readonly date: string;
  /** Paragraphs with an empty line between them. */
  readonly body: string;
  /** BCP 47: as declared, else told from the text; empty where neither says. */
  readonly language: string;
}

/** Characters that a main text has at least. */
const leastText = 200;
/** Elements beyond which the search for the main text would take seconds. */
const mostElements = 60_000;

/** The article that a page is, `null` where it is none; headings of its site are no titles. */
export async function articleOf(
  tree: DocumentTree,
  isFrame: (heading: string) => boolean = () => false,
): Promise<Article | null> {
  const document = readableDocument(tree, mostElements);
  if (document === null) return null;
  // Loaded with the first article: most commands read none.
  const { Readability } = await import('@mozilla/readability');
  // Looked up first: reading takes the document apart.
  const found = {
    title: headingOf(document, tree.title, isFrame),
    author: authorOf(document),
    date: dateOf(document),
  };
  const read = new Readability<readonly string[]>(document as unknown as Document, {
    serializer: (node) => proseOf(node as unknown as ReadElement),
  }).parse();
  const body = once(read?.content ?? []).join('\n\n');
  if (!read || body.length < leastText) return null;
  const byline = partsOfByline(found.author || oneLine(read.byline));
  return {
    title: found.title || [oneLine(read.title)].filter((title) => !isFrame(title)).join(''),
    author: byline.author,
    date: oneLine(read.publishedTime) || found.date || byline.date,
    body,
    language: languageOf(tree.lang || oneLine(read.lang) || metaOf(document, ['og:locale']), body),
  };
}

/** Share of a text inside links from which on it is a menu. */
const mostLinked = 0.6;

function proseOf(root: ReadElement): readonly string[] {
  const links = root.getElementsByTagName('a').filter((link) => link.hasAttribute('href'));
  const linked = links.reduce((sum, link) => sum + oneLine(link.textContent).length, 0);
  return linked > mostLinked * oneLine(root.textContent).length ? [] : paragraphsOf(root);
}

/** Characters from which on a paragraph is not said twice by chance, and how many such make a text that is there twice. */
const [longParagraph, leastTwice] = [60, 3];

/** Paragraphs once where a page has its text a second time for other devices. */
function once(paragraphs: readonly string[]): readonly string[] {
  const isLong = (text: string) => text.length >= longParagraph;
  const counts = Map.groupBy(paragraphs.filter(isLong), (text) => text);
  if ([...counts.values()].filter(({ length }) => length > 1).length < leastTwice) return paragraphs;
  return paragraphs.filter((text, at) => !isLong(text) || paragraphs.indexOf(text) === at);
}

/** Who and when, where one line says both: "By Jo Doe · March 1, 2024". */
function partsOfByline(line: string): { readonly author: string; readonly date: string } {
  const parts = line.split(/\s+[·•|–—-]\s+|\s*[·•|]\s*/).filter((part) => part !== '');
  const isDate = (part: string) => readAs(dateText(part), 'date') !== null;
  const date = parts.find(isDate);
  const names = date === undefined ? line : parts.filter((part) => !isDate(part)).join(', ');
  return { author: names.replace(/^by:?\s+/i, ''), date: date === undefined ? '' : dateText(date) };
}

function dateText(part: string): string {
  return part.replace(/^(?:(?:published|posted|updated|last)\b[\s:]*)+(?:on\s+)?/i, '');
}

/** The first heading that the title of the window repeats: without the name of the site; else the only one of the first rank. */
function headingOf(document: ReadDocument, title: string, isFrame: (heading: string) => boolean): string {
  const textsOf = (tags: string) =>
    document
      .querySelectorAll(tags)
      .map(({ textContent }) => oneLine(textContent))
      .filter((text) => text !== '' && !isFrame(text));
  const lower = title.toLowerCase();
  const repeated = textsOf('h1, h2').find((text) => text.length > 3 && lower.includes(text.toLowerCase()));
  // Where all pages have one title, a heading of any rank says more.
  const ranks = isFrame(oneLine(title)) ? ['h1', 'h2', 'h3'] : ['h1'];
  const first = ranks.map(textsOf).find((texts) => texts.length > 0) ?? [];
  return repeated ?? (first.length === 1 ? (first[0] as string) : '');
}

function authorOf(document: ReadDocument): string {
  const named = metaOf(document, ['author', 'article:author', 'dc.creator', 'dcterms.creator']);
  if (named !== '' && !/^https?:/i.test(named)) return named;
  const marked = document
    .getElementsByTagName('*')
    .find((element) => has(element, 'itemprop', 'author') || has(element, 'rel', 'author'));
  return saidBy(marked, 'content');
}

/** Whether an attribute that lists words has one. */
function has(element: ReadElement, attribute: string, word: string): boolean {
  return element.getAttribute(attribute)?.split(/\s+/).includes(word) ?? false;
}

/** What an element says to machines, else to people. */
function saidBy(element: ReadElement | undefined, ...attributes: readonly string[]): string {
  const machine = attributes.map((name) => element?.getAttribute(name)).find((said) => said !== null);
  return oneLine(machine ?? element?.textContent);
}

const dateNames = [
  'article:published_time',
  'datepublished',
  'dc.date',
  'dcterms.created',
  'pubdate',
  'date',
];

function dateOf(document: ReadDocument): string {
  const named = metaOf(document, dateNames);
  if (named !== '') return named;
  const marked = document.getElementsByTagName('*').find((element) => {
    if (has(element, 'itemprop', 'datePublished')) return true;
    return element.tagName === 'TIME' && (isDated(element) || isInHead(element));
  });
  return saidBy(marked, 'datetime', 'content');
}

function isDated(time: ReadElement): boolean {
  return time.hasAttribute('pubdate') || time.hasAttribute('datetime');
}

function isInHead(time: ReadElement): boolean {
  for (let around = time.parentNode; around !== null; around = around.parentNode)
    if (around.tagName === 'ARTICLE' || around.tagName === 'HEADER') return true;
  return false;
}

function metaOf(document: ReadDocument, names: readonly string[]): string {
  const metas = document.getElementsByTagName('meta').map((meta) => ({
    name: (meta.getAttribute('property') ?? meta.getAttribute('name') ?? '').toLowerCase(),
    content: oneLine(meta.getAttribute('content')),
  }));
  for (const wanted of names) {
    const meta = metas.find(({ name, content }) => name === wanted && content !== '');
    if (meta) return meta.content;
  }
  return '';
}

function oneLine(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** Elements that no main text is in: left out before the search for it, which takes longer the more there is. */
const useless: ReadonlySet<string> = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'link', 'iframe', 'object', 'embed', 'canvas'],
  ...['select', 'option', 'input', 'textarea', 'audio', 'video', 'map', 'dialog'],
]);

const unseen = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** A document to be read, without what cannot be part of its main text; `null` where it has too many elements. */
function readableDocument(tree: DocumentTree, mostElements: number): ReadDocument | null {
  let left = mostElements;
  const add = (parent: ReadElement, kids: readonly TreeNode[] = []): void => {
    for (const kid of kids) {
      if (typeof kid === 'string') parent.appendChild(new ReadText(kid));
      else if (!isUseless(kid) && left-- > 0) parent.appendChild(made(kid));
    }
  };
  const made = (element: ElementNode): ReadElement => {
    const own = new ReadElement(element.tag, element.attrs);
    // What stands in a frame or a shadow root is read where it is shown.
    add(own, element.shadow?.kids ?? (element.frame ? [element.frame.root] : []));
    add(own, element.kids);
    return own;
  };
  const root = made(tree.root);
  return left < 0 ? null : new ReadDocument(root, tree.title, tree.base);
}

function isUseless({ tag, attrs, hidden, frame }: ElementNode): boolean {
  if (frame !== undefined) return false;
  if (tag === 'script') return attrs?.type !== 'application/ld+json';
  return useless.has(tag) || hidden === true || unseen.test(attrs?.style ?? '');
}

/** Elements whose text is a paragraph of its own. */
const blocks = new Set([
  ...['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'DD', 'DIV', 'DL', 'DT', 'FIGCAPTION', 'FIGURE'],
  ...['FOOTER', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HEADER', 'HR', 'LI', 'MAIN', 'OL', 'P', 'PRE'],
  ...['SECTION', 'TABLE', 'TBODY', 'TD', 'TH', 'THEAD', 'TR', 'UL'],
]);

/** A node of whatever document a text is read from. */
interface TextualNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<TextualNode>;
}

/** The text of an element, a paragraph for each block. */
export function paragraphsOf(root: TextualNode): readonly string[] {
  const paragraphs: string[] = [];
  let open = '';
  const end = () => {
    const text = open.replace(/\s+/g, ' ').trim();
    if (text !== '') paragraphs.push(text);
    open = '';
  };
  const walk = (node: TextualNode): void => {
    if (node.nodeType === 3) open += node.textContent ?? '';
    if (node.nodeType !== 1) return;
    const name = node.nodeName.toUpperCase();
    const isBlock = blocks.has(name) || name === 'BR';
    if (isBlock) end();
    for (const kid of node.childNodes) walk(kid);
    if (isBlock) end();
  };
  walk(root);
  end();
  return paragraphs;
}
