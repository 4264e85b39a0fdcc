import { pathToFileURL } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { BlogPage } from '../../test/sites/blog.ts';

/** A page as a browser shows it. */
export interface Viewed {
  /** What a person would read (`innerText`). */
  readonly text: string;
  /** Screenshot of the whole page, where one was asked for. */
  readonly png: Buffer | null;
  readonly requests: readonly { readonly url: string; readonly failed: boolean }[];
}

/** How a page is to be seen. */
export interface ViewOptions {
  readonly scripts: boolean;
  /** A script that brings the page into the state wanted; its promise is awaited. */
  readonly prepare?: string;
  /** Whether a screenshot is wanted, which takes most of the time. */
  readonly picture?: boolean;
}

/** A browser that opens pages for a look. */
export interface Viewer {
  open(url: string, options: ViewOptions): Promise<Viewed>;
  close(): Promise<void>;
}

/** What was wrong with mirror files seen in a browser. */
export interface BrowserFindings {
  readonly opened: number;
  readonly failedRequests: readonly string[];
  readonly externalRequests: readonly string[];
  /** Files whose visible text is not that of the live page. */
  readonly otherText: readonly string[];
  /** Share of pixels that differ, per file compared. */
  readonly pixels: readonly { readonly file: string; readonly share: number }[];
}

/** A mirror file with the live page it is a copy of. */
export interface Pair {
  readonly file: string;
  readonly page: BlogPage;
}

/** Opens every file with scripts disabled and compares it with the live page, some pixel by pixel. */
export async function checkInBrowser(
  viewer: Viewer,
  origin: string,
  pairs: readonly Pair[],
  screenshots: number,
): Promise<BrowserFindings> {
  const failedRequests: string[] = [];
  const externalRequests: string[] = [];
  const otherText: string[] = [];
  const pixels: { file: string; share: number }[] = [];
  const every = Math.max(1, Math.floor(pairs.length / Math.max(1, screenshots)));
  for (const [index, { file, page }] of pairs.entries()) {
    const picture = index % every === 0 && pixels.length < screenshots;
    const copy = await viewer.open(pathToFileURL(file).href, { scripts: false, picture });
    const live = await viewer.open(origin + page.path, { ...liveOptions(page), picture });
    const asked = copy.requests.map(({ url, failed }) => ({ failed, url, text: `${file}: ${url}` }));
    failedRequests.push(...asked.filter(({ failed }) => failed).map(({ text }) => text));
    externalRequests.push(...asked.filter(({ url }) => !/^(?:file|data):/.test(url)).map(({ text }) => text));
    if (folded(copy.text) !== folded(live.text)) otherText.push(file);
    if (copy.png && live.png) pixels.push({ file, share: differingShare(copy.png, live.png) });
  }
  return { opened: pairs.length, failedRequests, externalRequests, otherText, pixels };
}

/** Share of pixels that differ between two screenshots: all of them where the sizes differ. */
export function differingShare(one: Buffer, other: Buffer): number {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  return pixelmatch(a.data, b.data, undefined, a.width, a.height) / (a.width * a.height);
}

/** The blog replaces its comments in one step, so the first mutation is the end. */
function liveOptions(page: BlogPage): ViewOptions {
  if (page.page === 1) return { scripts: true };
  return {
    scripts: true,
    prepare: `new Promise((done) => {
      new MutationObserver(() => done()).observe(document.getElementById('comments'), { childList: true });
      load(${page.page});
    })`,
  };
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
