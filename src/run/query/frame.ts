import { createHash } from 'node:crypto';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/index.ts';

/** What a page shows whatever is asked: its elements, by where they stand and what they say. */
export type AnswerFrame = ReadonlySet<string>;

/** Letters of what an element says that are kept as they are; what is longer stands for itself by its hash. */
const mostLetters = 500;

/** The frame of answers, by one to something that no record has. */
export function answerFrame({ root }: DocumentTree): AnswerFrame {
  const frame = new Set<string>();
  const look = (node: ElementNode, way: string): string => {
    const said = (node.kids ?? []).reduce<string>(
      (text, kid) => joined(text, typeof kid === 'string' ? kid : look(kid, wayTo(kid, way))),
      '',
    );
    frame.add(`${way} ${said}`);
    return said;
  };
  look(root, wayTo(root, ''));
  return frame;
}

/** An answer without its frame; heads of tables stay, since they say what stands below them. */
export function withoutFrame(document: DocumentTree, frame: AnswerFrame): DocumentTree {
  const rest = (node: ElementNode, way: string): { readonly node: ElementNode | null; said: string } => {
    let said = '';
    const kids: TreeNode[] = [];
    for (const kid of node.kids ?? []) {
      const left = typeof kid === 'string' ? { node: kid, said: kid } : rest(kid, wayTo(kid, way));
      said = joined(said, left.said);
      if (left.node !== null) kids.push(left.node);
    }
    if (isHead(node)) return { node, said };
    return { node: frame.has(`${way} ${said}`) ? null : { ...node, kids }, said };
  };
  const root = rest(document.root, wayTo(document.root, '')).node ?? { ...document.root, kids: [] };
  return { ...document, root };
}

function joined(one: string, other: string): string {
  const text = `${one} ${other}`.trim();
  return text.length <= mostLetters ? text : createHash('sha256').update(text).digest('base64');
}

function isHead({ tag, kids = [] }: ElementNode): boolean {
  if (tag === 'head' || tag === 'thead') return true;
  return tag === 'tr' && kids.some((kid) => typeof kid !== 'string' && kid.tag === 'th');
}

function wayTo({ tag, attrs }: ElementNode, way: string): string {
  return `${way}/${tag}#${attrs?.id ?? ''}`;
}
