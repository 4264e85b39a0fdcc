import type { DocumentTree } from '../../model/document.ts';
import type { Page } from '../../model/page.ts';
import type { Origin } from '../mirror/head.ts';
import { pageHtml } from '../mirror/page.ts';
import type { AssetFile } from '../mirror/sheets.ts';
import type { FrameWork } from '../mirror/work.ts';

/** Frames stand inside the page; a `frame` of a frameset can only name its address. */
const frames: FrameWork = {
  root: '',
  captured: ({ html, url, tag }) => (tag === 'iframe' ? { srcdoc: html } : { src: url }),
  foreign: (address) => ({ src: address }),
};

/** A captured document as HTML text, spelled as the mirror spells it, with the addresses of the live site. */
export function archivedHtml(
  document: DocumentTree,
  files: ReadonlyMap<string, AssetFile>,
  origin: Origin,
): string {
  return pageHtml(document, {
    targets: { byElement: new Map(), byAddress: new Map() },
    files,
    miss: () => {},
    assets: '',
    frames,
    root: '',
    origin,
  });
}

/**
 * The name that a page is filed under: its address, or a name of its own where no address leads to it alone.
 * That is so with fragments too, because readers leave them out when they look something up.
 */
export function targetOf({ number, entry }: Page, site: string): string {
  return entry.kind === 'url' && !entry.url.includes('#') ? entry.url : ownNameOf({ number }, site);
}

/** The name of the record of facts about a page: not that of the page, so that no reader shows it instead. */
export function aboutOf(page: Page, site: string): string {
  return `${ownNameOf(page, site)}:about`;
}

/** The name of a page's text as scripts have made it. */
export function ownNameOf({ number }: Pick<Page, 'number'>, site: string): string {
  return `urn:argiope:${encodeURIComponent(site).replaceAll('%3A', ':')}:${number}`;
}
