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
