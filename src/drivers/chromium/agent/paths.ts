/** Gives the paths of elements within one capture; siblings are counted once per parent. */
export function makePaths(): (element: Element) => string {
  const steps = new Map<Element, string>();
  const prefixes = new Map<Node, string>();

  const stepOf = (element: Element, parent: Node): string => {
    const known = steps.get(element);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (let child = (parent as ParentNode).firstElementChild; child; child = child.nextElementSibling) {
      const index = (counts.get(child.localName) ?? 0) + 1;
      counts.set(child.localName, index);
      steps.set(child, `/${child.localName.toUpperCase()}[${index}]`);
    }
    return steps.get(element) ?? '';
  };

  const prefixOf = (parent: Node): string => {
    let prefix = prefixes.get(parent);
    if (prefix !== undefined) return prefix;
    const host = (parent as ShadowRoot).host as Element | undefined;
    const frame = parent.nodeType === 9 ? (parent as Document).defaultView?.frameElement : null;
    if (parent.nodeType === 1) prefix = pathOf(parent as Element);
    else if (host) prefix = `${pathOf(host)}/#shadow`;
    else prefix = frame && parent !== document ? `${pathOf(frame)}/#document` : '';
    prefixes.set(parent, prefix);
    return prefix;
  };

  const pathOf = (element: Element): string => {
    const parent = element.parentNode;
    if (!parent) return '';
    if (parent.nodeType === 9) return `${prefixOf(parent)}/${element.localName.toUpperCase()}`;
    return prefixOf(parent) + stepOf(element, parent);
  };
  return pathOf;
}
