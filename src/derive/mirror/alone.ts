import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetsOf } from '../../dom/assets.ts';
import { storedDocument } from '../../html/stored.ts';
import type { Page } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import { foreignFrameHtml } from './foreign-frame.ts';
import { pageHtml } from './page.ts';
import { AssetShelf } from './shelf.ts';
import type { Stand } from './work.ts';

/** Writes one page into a folder, with the files that it uses and with links that lead nowhere; gives its file. */
export async function writePageAlone(site: SiteStore, page: Page, dir: string): Promise<string> {
  for (const folder of ['assets', 'frames']) mkdirSync(join(dir, folder), { recursive: true });
  const document = await storedDocument(site, page);
  const shelf = new AssetShelf(site, join(dir, 'assets'));
  const frame = (html: string, { inFrame }: Stand) => {
    const name = `${createHash('sha256').update(html).digest('hex').slice(0, 20)}.html`;
    writeFileSync(join(dir, 'frames', name), html);
    return { src: inFrame ? name : `frames/${name}` };
  };
  const html = pageHtml(document, {
    targets: { byElement: new Map(), byAddress: new Map() },
    files: await shelf.gather(assetsOf(document)),
    miss: shelf.miss,
    assets: 'assets/',
    frames: {
      root: '../',
      captured: (captured, stand) => frame(captured.html, stand),
      foreign: (address, stand) => frame(foreignFrameHtml(address), stand),
    },
    root: '',
    origin: { address: document.url, entry: null },
  });
  await shelf.settle();
  const file = join(dir, 'index.html');
  writeFileSync(file, html);
  return file;
}
