import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';

/** What stands on a page in reading order, as far as forms are concerned. */
export type FlowItem =
  | { readonly kind: 'text'; readonly text: string; readonly within: Within }
  | ControlItem;

/** Something that can be typed into, chosen or pressed. */
export interface ControlItem {
  readonly kind: 'control';
  readonly node: ElementNode;
  readonly xpath: string;
  readonly within: Within;
  /** Its place among the items. */
  readonly at: number;
}

/** Where an item stands. */
export interface Within {
  /** Around it, from the page inwards. */
  readonly around: readonly Around[];
  readonly form: FormElement | null;
  readonly label: ElementNode | null;
  readonly heading: boolean;
  readonly unseen: boolean;
}

export interface Around {
  readonly node: ElementNode;
  readonly xpath: string;
}

/** A form element, with what was written before it. */
export interface FormElement extends Around {
  readonly document: DocumentTree;
  readonly heading: string;
  /** It stands between rows or cells, and has the fields that follow it in its table. */
  readonly isAdrift: boolean;
}

export interface Flow {
  readonly items: readonly FlowItem[];
  readonly forms: readonly FormElement[];
  /** Texts of elements by their ids, for labels that name one. */
  readonly ids: ReadonlyMap<string, ElementNode>;
  /** Labels by the ids that they are for. */
  readonly labels: ReadonlyMap<string, readonly ElementNode[]>;
}

const controls: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);
const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg']);

/** Reads a document once from top to bottom, shadow roots and frames of it included. */
export function flowOf(document: DocumentTree): Flow {
  const reader = new FlowReader(document);
  const start = { around: [], form: null, label: null, heading: false, unseen: false };
  reader.read(document.root, `/${document.root.tag.toUpperCase()}`, start);
  return reader;
}

class FlowReader implements Flow {
  readonly items: FlowItem[] = [];
  readonly forms: FormElement[] = [];
  readonly ids = new Map<string, ElementNode>();
  readonly labels = new Map<string, ElementNode[]>();
  #document: DocumentTree;
  #heading = '';
  /** A form that stands between rows or cells, until its table ends. */
  #adrift: FormElement | null = null;

  constructor(document: DocumentTree) {
    this.#document = document;
  }

  read(node: ElementNode, xpath: string, outer: Within): void {
    if (silent.has(node.tag)) return;
    const id = node.attrs?.id;
    if (id !== undefined && !this.ids.has(id)) this.ids.set(id, node);
    const named = node.tag === 'label' ? node.attrs?.for : undefined;
    if (named !== undefined) this.labels.set(named, [...(this.labels.get(named) ?? []), node]);
    const within = this.#within(node, xpath, outer);
    const adrift = this.#adrift;
    if (isControl(node)) this.items.push({ kind: 'control', node, xpath, within, at: this.items.length });
    if (node.tag !== 'select' && node.tag !== 'textarea') this.#readKids(node.kids ?? [], xpath, within);
    if (node.shadow) this.#readKids(node.shadow.kids, `${xpath}/#shadow`, within);
    if (node.frame) this.#readFrame(node.frame, xpath, within);
    if (/^h[1-6]$|^legend$/.test(node.tag)) this.#heading = textIn(node).slice(0, 200);
    if (node.tag === 'table') this.#adrift = adrift;
  }

  #readKids(kids: readonly TreeNode[], xpath: string, within: Within): void {
    const seen = new Map<string, number>();
    for (const kid of kids) {
      if (typeof kid === 'string') {
        const text = kid.replace(/\s+/g, ' ').trim();
        if (text !== '') this.items.push({ kind: 'text', text, within });
        continue;
      }
      const name = kid.tag.toUpperCase();
      const index = (seen.get(name) ?? 0) + 1;
      seen.set(name, index);
      this.read(kid, `${xpath}/${name}[${index}]`, within);
    }
  }

  #readFrame(frame: DocumentTree, xpath: string, within: Within): void {
    const outer = this.#document;
    this.#document = frame;
    this.read(frame.root, `${xpath}/#document/${frame.root.tag.toUpperCase()}`, { ...within, form: null });
    this.#document = outer;
  }

  #within(node: ElementNode, xpath: string, outer: Within): Within {
    const around = [...outer.around, { node, xpath }];
    const unseen = outer.unseen || isUnseen(node);
    let form = outer.form?.isAdrift === false ? outer.form : this.#adrift;
    if (node.tag === 'form' && form?.isAdrift !== false) {
      const isAdrift = standsAdrift(outer, node);
      form = { node, xpath, document: this.#document, heading: this.#heading, isAdrift };
      this.forms.push(form);
      this.#adrift = isAdrift ? form : null;
    }
    const label = node.tag === 'label' ? node : outer.label;
    return { around, form, label, heading: outer.heading || /^h[1-6]$|^legend$/.test(node.tag), unseen };
  }
}

/**
 * Whether a form stands where only rows and cells may: parsers leave it empty there, and give it the fields that
 * follow, as browsers do.
 */
function standsAdrift({ around }: Within, { kids }: ElementNode): boolean {
  return /^(?:table|thead|tbody|tfoot|tr)$/.test(around.at(-1)?.node.tag ?? '') && !kids?.some(isElement);
}

function isElement(node: TreeNode): boolean {
  return typeof node !== 'string';
}

/** Whether something can be typed, chosen or pressed here. */
function isControl(node: ElementNode): boolean {
  if (node.ns !== undefined) return false;
  const role = node.attrs?.role;
  return controls.has(node.tag) || role === 'searchbox' || (role === 'button' && node.tag !== 'a');
}

/** Whether a person sees nothing of an element, as far as its own markup tells. */
function isUnseen({ hidden, attrs }: ElementNode): boolean {
  if (hidden === true || attrs?.hidden !== undefined) return true;
  return attrs?.style !== undefined && unseenStyle.test(attrs.style);
}

/** Not drawn, or drawn where nobody looks, as traps for programs are. */
const unseenStyle =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{3,}|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)/i;

/** Text of an element without what its fields offer. */
export function textIn(node: ElementNode): string {
  const parts: string[] = [];
  collect(node, parts);
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

function collect(node: ElementNode, parts: string[]): void {
  if (silent.has(node.tag) || node.tag === 'select' || node.tag === 'textarea') return;
  if (node.tag === 'img' && node.attrs?.alt) parts.push(node.attrs.alt);
  for (const kid of node.kids ?? []) {
    if (typeof kid === 'string') parts.push(kid);
    else collect(kid, parts);
  }
}
