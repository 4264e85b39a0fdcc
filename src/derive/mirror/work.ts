import type { Origin } from './head.ts';
import type { AssetFile } from './sheets.ts';
import type { Targets } from './targets.ts';

/** What is known about a page before its file is written. */
export interface PageWork {
  readonly targets: Targets;
  readonly files: ReadonlyMap<string, AssetFile | null>;
  readonly miss: (address: string) => void;
  /** Saves the file of a frame and gives its name in the frames folder. */
  readonly saveFrame: (html: string) => string;
  /** The page's own file. */
  readonly file: string;
  readonly origin: Origin;
}
