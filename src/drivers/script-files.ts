import { scriptAddresses } from '../dom/written.ts';
import type { Resource } from '../model/capture.ts';
import type { DocumentTree, ElementNode } from '../model/document.ts';

/** Finds the addresses in scripts that are files of their own; each file is read once. */
export class ScriptFiles {
  readonly #fetch: (url: string) => Promise<Resource | null>;
  readonly #read = new Map<string, Promise<readonly string[]>>();

  constructor(fetch: (url: string) => Promise<Resource | null>) {
    this.#fetch = fetch;
  }

  /** Addresses in the scripts that a page of the same host loads. */
  async of(document: DocumentTree): Promise<readonly string[]> {
    const files = scriptsOf(document.root, document.base);
    return (await Promise.all(files.map((url) => this.#addresses(url)))).flat();
  }

  #addresses(url: string): Promise<readonly string[]> {
    const known = this.#read.get(url);
    if (known) return known;
    const found = this.#fetch(url)
      .then((file) => (file ? scriptAddresses(new TextDecoder().decode(file.body), url) : []))
      // A script that cannot be had is missed by nobody but this.
      .catch(() => []);
    this.#read.set(url, found);
    return found;
  }
}

function scriptsOf(node: ElementNode, base: string): readonly string[] {
  const url = node.tag === 'script' && node.attrs?.src ? URL.parse(node.attrs.src, base) : null;
  const own = url !== null && url.host === URL.parse(base)?.host ? [url.href] : [];
  return [
    ...own,
    ...(node.kids ?? []).flatMap((kid) => (typeof kid === 'string' ? [] : scriptsOf(kid, base))),
  ];
}
