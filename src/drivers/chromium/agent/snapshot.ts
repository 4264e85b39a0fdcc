import type { DocumentTree, ElementNode, ShadowTree, TreeNode } from '../../../model/document.ts';
import { assignedAttribute, installAssigned } from './assigned.ts';
import type { FoundCandidate } from './candidates.ts';
import { heldPicture, isHeldInMemory } from './held-pictures.ts';
import { loadedElsewhere, markLoaded } from './loaded.ts';
import {
  eachWatched,
  hostFragment,
  type KeptElements,
  keepOf,
  keptOf,
  mark,
  markEverything,
  marking,
  markNode,
  watchElement,
} from './marks.ts';
import { natives } from './natives.ts';
import { sameDocument, sameNode } from './sameness.ts';
import { observeTree } from './settle.ts';
import { noteShadow, type ShadowNote, shadowOf } from './shadows.ts';
import { installSheets, rulesReach, sheetTexts } from './sheets.ts';
import { isHidden } from './sight.ts';
import { beginSlides } from './slides.ts';
import { hasState, stateful, stateOf } from './states.ts';
import { installStirred, stirred } from './stirred.ts';
import {
  attributeNames,
  attributeText,
  baseAddress,
  elementName,
  firstNode,
  hasAttribute,
  isMatch,
  namespaceOf,
  nextNode,
  nodeKind,
  nodeText,
  rootElement,
  shownTitle,
} from './unhidden.ts';
import { hasSweptRows, withSeenRows } from './virtual-lists.ts';

/** Counts captures. */
export const captures = { count: 0 };

/** Remembers closed shadow roots and sheets changed by script, which nothing shows afterwards. */
export function installSnapshot(noteAbove: ShadowNote | null): void {
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = natives.apply(attach, this, [init]);
    noteShadow(this, root);
    noteAbove?.(this, root);
    return root;
  };
  const define = CustomElementRegistry.prototype.define;
  CustomElementRegistry.prototype.define = function (...args) {
    natives.apply(define, this, args);
    markEverything();
  };
  installSheets();
  installStirred();
  installAssigned();
}

/** The document inside a frame of the same origin. */
export function frameDocument(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

/** A capture as the page keeps it: unchanged parts are the same objects as in the one before. */
export interface Snapshot {
  readonly document: DocumentTree;
  readonly root: KeptElements | null;
}

let lastSnapshot: Snapshot | null = null;

/** Frames in the last capture whose documents belong to other origins: the crawler asks for them elsewhere. */
export const foreignFrames: Element[] = [];

/** Takes the document as a tree that shares what has not changed with the one before. */
export function takeSnapshot(): Snapshot {
  captures.count++;
  beginSlides();
  foreignFrames.length = 0;
  marking.active = true;
  markStates();
  markLoaded();
  const all = stirred() || marking.everything || !lastSnapshot?.root;
  marking.everything = false;
  const source = document;
  observeTree(source);
  const root = rootElement(source) ? keep(rootElement(source), false, all ? mark.deep : 0) : null;
  const tree = documentTree(source, root, lastSnapshot?.document);
  lastSnapshot = { document: tree, root };
  return lastSnapshot;
}

/** Marks elements whose state has changed, which no mutation tells. */
function markStates(): void {
  eachWatched((element) => {
    const kept = keptOf(element);
    if (!kept) return;
    const tag = elementName(element);
    const isAwaited = isHeldInMemory(kept.node.attrs?.src ?? '');
    if (tag === 'iframe' || tag === 'frame' || isAwaited) markNode(element, mark.own);
    else if (hasAttribute(element, 'popover') && kept.hidden === isMatch(element, ':popover-open'))
      markNode(element, mark.deep);
    if (stateful.has(tag) && !hasState(kept.node, stateOf(element, tag))) {
      markNode(element, mark.own);
      markEverything();
    }
  });
}

function documentTree(
  source: Document,
  root: KeptElements | null,
  before: DocumentTree | undefined,
): DocumentTree {
  const sheets = sheetTexts(source.adoptedStyleSheets);
  const tree: DocumentTree = {
    url: source.location?.href ?? source.URL,
    base: baseAddress(source),
    doctype: doctypeOf(source),
    title: shownTitle(source),
    lang: rootElement(source)?.getAttribute('lang') ?? '',
    root: root?.node ?? { tag: 'html' },
    ...(sheets && { sheets }),
  };
  return before && sameDocument(before, tree) ? before : tree;
}

function doctypeOf(source: Document): string | null {
  const type = source.doctype;
  if (!type) return null;
  const publicId = type.publicId ? ` PUBLIC "${type.publicId}"` : type.systemId ? ' SYSTEM' : '';
  return `${type.name}${publicId}${type.systemId ? ` "${type.systemId}"` : ''}`;
}

const withoutKids = new Set(['script', 'noscript']);

/** Scripts are not kept, but for those that hold data about the page. */
function isData(script: Element): boolean {
  return /^\s*application\/ld\+json\b/i.test(attributeText(script, 'type') ?? '');
}

const neverShown = new Set([
  'head',
  'script',
  'style',
  'link',
  'meta',
  'title',
  'base',
  'template',
  'noscript',
  // Newer browsers say so of it; what it is part of is shown.
  'area',
]);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Brings what is kept of an element up to date; `how` are marks that come from around it. */
function keep(element: Element, inHidden: boolean, how: number): KeptElements {
  const known = keptOf(element);
  const own = known ? known.marks : mark.own | mark.fresh;
  const marks = own | how;
  if (known && marks === 0 && known.inHidden === inHidden) return known;
  const tag = elementName(element);
  const hidden = !inHidden && !neverShown.has(tag) && isHidden(element);
  const turned = known !== undefined && (known.inHidden !== inHidden || known.hidden !== hidden);
  // A look from the parent, which found nothing.
  if (known && own === 0 && how === mark.near && !turned) return known;
  const kept = known ?? newKept(element);
  const renewed = (marks & (mark.own | mark.fresh)) !== 0;
  kept.marks = 0;
  kept.hidden = hidden;
  kept.inHidden = inHidden;
  kept.visit = captures.count;
  if (renewed || turned || marks & mark.deep) kept.unsure = true;
  // Where rules count elements, what came or went among the kids may act on what is inside of them.
  const near = own & mark.near && rulesReach('inside') ? mark.deep : own & mark.near;
  const below = (marks & (mark.fresh | mark.deep)) | (turned ? mark.deep : 0) | near;
  const made = makeNode(kept, tag, renewed ? null : kept.node, inHidden || hidden, below);
  kept.node = known && sameNode(known.node, made) ? known.node : made;
  return kept;
}

/** Shared by all elements that have no candidates. */
export const nothingFound: readonly FoundCandidate[] = [];
/** Shared by all elements that have none inside. */
export const nothingInside: readonly KeptElements[] = [];

function newKept(element: Element): KeptElements {
  const kept: KeptElements = {
    element,
    node: { tag: elementName(element) },
    hidden: false,
    inHidden: false,
    inside: nothingInside,
    light: 0,
    shifted: 0,
    shiftedFrom: 0,
    size: 1,
    marks: 0,
    candidates: nothingFound,
    written: false,
    reactive: 0,
    unsure: true,
    visit: 0,
    props: undefined,
  };
  keepOf(element, kept);
  return kept;
}

/** The node of an element; `as` is what was kept, where its own part has not changed. */
function makeNode(
  kept: KeptElements,
  tag: string,
  as: ElementNode | null,
  hidden: boolean,
  below: number,
): ElementNode {
  const { element } = kept;
  const node: Mutable<ElementNode> = as ? ownPart(as) : readOwn(element, tag);
  if (kept.hidden) node.hidden = true;
  if (withoutKids.has(tag)) {
    if (tag === 'script' && isData(element)) node.kids = [element.textContent ?? ''];
    return node;
  }
  // By name, not by class: elements of a frame belong to the frame's own classes.
  const template = tag === 'template' && !node.ns;
  const inside: KeptElements[] = [];
  const kids: readonly TreeNode[] = template
    ? templateKids(element as HTMLTemplateElement)
    : keepKids(element, inside, hidden, below);
  const all = hasSweptRows(element) ? withSeenRows(element, inside, kids) : kids;
  if (all.length > 0) node.kids = all;
  const light = inside.length;
  const shadow = shadowOf(element);
  if (shadow) node.shadow = keepShadow(shadow, inside, hidden, below);
  if (tag === 'iframe' || tag === 'frame') keepFrame(kept, node, inside, below);
  keepInside(kept, inside.length > 0 ? inside : nothingInside, light);
  return node;
}

function keepInside(kept: KeptElements, inside: readonly KeptElements[], light: number): void {
  const before = kept.inside;
  let from = 0;
  while (from < inside.length && inside[from] === before[from]) from++;
  if (from < Math.max(inside.length, before.length) || light !== kept.light) {
    kept.shifted = captures.count;
    kept.shiftedFrom = Math.min(from, light, kept.light);
    kept.inside = inside;
    kept.light = light;
  }
  let size = 1;
  for (const each of inside) size += each.size;
  kept.size = size;
}

/** What a node has of its own, without what is in it. */
function ownPart(node: ElementNode): Mutable<ElementNode> {
  const { kids: _kids, shadow: _shadow, frame: _frame, hidden: _hidden, ...own } = node;
  return own;
}

function readOwn(element: Element, tag: string): Mutable<ElementNode> {
  const node: Mutable<ElementNode> = { tag };
  if (namespaceOf(element) !== 'http://www.w3.org/1999/xhtml') {
    if (namespaceOf(element) === 'http://www.w3.org/2000/svg') node.ns = 'svg';
    else if (namespaceOf(element) === 'http://www.w3.org/1998/Math/MathML') node.ns = 'math';
  }
  const names = attributeNames(element);
  if (names.length > 0) {
    const attrs = attributesOf(element, names);
    node.attrs = Object.assign(attrs, loadedElsewhere(element, tag));
  }
  const assigned = assignedAttribute(element);
  if (assigned) node.attrs = { ...node.attrs, [assigned[0]]: assigned[1] };
  // It may not have come yet.
  if (node.attrs?.src !== undefined && isHeldInMemory(node.attrs.src)) watchElement(element);
  if (stateful.has(tag)) {
    Object.assign(node, stateOf(element, tag));
    watchElement(element);
  } else if (node.attrs && 'popover' in node.attrs) watchElement(element);
  return node;
}

/** By names: walking `attributes` would make an object of each. */
function attributesOf(element: Element, names: readonly string[]): Record<string, string> {
  const attrs: Record<string, string> = {};
  for (const name of names) {
    const text = attributeText(element, name) as string;
    attrs[name] = isHeldInMemory(text) ? heldPicture(element, text) : text;
  }
  return attrs;
}

const noKids: readonly TreeNode[] = [];

function keepKids(parent: Node, inside: KeptElements[], hidden: boolean, below: number): readonly TreeNode[] {
  const first = firstNode(parent);
  if (!first) return noKids;
  // Most elements hold one text and nothing else; a list that grows would cost more than the text.
  if (nodeKind(first) === 3 && !nextNode(first)) {
    const text = nodeText(first);
    return text ? [text] : noKids;
  }
  const kids: TreeNode[] = [];
  let how = below;
  for (let child: ChildNode | null = first; child; child = nextNode(child)) {
    const type = nodeKind(child);
    if (type === 1) {
      if ((keptOf(child)?.marks ?? 0) & mark.spread) how |= mark.deep;
      const kept = keep(child as Element, hidden, how);
      inside.push(kept);
      kids.push(kept.node);
    } else if (type === 3 || type === 4) {
      const text = nodeText(child) as string;
      if (text !== '') kids.push(text);
    }
  }
  return kids;
}

/** What is in a template is not in the document: nothing of it is shown, and nothing can be fired there. */
function templateKids(template: HTMLTemplateElement): TreeNode[] {
  hostFragment(template.content, template);
  observeTree(template.content);
  return plainKids(template.content);
}

function plainKids(parent: Node): TreeNode[] {
  const kids: TreeNode[] = [];
  for (let child = firstNode(parent); child; child = nextNode(child)) {
    if (nodeKind(child) === 1) kids.push(plainNode(child as Element));
    else if (nodeKind(child) === 3 || nodeKind(child) === 4) {
      const text = nodeText(child);
      if (text) kids.push(text);
    }
  }
  return kids;
}

function plainNode(element: Element): ElementNode {
  const tag = elementName(element);
  const node = readOwn(element, tag);
  const inner = tag === 'template' && !node.ns ? (element as HTMLTemplateElement).content : element;
  const kids = withoutKids.has(tag) ? [] : plainKids(inner);
  if (kids.length > 0) node.kids = kids;
  return node;
}

function keepShadow(root: ShadowRoot, inside: KeptElements[], hidden: boolean, below: number): ShadowTree {
  observeTree(root);
  const sheets = sheetTexts(root.adoptedStyleSheets);
  return { mode: root.mode, kids: keepKids(root, inside, hidden, below), ...(sheets && { sheets }) };
}

function keepFrame(
  kept: KeptElements,
  node: Mutable<ElementNode>,
  inside: KeptElements[],
  below: number,
): void {
  const source = frameDocument(kept.element as HTMLIFrameElement);
  if (source) {
    observeTree(source);
    const element = rootElement(source);
    // Rules, focus and target of a frame are its own: it is looked at as a whole unless it is large.
    const large = element && (keptOf(element)?.size ?? 0) > marking.small;
    const root = element ? keep(element, false, large ? below : below | mark.deep) : null;
    if (root) inside.push(root);
    node.frame = documentTree(source, root, kept.node.frame);
    return;
  }
  if ((kept.element as HTMLIFrameElement).contentWindow) foreignFrames.push(kept.element);
}
