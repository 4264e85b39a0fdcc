import { fileAddress } from '../../dom/addresses.ts';
import { voidElements } from '../../dom/elements.ts';
import type { ElementNode, TreeNode } from '../../model/document.ts';
import { buttonAttributes, imageMap, isButtonInput, linkAttributes, svgLink } from './anchors.ts';
import { mirrorAttributes } from './attributes.ts';
import type { DocumentRewriter, Go, NameTree } from './document-rewriter.ts';
import { textareaText, withFormState, withSelection } from './form-state.ts';
import { mirrorLink, mirrorMeta, mirrorStyle } from './head.ts';
import { isLiveAnimation } from './inert-names.ts';
import { linkElement } from './link-element.ts';
import type { Target } from './targets.ts';

/**
 * Stands where something was taken out: not shown, but still a sibling, so that `:nth-child` and `+`
 * count as on the live page. The parser takes a template wherever it takes a script.
 */
const gap: ElementNode = { tag: 'template' };

/** Adds the mirror's form of an element to `out`. */
export function rewriteElement(
  doc: DocumentRewriter,
  captured: ElementNode,
  go: Go | null,
  scope: NameTree,
  out: TreeNode[],
): void {
  const node = doc.inert(captured);
  if (captured.ns !== undefined) {
    const drawn = node && foreignElement(doc, node, go, scope);
    if (drawn) out.push(drawn);
  } else out.push((node && htmlElement(doc, node, go, scope)) ?? gap);
}

function htmlElement(
  doc: DocumentRewriter,
  node: ElementNode,
  go: Go | null,
  scope: NameTree,
): ElementNode | null {
  const { places } = doc;
  switch (node.tag) {
    case 'template':
      return { tag: 'template', attrs: mirrorAttributes(node, places) };
    case 'meta':
      return mirrorMeta(node, places);
    case 'link':
      return mirrorLink(node, places);
    case 'style':
      return mirrorStyle(node, places);
    case 'a':
    case 'area':
      return linkElement(doc, node, go, scope);
    case 'img':
      return imageElement(doc, mirrorAttributes(node, places), doc.goAt(node, go), scope);
    case 'canvas':
      return canvasElement(doc, node, go, scope);
    case 'iframe':
    case 'frame':
      return frameElement(doc, node);
    case 'object':
    case 'embed':
      return pluginElement(doc, node, go, scope);
    case 'form':
      return formElement(doc, node, go, scope);
    case 'button':
      return buttonElement(doc, node, go, scope);
    case 'input':
      return inputElement(doc, node, go, scope);
    case 'textarea':
      doc.targetOf(node);
      return { tag: 'textarea', attrs: mirrorAttributes(node, places), kids: [textareaText(node)] };
    case 'select':
      return plainElement(doc, withSelection(node), doc.goAt(node, go), scope);
    default:
      return plainElement(doc, node, doc.goAt(node, go), scope);
  }
}

function plainElement(doc: DocumentRewriter, node: ElementNode, go: Go | null, scope: NameTree): ElementNode {
  const attrs = withFormState(node, mirrorAttributes(node, doc.places));
  return voidElements.has(node.tag) ? { tag: node.tag, attrs } : doc.element(node, attrs, go, scope);
}

function imageElement(
  doc: DocumentRewriter,
  attrs: Record<string, string>,
  go: Go | null,
  scope: NameTree,
): ElementNode {
  if (go !== null && attrs.usemap === undefined) {
    let map = scope.maps.get(go.target);
    if (!map) {
      map = imageMap(`argiope-map-${scope.maps.size + 1}`, doc.linked(go.target), doc.stand);
      scope.maps.set(go.target, map);
    }
    attrs.usemap = `#${map.attrs?.name}`;
  }
  return { tag: 'img', attrs };
}

/** Without scripts a canvas shows its fallback; an image of its pixels takes its place and size. */
function canvasElement(
  doc: DocumentRewriter,
  node: ElementNode,
  go: Go | null,
  scope: NameTree,
): ElementNode {
  const attrs = mirrorAttributes(node, doc.places);
  const width = Number.parseInt(attrs.width ?? '', 10) || 300;
  const height = Number.parseInt(attrs.height ?? '', 10) || 150;
  const blank = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`;
  const pixels = node.image !== undefined && /^data:image\//i.test(node.image) ? node.image : blank;
  attrs.src = pixels;
  attrs['data-argiope-was'] = 'canvas';
  return imageElement(doc, attrs, doc.goAt(node, go), scope);
}

const frameOnly = new Set(['src', 'sandbox', 'allow', 'credentialless', 'name-policy']);

function frameElement(doc: DocumentRewriter, node: ElementNode): ElementNode {
  doc.targetOf(node);
  const attrs: Record<string, string> = {};
  const all = mirrorAttributes(node, doc.places);
  for (const name in all) if (!frameOnly.has(name)) attrs[name] = all[name] as string;
  const { frames } = doc.work;
  const address = fileAddress(node.attrs?.src ?? '', doc.places.base);
  if (node.frame) {
    const { tag, frame } = node;
    Object.assign(attrs, frames.captured({ html: doc.frameHtml(frame), url: frame.url, tag }, doc.stand));
  } else if (address !== null) Object.assign(attrs, frames.foreign(address, doc.stand));
  return { tag: node.tag, attrs };
}

/** Plug-ins are documents that may run scripts: images are shown as images, and only PDF stays. */
function pluginElement(
  doc: DocumentRewriter,
  node: ElementNode,
  go: Go | null,
  scope: NameTree,
): ElementNode {
  const name = node.tag === 'object' ? 'data' : 'src';
  const reference = node.attrs?.[name] ?? '';
  const attrs = mirrorAttributes(node, doc.places);
  const address = fileAddress(reference, doc.places.base);
  const type =
    address === null
      ? (/^\s*data:([^;,]+)/i.exec(reference)?.[1] ?? '')
      : (doc.places.files.get(address)?.type ?? '');
  const { [name]: file, type: _type, usemap: _usemap, ...rest } = attrs;
  if (file !== undefined && /^image\//i.test(type)) {
    return imageElement(doc, { ...rest, src: file, 'data-argiope-was': node.tag }, doc.goAt(node, go), scope);
  }
  const kept = type === 'application/pdf' && address !== null ? attrs : rest;
  if (file !== undefined && address !== null && kept === rest)
    rest[`data-argiope-missing-${name}`] = reference;
  return node.tag === 'embed'
    ? { tag: 'embed', attrs: kept }
    : doc.element(node, kept, doc.goAt(node, go), scope);
}

/** A form asks the live site where asking changes nothing; all others do nothing (`dialog` outside a dialog). */
function formElement(doc: DocumentRewriter, node: ElementNode, go: Go | null, scope: NameTree): ElementNode {
  const { action, method, ...attrs } = mirrorAttributes(node, doc.places);
  const target = doc.targetOf(node);
  if (target?.event === 'submit') {
    doc.linked(target);
    return doc.element(node, { ...attrs, action: doc.stand.root + target.file, method: 'get' }, go, scope);
  }
  const address = action === undefined ? null : fileAddress(action, doc.places.base);
  const asks = !/^(?:post|dialog)$/i.test(method?.trim() ?? 'get');
  const state: Record<string, string> = asks
    ? { ...(method === undefined ? {} : { method }), ...(address === null ? {} : { action: address }) }
    : { method: 'dialog' };
  const built = doc.element(node, { ...attrs, ...state }, doc.goAt(node, go), scope);
  const answers = doc.answersOf(node);
  return answers.length === 0 ? built : { ...built, kids: [...(built.kids ?? []), answerList(doc, answers)] };
}

/** What a form answered, each by what it was asked with: without a server nobody else can ask it. */
function answerList(doc: DocumentRewriter, answers: readonly Target[]): ElementNode {
  const items = answers.map((target): ElementNode => {
    const link = {
      tag: 'a',
      attrs: linkAttributes(doc.linked(target), doc.stand),
      kids: [target.label || '(all)'],
    };
    return { tag: 'li', kids: [link] };
  });
  const summary: ElementNode = { tag: 'summary', kids: [`Stored answers: ${answers.length}`] };
  return { tag: 'details', attrs: { class: 'argiope-answers' }, kids: [summary, { tag: 'ul', kids: items }] };
}

function leadingOn(
  doc: DocumentRewriter,
  attrs: Record<string, string>,
  target: Target,
  scope: NameTree,
): Record<string, string> {
  scope.form = true;
  doc.linked(target);
  return { ...attrs, ...buttonAttributes(target, doc.stand, attrs.type) };
}

/** What a button sent is left out: it would go to the live site, or to a file that cannot take it. */
function withoutFormAttributes(attrs: Record<string, string>): Record<string, string> {
  const { formaction: _a, formmethod: _m, formenctype: _e, formtarget: _t, ...rest } = attrs;
  return rest;
}

function buttonElement(
  doc: DocumentRewriter,
  node: ElementNode,
  go: Go | null,
  scope: NameTree,
): ElementNode {
  const attrs = withoutFormAttributes(mirrorAttributes(node, doc.places));
  const here = doc.goAt(node, go);
  if (here === null) return doc.element(node, attrs, null, scope);
  return doc.element(node, leadingOn(doc, attrs, here.target, scope), { ...here, cover: false }, scope);
}

function inputElement(doc: DocumentRewriter, node: ElementNode, go: Go | null, scope: NameTree): ElementNode {
  const attrs = withFormState(node, withoutFormAttributes(mirrorAttributes(node, doc.places)));
  const here = doc.goAt(node, go);
  if (here === null || !isButtonInput(node)) return { tag: 'input', attrs };
  const type = (attrs.type ?? '').toLowerCase();
  // As a submit button it would get another default label.
  if (type === 'button') attrs.value ??= '';
  if (type === 'reset') attrs.value ??= 'Reset';
  return { tag: 'input', attrs: leadingOn(doc, attrs, here.target, scope) };
}

function foreignElement(
  doc: DocumentRewriter,
  node: ElementNode,
  go: Go | null,
  scope: NameTree,
): ElementNode | null {
  if (isLiveAnimation(node)) return null;
  if (node.tag === 'style') return mirrorStyle(node, doc.places);
  if (node.ns === 'svg' && node.tag === 'a') return linkElement(doc, node, go, scope);
  const own = doc.targetOf(node);
  const target = own ?? (node.tag === 'svg' ? (go?.target ?? null) : null);
  const attrs = mirrorAttributes(node, doc.places);
  if (node.tag === 'use') placeSprite(doc, node, attrs, scope);
  if (!pictures.has(node.tag)) keepPlaces(attrs);
  const built = doc.element(node, attrs, null, scope);
  return target === null || node.ns !== 'svg' ? built : svgLink(built, doc.linked(target), doc.stand);
}

const pictures = new Set(['image', 'feImage']);

/** What is no picture may refer to places inside the page, and a `use` to a saved file. */
function keepPlaces(attrs: Record<string, string>): void {
  for (const name of ['href', 'xlink:href']) {
    if (/^\s*[a-z][a-z0-9+.-]*:|^\s*\/\//i.test(attrs[name] ?? '')) delete attrs[name];
  }
}

function placeSprite(
  doc: DocumentRewriter,
  node: ElementNode,
  attrs: Record<string, string>,
  scope: NameTree,
): void {
  const reference = node.attrs?.href ?? node.attrs?.['xlink:href'] ?? '';
  const hash = reference.indexOf('#');
  const address = fileAddress(reference, doc.places.base);
  const file = address === null ? null : (doc.places.files.get(address) ?? null);
  if (hash < 1 || scope.shadow || !file?.svg) return;
  const id = doc.sprites.take(file.name, file.svg, reference.slice(hash + 1));
  if (id === null) return;
  delete attrs['xlink:href'];
  attrs.href = `#${id}`;
}
