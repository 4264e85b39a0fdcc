import { isTablePlace, placeInside } from '../../dom/spelling-tables.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import { covered, formElement, hasLeaf, takesTextLinks, textLink } from './anchors.ts';
import { type DocumentPlaces, mirrorAttributes } from './attributes.ts';
import { rewriteElement } from './elements.ts';
import { mirrorLink, mirrorMeta, mirrorStyle, popoverRules } from './head.ts';
import { inertNames } from './inert-names.ts';
import { rewriteSheet } from './sheets.ts';
import { Sprites } from './sprites.ts';
import type { Target } from './targets.ts';
import type { PageWork, Stand } from './work.ts';

/** The event element around a node: where it leads, and whether its empty parts must be covered. */
export interface Go {
  readonly target: Target;
  readonly cover: boolean;
}

/** A tree of its own for names: the document, or one shadow root. */
export interface NameTree {
  readonly shadow: boolean;
  readonly maps: Map<Target, ElementNode>;
  form: boolean;
  /** Whether a popover in it was open. */
  popover: boolean;
}

/** Turns one captured document into the tree of its mirror file. */
export class DocumentRewriter {
  readonly document: DocumentTree;
  readonly work: PageWork;
  readonly stand: Stand;
  readonly places: DocumentPlaces;
  readonly sprites = new Sprites();
  /** Text of a frame's document. */
  readonly frameHtml: (frame: DocumentTree) => string;
  /** Whether an element was marked, which needs a rule in the head. */
  marks = false;
  readonly #linked = new Set<Target>();
  readonly #met = new Set<Target>();
  /** Elements as they were captured, of those that had to lose something. */
  readonly #captured = new Map<ElementNode, ElementNode>();

  constructor(
    document: DocumentTree,
    work: PageWork,
    stand: Stand,
    frameHtml: (frame: DocumentTree) => string,
  ) {
    this.document = document;
    this.work = work;
    this.stand = stand;
    this.frameHtml = frameHtml;
    const { files, miss, assets } = work;
    this.places = { files, miss, assets: stand.root + assets, base: document.base, page: document.url };
  }

  /** The body, with whatever else a script put beside it at its end. */
  body(): ElementNode {
    const { root } = this.document;
    const scope: NameTree = { shadow: false, maps: new Map(), form: false, popover: false };
    const go = this.goAt(root, null);
    if (root.tag !== 'html') return { tag: 'body', kids: this.kids([root], 'body', go, scope) };
    const kids = root.kids ?? [];
    const body = kids.find(
      (kid) => typeof kid !== 'string' && (kid.tag === 'body' || kid.tag === 'frameset'),
    );
    const stray = kids.filter((kid) => typeof kid !== 'string' && kid !== body && kid.tag !== 'head');
    const built = this.#container(
      this.inert((body ?? { tag: 'body' }) as ElementNode) as ElementNode,
      go,
      scope,
    );
    const late = this.kids(stray, 'body', go, scope);
    return { ...built, kids: [...(built.kids ?? []), ...late, ...this.#extras(scope)] };
  }

  /** The whole document around a body. */
  html(body: ElementNode): ElementNode {
    const { root, lang } = this.document;
    const attrs = root.tag === 'html' ? mirrorAttributes(inertNames(root) ?? root, this.places) : {};
    if (lang !== '' && attrs.lang === undefined) attrs.lang = lang;
    return { tag: 'html', attrs, kids: [this.#head(), body] };
  }

  /** Targets that no link could be made for. */
  related(): ElementNode[] {
    return [...this.#met]
      .filter((target) => !this.#linked.has(target))
      .map(({ file, label }) => ({
        tag: 'link',
        attrs: { rel: 'related', href: this.stand.root + file, title: label },
      }));
  }

  /** Notes that a target has a link. */
  linked(target: Target): Target {
    this.#linked.add(target);
    return target;
  }

  /** An element under inert names alone; `null` where its own is none. */
  inert(captured: ElementNode): ElementNode | null {
    const node = inertNames(captured);
    if (node !== null && node !== captured) this.#captured.set(node, captured);
    return node;
  }

  /** The target of an element's own event. */
  targetOf(node: ElementNode): Target | null {
    const target = this.work.targets.byElement.get(this.#captured.get(node) ?? node);
    if (target === undefined) return null;
    this.#met.add(target);
    return target;
  }

  /** What a form answered that was asked. */
  answersOf(node: ElementNode): readonly Target[] {
    return this.work.targets.byForm?.get(this.#captured.get(node) ?? node) ?? [];
  }

  /** What holds for the content of an element: its own event, else that of an element around it. */
  goAt(node: ElementNode, go: Go | null): Go | null {
    const target = this.targetOf(node);
    return target === null ? go : { target, cover: !hasLeaf(node) };
  }

  kids(kids: readonly TreeNode[], parent: string, go: Go | null, scope: NameTree): TreeNode[] {
    const out: TreeNode[] = [];
    const links = go !== null && !go.cover && takesTextLinks(parent) && !isTablePlace(placeInside(parent));
    for (const kid of kids) {
      if (typeof kid !== 'string') rewriteElement(this, kid, go, scope, out);
      else if (links && kid.trim() !== '') out.push(textLink(this.linked(go.target), this.stand, [kid]));
      else out.push(kid);
    }
    // A list that has grown has room for sixteen more, which a page of many small elements pays for.
    return out.slice();
  }

  /** An element whose content is rewritten and that otherwise stays what it is. */
  element(node: ElementNode, attrs: Record<string, string>, go: Go | null, scope: NameTree): ElementNode {
    const kids = node.kids ? this.kids(node.kids, node.tag, go, scope) : [];
    const { tag, ns, shadow } = node;
    if (attrs['data-argiope-popover'] !== undefined) this.#notePopover(scope);
    const named: ElementNode = isEmpty(attrs) ? { tag, kids } : { tag, attrs, kids };
    const plain: ElementNode = ns ? { ...named, ns } : named;
    const built = shadow ? { ...plain, shadow: this.#shadow(shadow, go) } : plain;
    if (!go?.cover || scope.shadow || node.ns || kids.some((kid) => typeof kid !== 'string')) return built;
    this.marks = true;
    return covered(built, this.linked(go.target), this.stand);
  }

  #notePopover(scope: NameTree): void {
    scope.popover = true;
    if (!scope.shadow) this.marks = true;
  }

  #container(node: ElementNode, go: Go | null, scope: NameTree): ElementNode {
    return this.element(node, mirrorAttributes(node, this.places), this.goAt(node, go), scope);
  }

  #shadow(shadow: NonNullable<ElementNode['shadow']>, go: Go | null): NonNullable<ElementNode['shadow']> {
    const scope: NameTree = { shadow: true, maps: new Map(), form: false, popover: false };
    const kids = this.kids(shadow.kids, '#shadow', go, scope);
    const own = (shadow.sheets ?? []).map((sheet) => rewriteSheet(sheet, this.places.base, this.places));
    const sheets = scope.popover ? [popoverRules, ...own] : own;
    return { mode: shadow.mode, kids: [...kids, ...this.#extras(scope)], sheets };
  }

  #extras(scope: NameTree): ElementNode[] {
    const sprites = scope.shadow ? null : this.sprites.element();
    return [...scope.maps.values(), ...(scope.form ? [formElement()] : []), ...(sprites ? [sprites] : [])];
  }

  /** What the page is called instead of its title. */
  get #label(): string | undefined {
    return this.stand.inFrame ? undefined : this.work.origin.label;
  }

  #head(): ElementNode {
    const { document, places } = this;
    const head = (document.root.kids ?? []).find((kid) => typeof kid !== 'string' && kid.tag === 'head');
    const kids: ElementNode[] = [];
    for (const kid of (head as ElementNode | undefined)?.kids ?? []) {
      const kept = typeof kid === 'string' ? null : this.#headElement(kid);
      if (kept) kids.push(kept);
    }
    const title = this.#label ?? document.title;
    if (title !== '' && !kids.some(({ tag }) => tag === 'title'))
      kids.unshift({ tag: 'title', kids: [title] });
    for (const sheet of document.sheets ?? []) {
      kids.push({ tag: 'style', kids: [rewriteSheet(sheet, places.base, places)] });
    }
    return { tag: 'head', kids };
  }

  /** Nothing else in a head is shown, and the parser would end the head at it. */
  #headElement(captured: ElementNode): ElementNode | null {
    const node = inertNames(captured);
    switch (node?.tag) {
      case 'title':
        return this.#label !== undefined ? null : { tag: 'title', kids: node.kids ?? [] };
      case 'meta':
        return mirrorMeta(node, this.places);
      case 'link':
        return mirrorLink(node, this.places);
      case 'style':
        return mirrorStyle(node, this.places);
      default:
        return null;
    }
  }
}

function isEmpty(attrs: Record<string, string>): boolean {
  for (const _ in attrs) return false;
  return true;
}
