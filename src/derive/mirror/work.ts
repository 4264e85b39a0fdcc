import type { Origin } from './head.ts';
import type { AssetFile } from './sheets.ts';
import type { ElementTargets } from './targets.ts';

/** Where a document stands in the mirror. */
export interface Stand {
  /** Way from its file to the mirror's folder: empty, or `../` for each folder between them. */
  readonly root: string;
  readonly inFrame: boolean;
}

/** How the frames of a page are shown. */
export interface FrameWork {
  /** Way from a frame's own file to the mirror's folder: `../`, or empty where it has none. */
  readonly root: string;
  /** Attributes by which a frame shows a document that was captured; `stand` is that of the document around it. */
  captured(frame: { readonly html: string; readonly url: string; readonly tag: string }, stand: Stand): Attrs;
  /** Attributes by which a frame shows an address that was not captured. */
  foreign(address: string, stand: Stand): Attrs;
}

type Attrs = Readonly<Record<string, string>>;

/** What is known about a page before its file is written. */
export interface PageWork {
  readonly targets: ElementTargets;
  readonly files: ReadonlyMap<string, AssetFile | null>;
  readonly miss: (address: string) => void;
  /** What stands in front of the names of files: the folder they are in. */
  readonly assets: string;
  readonly frames: FrameWork;
  /** Way from the page's own file to the mirror's folder. */
  readonly root: string;
  readonly origin: Origin;
}
