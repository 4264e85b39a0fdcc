import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { cssReferences } from '../src/dom/css.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What is wrong with a mirror; all lists are empty where it is sound. */
export interface MirrorFaults {
  /** Files that were read: pages, frames and style sheets, the overview and the search left aside. */
  readonly files: number;
  /** Links to files that are not there, as `file: address`. */
  readonly deadLinks: string[];
  /** Anything that could run, as `file: what`. */
  readonly scripts: string[];
  /** Requests that a browser would make by itself to somewhere else, or for a file that is not there. */
  readonly external: string[];
}

/** Reads every page, frame and style sheet of a mirror's folder and lists what a static site must not have. */
export async function checkMirror(dir: string): Promise<MirrorFaults> {
  const checker = new Checker(resolve(dir));
  for (const file of await filesIn(resolve(dir))) await checker.file(file);
  return checker.faults;
}

async function filesIn(dir: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) found.push(...(await filesIn(path)));
    else found.push(path);
  }
  return found.sort();
}

const loading: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  embed: ['src'],
  object: ['data'],
  input: ['src'],
  iframe: ['src'],
  frame: ['src'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
  feimage: ['href', 'xlink:href'],
};

const silentLink =
  /^(?:canonical|original|related|alternate|next|prev|previous|author|license|help|up|first|last|index|me|bookmark|contents|glossary)$/i;

class Checker {
  readonly #dir: string;
  readonly #present = new Map<string, boolean>();
  #files = 0;
  #policy = false;
  readonly #deadLinks: string[] = [];
  readonly #scripts: string[] = [];
  readonly #external: string[] = [];

  constructor(dir: string) {
    this.#dir = dir;
  }

  get faults(): MirrorFaults {
    return {
      files: this.#files,
      deadLinks: this.#deadLinks,
      scripts: this.#scripts,
      external: this.#external,
    };
  }

  async file(path: string): Promise<void> {
    // The page to search in is no page of the site, and has a program of its own.
    if (path === join(this.#dir, 'search.html')) return;
    if (path.endsWith('.html')) {
      if (path !== join(this.#dir, 'overview.html')) this.#files++;
      this.#policy = false;
      await this.#node(parse(await readFile(path, 'utf8')), path);
      if (!this.#policy) this.#fault(this.#scripts, path, 'no policy');
    } else if (path.endsWith('.css')) {
      this.#files++;
      await this.#css(await readFile(path, 'utf8'), path);
    }
  }

  #fault(list: string[], path: string, what: string): void {
    list.push(`${relative(this.#dir, path)}: ${what.slice(0, 200)}`);
  }

  async #node(node: Node, path: string): Promise<void> {
    if ('tagName' in node) await this.#element(node, path);
    if ('content' in node) await this.#node(node.content, path);
    if ('childNodes' in node) for (const kid of node.childNodes) await this.#node(kid, path);
  }

  async #element(element: Element, path: string): Promise<void> {
    const tag = element.tagName.toLowerCase();
    const attrs = new Map(
      element.attrs.map(({ name, prefix, value }) => [prefix ? `${prefix}:${name}` : name, value]),
    );
    if (tag === 'script') this.#fault(this.#scripts, path, '<script>');
    if (tag === 'base') this.#fault(this.#external, path, '<base>');
    if (attrs.get('content')?.startsWith("script-src 'none';")) this.#policy = true;
    else if (tag === 'meta' && /refresh|security-policy/i.test(attrs.get('http-equiv') ?? '')) {
      this.#fault(this.#scripts, path, `<meta http-equiv=${attrs.get('http-equiv')}>`);
    }
    for (const [name, value] of attrs) await this.#attribute(name, value, path);
    for (const name of loading[tag] ?? []) await this.#loaded(name, attrs.get(name), path);
    if (tag === 'link') await this.#link(attrs, path);
    if (tag === 'style') await this.#css(textOf(element), path);
    if (tag === 'a' || tag === 'area')
      await this.#followed(attrs.get('href') ?? attrs.get('xlink:href'), path);
    if (tag === 'form') await this.#followed(attrs.get('action'), path);
    await this.#followed(attrs.get('formaction'), path);
  }

  async #attribute(name: string, value: string, path: string): Promise<void> {
    if (/^on/i.test(name)) this.#fault(this.#scripts, path, `${name}=${value}`);
    if (/^(?:javascript|vbscript):/i.test(value.replace(/[\t\r\n]/g, '').replace(/^[\0-\x20]+/, ''))) {
      this.#fault(this.#scripts, path, `${name}=${value}`);
    }
    if (name === 'srcdoc') await this.#node(parse(value), path);
    if (name === 'background') await this.#loaded('src', value, path);
    if (name === 'ping') this.#fault(this.#external, path, `ping=${value}`);
    if (name === 'style' || /url\(/i.test(value)) await this.#css(value, path);
  }

  async #link(attrs: ReadonlyMap<string, string>, path: string): Promise<void> {
    const silent = (attrs.get('rel') ?? '').split(/\s+/).every((word) => silentLink.test(word));
    if (silent) await this.#followed(attrs.get('href'), path);
    else await this.#loaded('href', attrs.get('href'), path);
  }

  async #loaded(name: string, value: string | undefined, path: string): Promise<void> {
    if (value === undefined) return;
    const addresses =
      name === 'srcset' ? value.split(/,\s+/).map((part) => part.trim().split(/\s+/)[0] ?? '') : [value];
    for (const address of addresses) await this.#request(address, path);
  }

  async #css(text: string, path: string): Promise<void> {
    for (const { address } of cssReferences(text)) await this.#request(address, path);
  }

  async #request(address: string, path: string): Promise<void> {
    if (/^data:(?!text\/html|image\/svg\+xml.*<script)/i.test(address) || address.startsWith('#')) return;
    if (isRemote(address) || !(await this.#exists(address, path))) this.#fault(this.#external, path, address);
  }

  async #followed(address: string | undefined, path: string): Promise<void> {
    if (address === undefined || address.startsWith('#') || isRemote(address)) return;
    if (!(await this.#exists(address, path))) this.#fault(this.#deadLinks, path, address);
  }

  async #exists(address: string, path: string): Promise<boolean> {
    const plain = decodeURI(address.replace(/[?#].*$/s, ''));
    const file = plain === '' ? path : resolve(dirname(path), plain);
    if (file !== this.#dir && !file.startsWith(this.#dir + sep)) return false;
    let present = this.#present.get(file);
    if (present === undefined) {
      present = await access(file).then(
        () => true,
        () => false,
      );
      this.#present.set(file, present);
    }
    return present;
  }
}

function isRemote(address: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(address.replace(/[\t\r\n]/g, ''));
}

function textOf(element: Element): string {
  return element.childNodes.map((kid) => ('value' in kid ? kid.value : '')).join('');
}
