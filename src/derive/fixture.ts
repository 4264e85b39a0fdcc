import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resource } from '../model/capture.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import type { Instruction, Page, PageContent, Transition } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';
import { openStoreAt } from '../store/index.ts';

/** Small sites in a real store, for the tests of this room. */

/** Makes an element. */
export function h(tag: string, attrs: Record<string, string> = {}, ...kids: TreeNode[]): ElementNode {
  return { tag, attrs, kids };
}

/** Makes an SVG element. */
export function svg(tag: string, attrs: Record<string, string> = {}, ...kids: TreeNode[]): ElementNode {
  return { tag, ns: 'svg', attrs, kids };
}

/** Address that documents of a fixture have unless they say otherwise. */
export const home = 'http://site.test/dir/page';

/** Makes a document of a body's content. */
export function doc(
  body: readonly TreeNode[],
  more: Partial<DocumentTree> & { head?: readonly TreeNode[] } = {},
): DocumentTree {
  const { head = [], ...rest } = more;
  const root = h('html', {}, h('head', {}, ...head), h('body', {}, ...body));
  return { url: home, base: home, doctype: 'html', title: '', lang: '', root, ...rest };
}

/** A page of a fixture; its number is its place in the list. */
export interface FixturePage {
  readonly document?: DocumentTree;
  /** The page as a server sent it, instead of a document. */
  readonly sent?: { readonly body: Uint8Array; readonly charset: string; readonly url: string };
  readonly mergedInto?: number;
  readonly failed?: true;
  readonly entry?: Page['entry'];
  readonly depth?: number;
  readonly content?: Partial<PageContent>;
  readonly go?: readonly FixtureTransition[];
}

/** A transition of a fixture; by default a click on a scripted element. */
export interface FixtureTransition {
  readonly xpath: string;
  readonly to: number | null;
  readonly event?: string;
  readonly url?: string;
  readonly call?: string;
  readonly label?: string;
  readonly id?: string;
  readonly reason?: Transition['reason'];
}

/** A store with one site in a temporary folder. */
export interface Fixture {
  readonly site: SiteStore;
  readonly dir: string;
  close(): Promise<void>;
}

/** Stores pages, transitions and files as a crawl would. */
export async function fixture(
  pages: readonly FixturePage[],
  resources: readonly (Omit<Resource, 'body' | 'status'> & {
    body: string | Uint8Array;
    status?: number;
  })[] = [],
): Promise<Fixture> {
  const dir = await mkdtemp(join(tmpdir(), 'argiope-derive-'));
  const store = await openStoreAt(`sqlite:${join(dir, 'argiope.db')}`);
  const site = (await store.site('site.test', { seeds: [home], settings: {} })) as SiteStore;
  await site.commit({ queued: pages.map(queuedPage), nextNumber: pages.length });
  // A page can be merged only into one that is there.
  const order = [...pages.entries()].sort(
    ([, a], [, b]) => Number(a.mergedInto !== undefined) - Number(b.mergedInto !== undefined),
  );
  for (const [number, page] of order) await storePage(site, number, page);
  for (const { body, status = 200, ...rest } of resources) {
    await site.putResource({ ...rest, status, body: typeof body === 'string' ? Buffer.from(body) : body });
  }
  const close = async () => {
    await store.close();
    await rm(dir, { recursive: true, force: true });
  };
  return { site, dir, close };
}

function queuedPage(page: FixturePage, number: number): Page {
  return {
    number,
    status: 'queued',
    entry: page.entry ?? {
      kind: 'url',
      url: page.sent?.url ?? page.document?.url ?? `http://site.test/${number}`,
    },
    document: number,
    depth: page.depth ?? (number === 0 ? 0 : 1),
    content: null,
    mergedInto: null,
    error: null,
    attempts: 0,
  };
}

async function storePage(site: SiteStore, number: number, page: FixturePage): Promise<void> {
  if (page.mergedInto !== undefined) return site.commit({ merged: [{ number, into: page.mergedInto }] });
  if (page.failed) return site.commit({ failed: { number, code: 'TIMEOUT', message: 'too slow' } });
  const document = page.document ?? doc([`page ${number}`], page.sent && { url: page.sent.url });
  const content: PageContent = {
    fingerprint: number.toString(16).padStart(16, '0'),
    address: document.url,
    title: document.title,
    lang: document.lang,
    status: 200,
    contentType: 'text/html',
    lastModified: null,
    etag: null,
    freshUntil: null,
    bodyPrint: null,
    type: null,
    capturedAt: '2026-05-01T12:00:00.000Z',
    blob: '',
    ...(page.sent && { charset: page.sent.charset }),
    ...page.content,
  };
  const transitions = (page.go ?? []).map((go, ord) => transitionOf(go, number, ord));
  await site.commit({
    kept: { number, content, document: page.sent?.body ?? Buffer.from(JSON.stringify(document)) },
    transitions,
  });
}

function transitionOf(go: FixtureTransition, source: number, ord: number): Transition {
  const text = go.url ?? go.call ?? 'inline:load()';
  const instruction: Instruction = {
    kind: go.url === undefined ? 'call' : 'url',
    scope: go.url === undefined ? 'document' : 'site',
    text,
    fingerprint: Buffer.from(text).toString('hex').padEnd(16, '0').slice(0, 16),
  };
  const action = {
    id: go.id ?? null,
    xpath: go.xpath,
    event: go.event ?? 'click',
    instruction,
    label: go.label ?? '',
  };
  return { source, ord, action, target: go.to, reason: go.reason ?? 'fired' };
}
