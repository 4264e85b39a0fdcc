import { NameReader } from '../encoding/names.ts';
import { bytesOfPath, decodedPart } from '../model/address.ts';
import type { SiteStore } from '../model/store.ts';
import { keptPages } from './numbering.ts';

/** Reads the paths of addresses as people do; those of FTP by the names beside each, since none says its encoding. */
export class ReadablePaths {
  readonly #site: SiteStore;
  #reader: Promise<NameReader> | null = null;

  constructor(site: SiteStore) {
    this.#site = site;
  }

  /** The path of an address without escapes; a slash inside of a name stays an escape. */
  async of(address: string): Promise<string> {
    const url = URL.parse(address);
    if (url === null) return '';
    if (!/^ftps?:$/.test(url.protocol) || !/%[89a-f]/i.test(url.pathname))
      return url.pathname
        .split('/')
        .map((name) => decodedPart(name).replaceAll('/', '%2F'))
        .join('/');
    this.#reader ??= readerOf(this.#site);
    return (await this.#reader).read(serverOf(url), bytesOfPath(url.pathname));
  }
}

/** What the names of all FTP pages tell of their encodings. */
async function readerOf(site: SiteStore): Promise<NameReader> {
  const folders = new Map<string, { server: string; folder: string; names: Set<string> }>();
  for await (const { entry } of keptPages(site)) {
    const url = entry.kind === 'url' && /^ftps?:.*%[89a-f]/i.test(entry.url) ? URL.parse(entry.url) : null;
    if (url === null) continue;
    const server = serverOf(url);
    let folder = '/';
    for (const name of bytesOfPath(url.pathname).split('/').slice(1)) {
      const known = folders.get(server + folder) ?? { server, folder, names: new Set() };
      folders.set(server + folder, known);
      known.names.add(name);
      folder += `${name}/`;
    }
  }
  const reader = new NameReader();
  const order = [...folders.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
  for (const { server, folder, names } of order) reader.learn(server, folder, [...names]);
  return reader;
}

function serverOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}
