import { sourceText } from './source-text.ts';
import { elementAround } from './unhidden.ts';

/** A node of a virtual document, as far as Vue 2 shows it. */
interface VirtualNode {
  readonly elm?: unknown;
  readonly data?: { readonly on?: Readonly<Record<string, unknown>> };
  readonly children?: readonly VirtualNode[];
  readonly componentInstance?: unknown;
}

/** A component of Vue 2. */
interface Component {
  readonly _vnode?: VirtualNode | null;
  readonly $vnode?: VirtualNode | null;
  readonly $parent?: Component | null;
}

/** Nodes of one component that are looked through. */
const vueNodesAtMost = 10_000;

const vueIndices = new WeakMap<VirtualNode, ReadonlyMap<unknown, VirtualNode>>();

/**
 * Vue 2 (from 2.6 on) binds a function around what it calls, and the function tells of nothing: it only looks whether
 * the event came before it was bound. What it calls stands in the virtual document, with the name of what was put around it.
 */
export function vueInvoker(target: object, type: string, listener: object): object | null {
  if (!sourceText(listener).includes('.timeStamp') || !('nodeType' in target)) return null;
  for (const { data } of vueNodesOf(target as Element)) {
    for (const name of Object.keys(data?.on ?? {})) {
      if (name.replace(/^[&~!]+/, '') !== type) continue;
      const invoker = data?.on?.[name];
      if ((invoker as { _wrapper?: unknown } | null)?._wrapper === listener) return invoker as object;
    }
  }
  return null;
}

/** What stands for an element: in its component, and for a component's root in those around it. */
function vueNodesOf(element: Element): readonly VirtualNode[] {
  let root: Element | null = element;
  while (root && !vueComponentOf(root)) root = elementAround(root);
  let component = root && vueComponentOf(root);
  const own = component?._vnode && vueIndexOf(component._vnode).get(element);
  const found = own ? [own] : [];
  while (component && root === element) {
    const around: VirtualNode | null | undefined = component.$vnode;
    if (around) found.push(around);
    component = around && around === component.$parent?._vnode ? component.$parent : null;
  }
  return found;
}

function vueComponentOf(element: Element): Component | undefined {
  return (element as unknown as { __vue__?: Component }).__vue__;
}

/** The nodes of a component by their elements; each rendering makes new ones. */
function vueIndexOf(top: VirtualNode): ReadonlyMap<unknown, VirtualNode> {
  const known = vueIndices.get(top);
  if (known) return known;
  const index = new Map<unknown, VirtualNode>();
  const left = [top];
  for (let node = left.pop(); node && index.size < vueNodesAtMost; node = left.pop()) {
    if (node.elm) index.set(node.elm, node);
    if (!node.componentInstance && Array.isArray(node.children)) left.push(...node.children);
  }
  vueIndices.set(top, index);
  return index;
}
