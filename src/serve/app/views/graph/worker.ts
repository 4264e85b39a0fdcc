/** The worker of the graph: lays it out, and counts the links between what is shown. */
import { type LaidOut, layoutTree } from './layout.ts';
import { type ShownLinks, shownLinks } from './links.ts';

/** What the worker is asked. */
export type WorkerAsk =
  | ({ readonly kind: 'layout' } & LaidOut)
  /** Links between pages, when they are there. */
  | { readonly kind: 'pages'; readonly links: Int32Array }
  /** `shown`: for each page the item that stands for it. */
  | { readonly kind: 'links'; readonly round: number; readonly shown: Int32Array };

/** What it answers. */
export type WorkerSaid =
  | { readonly kind: 'layout'; readonly x: Float32Array; readonly y: Float32Array; readonly r: Float32Array }
  | { readonly kind: 'links'; readonly round: number; readonly links: ShownLinks };

let links = new Int32Array(0);

addEventListener('message', ({ data }: MessageEvent<WorkerAsk>) => {
  if (data.kind === 'layout') say({ kind: 'layout', ...layoutTree(data) });
  else if (data.kind === 'pages') links = data.links as Int32Array<ArrayBuffer>;
  else say({ kind: 'links', round: data.round, links: shownLinks(links, data.shown) });
});

function say(said: WorkerSaid): void {
  postMessage(said);
}
