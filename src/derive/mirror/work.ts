import type { Origin } from './head.ts';
import type { AssetFile } from './sheets.ts';
import type { Targets } from './targets.ts';

/** How the frames of a page are shown. */
export interface FrameWork {
  /** Way from a frame's own file to the folder of the pages: `../`, or empty where it has none. */
  readonly root: string;
  /** Attributes by which a frame shows a document that was captured; `root` is the way from where it stands. */
  captured(frame: { readonly html: string; readonly url: string; readonly tag: string }, root: string): Attrs;
  /** Attributes by which a frame shows an address of which nothing was captured. */
  foreign(address: string, root: string): Attrs;
}

type Attrs = Readonly<Record<string, string>>;

/** What is known about a page before its file is written. */
export interface PageWork {
  readonly targets: Targets;
  readonly files: ReadonlyMap<string, AssetFile | null>;
  readonly miss: (address: string) => void;
  /** What stands in front of the names of files: the folder they are in. */
  readonly assets: string;
  readonly frames: FrameWork;
  /** The page's own file. */
  readonly file: string;
  readonly origin: Origin;
}
