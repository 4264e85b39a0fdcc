/** Runs in a stored page that is shown in a frame of the application: outlines what it is told, tells what is clicked. */

/** What the application tells the page. */
export type PointAsk =
  /** The texts of the page with their numbers, in its order. */
  | { readonly kind: 'texts'; readonly texts: readonly (readonly [number: number, text: string])[] }
  /** Values of fields, by the numbers of their texts. */
  | { readonly kind: 'fields'; readonly fields: readonly PointedField[]; readonly scroll?: boolean }
  /** Elements by their XPaths, each in a colour from 0 to 7. */
  | {
      readonly kind: 'elements';
      readonly elements: readonly { readonly xpath: string; readonly colour: number }[];
    }
  /** An element by its XPath, and what is said of it. */
  | { readonly kind: 'element'; readonly xpath: string; readonly label: string };

/** A field whose values are outlined. */
export interface PointedField {
  readonly name: string;
  /** 0 to 7. */
  readonly colour: number;
  readonly numbers: readonly number[];
}

/** What the page tells the application. */
export type PointSaid =
  | { readonly kind: 'ready' }
  | { readonly kind: 'picked'; readonly number: number }
  | { readonly kind: 'shown'; readonly found: boolean };

/** Colours of outlines, dark enough on white and light enough on black to be seen on any page. */
const colours = ['#0b7a75', '#b3541e', '#6a3fb5', '#1f6fd1', '#a8327d', '#5d7a0b', '#c0392b', '#3d5a80'];

const style = `
.argiope-text{cursor:pointer!important}
.argiope-text:hover{outline:2px dashed #888!important;outline-offset:1px}
.argiope-field{outline:2px solid var(--argiope-colour)!important;outline-offset:1px;border-radius:2px;background:color-mix(in srgb,var(--argiope-colour) 16%,transparent)!important}
.argiope-element{outline:3px solid var(--argiope-colour)!important;outline-offset:1px;background:color-mix(in srgb,var(--argiope-colour) 18%,transparent)!important}
.argiope-name::before{content:attr(data-argiope-name);display:inline-block;margin-right:.35em;padding:0 .4em;border-radius:2px;background:var(--argiope-colour);color:#fff;font:600 11px/1.5 system-ui,sans-serif;letter-spacing:0;text-transform:none;vertical-align:middle}
.argiope-box{position:absolute;z-index:2147483647;pointer-events:none;border:4px solid #c0392b;border-radius:6px;box-shadow:0 0 0 9999px rgb(0 0 0/.28)}
.argiope-box span{position:absolute;left:-4px;top:100%;padding:2px 10px;background:#c0392b;color:#fff;font:600 22px/1.5 system-ui,sans-serif;white-space:nowrap}
`;

// The last one is ours, whatever the page holds.
const script = [...document.querySelectorAll('script[data-app]')].at(-1);
const app = script?.getAttribute('data-app') ?? '';
const spans = new Map<number, HTMLElement>();

// Only the application may frame the page, and what it is told is no secret.
const say = (said: PointSaid) => parent.postMessage(said, '*');

/** Puts each text into an element of its own that knows its number; texts are met in the order of the page. */
function numberTexts(texts: readonly (readonly [number, string])[]): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest('script,style,option,textarea,svg,.argiope-text')) nodes.push(node);
  }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  let next = 0;
  for (const node of nodes) {
    const own = plain(node.data);
    if (own === '') continue;
    // What the page has and the list has not, and the other way round, must not throw the rest out of step.
    const found = texts.findIndex(([, text], at) => at >= next && at < next + 60 && plain(text) === own);
    if (found < 0) continue;
    next = found + 1;
    const span = document.createElement('span');
    span.className = 'argiope-text';
    node.replaceWith(span);
    span.append(node);
    spans.set((texts[found] as readonly [number, string])[0], span);
  }
}

function outlineFields(fields: readonly PointedField[], isScrolled: boolean): void {
  for (const span of spans.values()) {
    span.classList.remove('argiope-field', 'argiope-name');
    span.removeAttribute('data-argiope-name');
  }
  let first: HTMLElement | null = null;
  for (const { name, colour, numbers } of fields) {
    for (const number of numbers) {
      const span = spans.get(number);
      if (!span) continue;
      span.classList.add('argiope-field');
      span.style.setProperty('--argiope-colour', colours[colour % colours.length] ?? '#000');
      span.classList.add('argiope-name');
      span.dataset.argiopeName = name;
      first ??= span;
    }
  }
  if (isScrolled) first?.scrollIntoView({ block: 'center' });
  say({ kind: 'shown', found: first !== null });
}

/** The element of a path such as `/HTML/BODY[1]/DIV[2]`. */
function elementAt(xpath: string): Element | null {
  let at: Element | null = null;
  for (const step of xpath.split('/').filter(Boolean)) {
    const [, name = '', nth = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    if (at === null) {
      at = document.documentElement;
      continue;
    }
    const same: Element[] = [...at.children].filter((child) => child.tagName.toUpperCase() === name);
    const found: Element | undefined = same[Number(nth) - 1];
    if (!found) return null;
    at = found;
  }
  return at;
}

function outlineElements(elements: readonly { readonly xpath: string; readonly colour: number }[]): void {
  for (const old of document.querySelectorAll('.argiope-element')) old.classList.remove('argiope-element');
  const found = elements.flatMap(({ xpath, colour }) => {
    const element = elementAt(xpath);
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return [];
    element.classList.add('argiope-element');
    element.style.setProperty('--argiope-colour', colours[colour % colours.length] ?? '#000');
    return [element];
  });
  say({ kind: 'shown', found: found.length > 0 });
}

function outlineElement(xpath: string, label: string): void {
  for (const old of document.querySelectorAll('.argiope-box')) old.remove();
  const element = elementAt(xpath);
  if (element) {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const box = document.createElement('div');
    box.className = 'argiope-box';
    Object.assign(box.style, {
      left: `${left + scrollX - 8}px`,
      top: `${top + scrollY - 8}px`,
      width: `${width + 16}px`,
      height: `${height + 16}px`,
    });
    const name = document.createElement('span');
    name.textContent = label;
    // What stands on the right is named to the left.
    if (left > innerWidth / 2) Object.assign(name.style, { left: 'auto', right: '-4px' });
    box.append(name);
    document.body.append(box);
  }
  say({ kind: 'shown', found: element !== null });
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

addEventListener('message', ({ data, source, origin }: MessageEvent<PointAsk>) => {
  if (source !== parent || origin !== app) return;
  switch (data.kind) {
    case 'texts':
      return numberTexts(data.texts);
    case 'fields':
      return outlineFields(data.fields, data.scroll ?? false);
    case 'elements':
      return outlineElements(data.elements);
    case 'element':
      return outlineElement(data.xpath, data.label);
  }
});
// Links of the page lead nowhere here: a click points.
document.addEventListener(
  'click',
  (event) => {
    event.preventDefault();
    const span = (event.target as Element | null)?.closest?.('.argiope-text');
    for (const [number, own] of spans) if (own === span) say({ kind: 'picked', number });
  },
  true,
);
say({ kind: 'ready' });
