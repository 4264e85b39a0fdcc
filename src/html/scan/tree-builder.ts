import { foreignContent, type Token } from 'parse5';
import type { AttributeList } from '../../dom/reading/attributes.ts';
import { remembering } from '../../model/bounded-map.ts';
import type { ElementNode, TreeNode } from '../../model/document.ts';
import { giveUp } from './outline.ts';
import type { MarkupSink } from './sink.ts';

type Attributes = Readonly<Record<string, string>>;

/** An element that is open. Used again, one for each depth. */
class Open {
  tag = '';
  ns: 'svg' | 'math' | undefined = undefined;
  attrs: Attributes | undefined = undefined;
  kids: TreeNode[] | undefined = undefined;
  /** Whether the last kid is a text that another would be joined to. */
  joins = false;
}

/** Builds the tree of a page as it is read: that of the standard's parser, without comments. */
export class TreeBuilder implements MarkupSink {
  readonly #open: Open[] = [];
  #depth = 0;
  /** The root, once it is closed. */
  root: ElementNode = { tag: 'html' };

  open(tag: string, ns: 'svg' | 'math' | undefined, attributes: AttributeList): void {
    this.#open[this.#depth] ??= new Open();
    const open = this.#open[this.#depth++] as Open;
    open.tag = tag;
    open.ns = ns;
    open.attrs = attributes.count === 0 ? undefined : recordOf(attributes, ns === 'svg');
    open.kids = undefined;
    open.joins = false;
  }

  text(text: string): void {
    const open = this.#open[this.#depth - 1] as Open;
    const { kids } = open;
    if (kids === undefined) open.kids = [text];
    else if (open.joins) kids[kids.length - 1] += text;
    else kids.push(text);
    open.joins = true;
  }

  close(): void {
    const node = nodeOf(this.#open[--this.#depth] as Open);
    const parent = this.#open[this.#depth - 1];
    if (this.#depth === 0 || parent === undefined) {
      this.root = node;
      return;
    }
    if (parent.kids === undefined) parent.kids = [node];
    else parent.kids.push(node);
    parent.joins = false;
  }

  /** A comment stands here: texts before and behind it are two. */
  comment(): void {
    const open = this.#open[this.#depth - 1];
    if (this.#depth > 0 && open !== undefined) open.joins = false;
  }
}

function nodeOf({ tag, ns, attrs, kids }: Open): ElementNode {
  if (ns !== undefined) return { tag, ns, ...(attrs && { attrs }), ...(kids && { kids: trimmed(kids) }) };
  if (kids === undefined) return attrs === undefined ? { tag } : { tag, attrs };
  return attrs === undefined ? { tag, kids: trimmed(kids) } : { tag, attrs, kids: trimmed(kids) };
}

/** A list that has grown has room for sixteen more. */
function trimmed(kids: readonly TreeNode[]): readonly TreeNode[] {
  return kids.length < 2 ? kids : kids.slice();
}

function recordOf({ names, values, count }: AttributeList, drawn: boolean): Attributes {
  const record: Record<string, string> = {};
  for (let at = 0; at < count; at++) {
    const name = names[at] as string;
    // Set like any other name, it would be no attribute but another prototype.
    if (name === '__proto__') giveUp();
    record[drawn ? svgAttribute(name) : name] = values[at] as string;
  }
  return record;
}

/** The spelling of an SVG attribute's name (`viewBox`). */
const svgAttribute = remembering(2000, (name: string) => {
  const attribute = { name, value: '' };
  foreignContent.adjustTokenSVGAttrs({ attrs: [attribute] } as unknown as Token.TagToken);
  return attribute.name;
});
