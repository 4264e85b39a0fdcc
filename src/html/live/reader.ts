import { AttributeList } from '../../dom/reading/attributes.ts';
import type { DocumentTree, ElementNode } from '../../model/document.ts';
import { nameOf } from '../../page-types/skeleton/names.ts';
import type { MarkupSink } from '../scan/sink.ts';
import { addressAttributes, runsScript } from './scripts.ts';

/** What in a document may make a browser show more than its text holds. */
export type Sign = 'script' | 'handler' | 'frame' | 'shadow' | 'xhtml';

/** What of a document is alive, or may be waiting for what is. */
export interface Liveliness {
  /**
   * Where there is none, reading is enough: what style sheets and disclosures hide is in the document, and opens in the
   * mirror as it does on the site.
   */
  readonly signs: ReadonlySet<Sign>;
  /**
   * The parts of the page that hold some text, by name. A part that all pages of a type have, and that is empty on the
   * next one, may be waiting for a script.
   */
  readonly parts: ReadonlySet<string>;
}

/** Elements that count without a name. */
const landmarks: ReadonlySet<string> = new Set(
  'main article section aside nav header footer h1 p'.split(' '),
);
/** Elements whose texts are none of the page. */
const textless: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template']);
/** Kinds of parts of one page. */
const maxParts = 300;

interface Open {
  readonly node: ElementNode;
  /** Whether it is, or is inside of, what holds no text of the page. */
  readonly isTextless: boolean;
  filled: boolean;
}

/** Takes the elements and texts of a page and finds what of it is alive. */
export class LiveReader implements MarkupSink {
  readonly signs = new Set<Sign>();
  readonly parts = new Set<string>();
  readonly #open: Open[] = [];

  open(tag: string, _ns: 'svg' | 'math' | undefined, attributes: AttributeList): void {
    const sign = signOf(tag, attributes);
    if (sign) this.signs.add(sign);
    if (tag !== 'template' && hasHandler(attributes)) this.signs.add('handler');
    const isTextless = (this.#open.at(-1)?.isTextless ?? false) || textless.has(tag);
    const [id, classes] = isTextless ? [] : [attributes.get('id'), attributes.get('class')];
    const attrs = { ...(id && { id }), ...(classes && { class: classes }) };
    this.#open.push({ node: { tag, attrs }, isTextless, filled: tag === 'img' });
  }

  text(text: string): void {
    const open = this.#open.at(-1);
    if (open && !open.filled && !open.isTextless && /\S/.test(text)) open.filled = true;
  }

  close(): void {
    const closed = this.#open.pop();
    if (!closed?.filled || closed.isTextless) return;
    const parent = this.#open.at(-1);
    if (parent) parent.filled = true;
    if (this.parts.size >= maxParts) return;
    const { label, named } = nameOf(closed.node);
    if (named || landmarks.has(closed.node.tag)) this.parts.add(label);
  }
}

/** What of a document is alive that is there as a tree. */
export function livelinessOf(document: DocumentTree, contentType: string): Liveliness {
  const reader = new LiveReader();
  visit(document.root, reader, new AttributeList());
  return livelinessRead(reader, contentType);
}

/** What was found of a page of a type: read as XML, a document may be another one than read as HTML. */
export function livelinessRead({ signs, parts }: Liveliness, contentType: string): Liveliness {
  return contentType === 'application/xhtml+xml'
    ? { signs: new Set([...signs, 'xhtml']), parts }
    : { signs, parts };
}

function visit(node: ElementNode, reader: LiveReader, attributes: AttributeList): void {
  attributes.take(node.attrs);
  reader.open(node.tag, node.ns, attributes);
  // What is inside a template is nothing before a script takes it out.
  if (node.tag !== 'template')
    for (const kid of node.kids ?? []) {
      if (typeof kid === 'string') reader.text(kid);
      else visit(kid, reader, attributes);
    }
  reader.close();
}

function signOf(tag: string, attributes: AttributeList): Sign | null {
  switch (tag) {
    case 'script':
      return runsScript(attributes.get('type')) ? 'script' : null;
    case 'template':
      return attributes.has('shadowrootmode') ? 'shadow' : null;
    case 'iframe':
    case 'frame':
      return attributes.has('srcdoc') || /^(?!about:)./.test(attributes.get('src') ?? '') ? 'frame' : null;
    case 'object':
      return attributes.get('data') &&
        !/pdf|flash|image\/(?!svg)|audio|video/.test(attributes.get('type') ?? '')
        ? 'frame'
        : null;
    default:
      return null;
  }
}

function hasHandler({ names, values, count }: AttributeList): boolean {
  for (let at = 0; at < count; at++) {
    const name = names[at] as string;
    if (/^on[a-z]/.test(name)) return true;
    if (addressAttributes.has(name) && /^\s*javascript:/i.test(values[at] as string)) return true;
  }
  return false;
}
