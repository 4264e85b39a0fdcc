import { foreignContent, Token } from 'parse5';
import type { AttributeList } from '../../../../dom/reading/attributes.ts';
import type { ElementNode, TreeNode } from '../../../../model/document.ts';
import { giveUp } from './outline.ts';

/** An element whose content is still being read. */
interface OpenElement {
  readonly node: { -readonly [Key in keyof ElementNode]: ElementNode[Key] };
  kids: TreeNode[] | null;
}

/** Makes the tree of a page while its text is read: node for node what a parser would make of it. */
export class Nodes {
  readonly #open: OpenElement[] = [];
  #root: ElementNode | null = null;
  /** A comment stands before what comes next: text behind it is no part of the text before it. */
  #apart = false;

  open(tag: string, drawn: boolean, attributes: AttributeList): void {
    const node: OpenElement['node'] = drawn ? { tag, ns: 'svg' } : { tag };
    if (attributes.count > 0) node.attrs = drawn ? drawnAttributes(attributes) : plainAttributes(attributes);
    this.#add(node);
    this.#open.push({ node, kids: null });
  }

  text(text: string): void {
    const { kids } = this.#open.at(-1) as OpenElement;
    const before = kids?.at(-1);
    // What is closed without having been opened stands between texts, but parts none.
    if (kids && typeof before === 'string' && !this.#apart) kids[kids.length - 1] = before + text;
    else this.#add(text);
    this.#apart = false;
  }

  comment(): void {
    this.#apart = true;
  }

  close(): void {
    this.#open.pop();
    this.#apart = false;
  }

  /** The root, its elements being closed. */
  end(): ElementNode {
    return this.#root as ElementNode;
  }

  #add(node: TreeNode): void {
    const parent = this.#open.at(-1);
    this.#apart = false;
    if (!parent) this.#root = node as ElementNode;
    else if (parent.kids) parent.kids.push(node);
    else {
      parent.kids = [node];
      parent.node.kids = parent.kids;
    }
  }
}

function plainAttributes(attributes: AttributeList): Record<string, string> {
  // Setting it would name no attribute.
  if (attributes.has('__proto__')) giveUp();
  return attributes.record();
}

/** Attributes of drawings have spellings and prefixes of their own (HTML §13.2.6.5). */
function drawnAttributes({ names, values, count }: AttributeList): Record<string, string> {
  const attrs = Array.from({ length: count }, (_, at) => ({
    name: names[at] as string,
    value: values[at] as string,
  }));
  const token = { type: Token.TokenType.START_TAG, attrs } as Token.TagToken;
  foreignContent.adjustTokenSVGAttrs(token);
  foreignContent.adjustTokenXMLAttrs(token);
  return Object.fromEntries(
    token.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
  );
}
