import type { FiltersEngine, Request, WebRequestType } from '@ghostery/adblocker';
import { compile, type Options } from 'css-select';
import type { PageNode, PreparedPage } from '../types.ts';
import { defaultFilters } from './default-list.ts';

/** Which elements ask for something by themselves, as requests call it. */
const asked: Readonly<Record<string, { readonly attribute: string; readonly type: WebRequestType }>> = {
  img: { attribute: 'src', type: 'image' },
  iframe: { attribute: 'src', type: 'sub_frame' },
  embed: { attribute: 'src', type: 'object' },
  object: { attribute: 'data', type: 'object' },
  video: { attribute: 'src', type: 'media' },
};

/** Adblock lists that say which parts of a page are advertisements. */
export class FilterList {
  readonly #engine: FiltersEngine;
  readonly #request: typeof Request;
  /** Selectors that hold on every page, whatever classes and ids it has. */
  readonly #everywhere: readonly string[];

  private constructor(engine: FiltersEngine, request: typeof Request) {
    this.#engine = engine;
    this.#request = request;
    const { styles } = this.#engine.getCosmeticsFilters({
      url: 'http://none.invalid/',
      hostname: 'none.invalid',
      domain: 'none.invalid',
      getBaseRules: true,
      getRulesFromDOM: false,
      getRulesFromHostname: false,
    });
    this.#everywhere = selectorsOf(styles);
  }

  /** Reads lists; what reads them is loaded with the first ones, since most commands need none. */
  static async of(lists: readonly string[] = [defaultFilters]): Promise<FilterList> {
    const { FiltersEngine, Request } = await import('@ghostery/adblocker');
    return new FilterList(FiltersEngine.parse(lists.join('\n')), Request);
  }

  /** Elements that the lists hide, or whose addresses they block; none of them lies inside another. */
  advertisements(page: PreparedPage): readonly number[] {
    const place = URL.parse(page.url ?? '') ?? new URL('http://none.invalid/');
    const marked = new Set([
      ...selectNodes(page, this.#selectors(page, place)),
      ...page.nodes.filter((node) => this.#isBlocked(node, place)).map(({ index }) => index),
    ]);
    return [...marked].filter((index) => !hasMarkedParent(page, index, marked)).sort((a, b) => a - b);
  }

  #selectors(page: PreparedPage, place: URL): readonly string[] {
    const { matches, allowGenericHides } = this.#engine.matchCosmeticFilters({
      url: place.href,
      hostname: place.hostname,
      domain: domainOf(place.hostname),
      ...attributesOf(page),
      getInjectionRules: false,
      getExtendedRules: false,
    });
    const own = matches.flatMap(({ filter, exception }) =>
      filter === undefined || exception !== undefined ? [] : filter.selector,
    );
    return [...new Set(allowGenericHides ? [...this.#everywhere, ...own] : own)];
  }

  #isBlocked({ tag, attrs }: PageNode, place: URL): boolean {
    const kind = asked[tag];
    const address = kind && attrs[kind.attribute];
    const url = address ? URL.parse(address, place) : null;
    if (!kind || url === null || !/^https?:$/.test(url.protocol)) return false;
    const request = this.#request.fromRawDetails({
      url: url.href,
      sourceUrl: place.href,
      type: kind.type,
    });
    return this.#engine.match(request).match;
  }
}

function attributesOf({ nodes }: PreparedPage): { classes: string[]; ids: string[]; hrefs: string[] } {
  const classes = new Set<string>();
  const ids = new Set<string>();
  const hrefs = new Set<string>();
  for (const { attrs } of nodes) {
    for (const name of (attrs.class ?? '').split(/\s+/)) if (name !== '') classes.add(name);
    if (attrs.id) ids.add(attrs.id);
    if (attrs.href) hrefs.add(attrs.href);
  }
  return { classes: [...classes], ids: [...ids], hrefs: [...hrefs] };
}

function hasMarkedParent({ nodes }: PreparedPage, index: number, marked: ReadonlySet<number>): boolean {
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1)
    if (marked.has(at)) return true;
  return false;
}

/** What a style sheet of the form `a,\nb { … }` selects. */
function selectorsOf(styles: string): readonly string[] {
  return styles
    .split(/\{[^{}]*\}/)
    .flatMap((heads) => heads.split(/,\n/))
    .map((selector) => selector.trim())
    .filter((selector) => selector !== '');
}

/** The last two labels of a name; lists name domains so, and are rarely about longer suffixes. */
function domainOf(hostname: string): string {
  return hostname.split('.').slice(-2).join('.');
}

/** Elements of a page that match any of the selectors; what is no selector is passed over. */
function selectNodes(page: PreparedPage, selectors: readonly string[]): readonly number[] {
  const options = adapterOf(page);
  const tests = selectors.flatMap((selector) => {
    try {
      return compile<PageNode, PageNode>(selector, options);
    } catch {
      // Lists hold selectors of every blocker's own dialect; one that is not understood hides nothing.
      return [];
    }
  });
  return page.nodes
    .filter((node) => isElement(node) && tests.some((test) => test(node)))
    .map(({ index }) => index);
}

function isElement(node: PageNode): node is PageNode {
  return !node.tag.startsWith('#');
}

function adapterOf({ nodes }: PreparedPage): Options<PageNode, PageNode> {
  const at = (index: number) => nodes[index] as PageNode;
  const parentOf = (node: PageNode) => (node.parent < 0 ? null : at(node.parent));
  const childrenOf = (node: PageNode) => node.kids.map(at);
  const below = (node: PageNode) => nodes.slice(node.index, node.end);
  return {
    cacheResults: false,
    adapter: {
      isTag: isElement,
      existsOne: (test, some) =>
        some.some((node) => below(node).some((each) => isElement(each) && test(each))),
      getAttributeValue: (node, name) => node.attrs[name],
      getChildren: childrenOf,
      getName: (node) => node.tag,
      getParent: parentOf,
      getSiblings: (node) => {
        const parent = parentOf(node);
        return parent === null ? [node] : childrenOf(parent);
      },
      getText: (node) =>
        below(node)
          .map(({ text }) => text)
          .join(' '),
      hasAttrib: (node, name) => name in node.attrs,
      removeSubsets: (some) => some.filter((node) => !some.includes(parentOf(node) as PageNode)),
      findAll: (test, some) =>
        some.flatMap((node) => below(node).filter((each) => isElement(each) && test(each))),
      findOne: (test, some) => some.flatMap(below).find((each) => isElement(each) && test(each)) ?? null,
    },
  };
}
