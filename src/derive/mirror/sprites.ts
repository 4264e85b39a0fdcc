import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { ElementNode, TreeNode } from '../../model/document.ts';

type Parsed = DefaultTreeAdapterTypes.ChildNode;

/**
 * Symbols of SVG files that a page draws with `use`, copied into the page.
 *
 * From `file://` a browser does not let a page look into another file, so the reference itself would
 * stay empty. Ids are prefixed: they must not meet those of the page.
 */
export class Sprites {
  readonly #parts = new Map<string, ElementNode>();
  readonly #files = new Map<string, ReadonlyMap<string, ElementNode>>();

  /** Copies the element `id` of a file and all that it refers to; gives its id in the page, `null` if it is not there. */
  take(file: string, svg: string, id: string): string | null {
    let parts = this.#files.get(file);
    if (!parts) {
      parts = elementsById(svg);
      this.#files.set(file, parts);
    }
    if (!parts.has(id)) return null;
    const prefix = `argiope-${file.slice(0, 8)}-`;
    this.#copy(id, parts, prefix);
    return prefix + id;
  }

  /** The copies, in a drawing that takes no room; `null` where there are none. */
  element(): ElementNode | null {
    if (this.#parts.size === 0) return null;
    const style =
      'position:absolute!important;width:0!important;height:0!important;overflow:hidden!important';
    return {
      tag: 'svg',
      ns: 'svg',
      attrs: { 'aria-hidden': 'true', style },
      kids: [...this.#parts.values()],
    };
  }

  #copy(id: string, parts: ReadonlyMap<string, ElementNode>, prefix: string): void {
    const part = parts.get(id);
    if (!part || this.#parts.has(prefix + id)) return;
    const wanted = new Set<string>();
    this.#parts.set(prefix + id, prefixed(part, prefix, wanted));
    for (const other of wanted) if (!contains(part, other)) this.#copy(other, parts, prefix);
  }
}

function elementsById(svg: string): ReadonlyMap<string, ElementNode> {
  const found = new Map<string, ElementNode>();
  const visit = (node: TreeNode): void => {
    if (typeof node === 'string') return;
    const id = node.attrs?.id;
    if (id !== undefined && !found.has(id)) found.set(id, node);
    for (const kid of node.kids ?? []) visit(kid);
  };
  for (const node of parseFragment(svg).childNodes) {
    for (const made of convert(node)) visit(made);
  }
  return found;
}

/** Parts of a drawing that a sprite has no use for, or that would load something. */
const unsafe = new Set(['style', 'foreignObject', 'a', 'image', 'feImage']);

function convert(node: Parsed): TreeNode[] {
  if (node.nodeName === '#text') return [(node as DefaultTreeAdapterTypes.TextNode).value];
  const element = node as DefaultTreeAdapterTypes.Element;
  if (element.tagName === undefined || !element.namespaceURI.endsWith('/svg') || unsafe.has(element.tagName))
    return [];
  const attrs: Record<string, string> = {};
  for (const { name, prefix, value } of element.attrs) {
    attrs[prefix ? `${prefix}:${name}` : name] = value;
  }
  return [{ tag: element.tagName, ns: 'svg', attrs, kids: element.childNodes.flatMap(convert) }];
}

function prefixed(node: ElementNode, prefix: string, wanted: Set<string>): ElementNode {
  const attrs: Record<string, string> = {};
  for (const [name, value] of Object.entries(node.attrs ?? {})) {
    const local = localValue(name, value, prefix, wanted);
    if (local !== null) attrs[name] = local;
  }
  const kids = (node.kids ?? []).map((kid) =>
    typeof kid === 'string' ? kid : prefixed(kid, prefix, wanted),
  );
  return { tag: node.tag, ns: 'svg', attrs, kids };
}

function localValue(name: string, value: string, prefix: string, wanted: Set<string>): string | null {
  if (name === 'id') return prefix + value;
  if (name === 'href' || name === 'xlink:href') {
    if (!value.startsWith('#')) return null;
    wanted.add(value.slice(1));
    return `#${prefix}${value.slice(1)}`;
  }
  // An escape could hide the name of a function that loads something.
  if (value.includes('\\')) return null;
  if (!/url\(/i.test(value)) return value;
  const local = value.replace(/url\(\s*["']?#([^"')]+)["']?\s*\)/gi, (_all, id: string) => {
    wanted.add(id);
    return `url(#${prefix}${id})`;
  });
  return /url\(\s*["']?[^#"'\s]/i.test(local) ? null : local;
}

function contains(node: ElementNode, id: string): boolean {
  return (node.kids ?? []).some(
    (kid) => typeof kid !== 'string' && (kid.attrs?.id === id || contains(kid, id)),
  );
}
