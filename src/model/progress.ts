import type { Glance } from './driver.ts';

/** What the explorer tells whoever watches: the seam for the progress line, the dashboard, metrics. */
export type CrawlEvent =
  | { readonly kind: 'page'; readonly number: number; readonly title: string; readonly address: string }
  | { readonly kind: 'merged'; readonly number: number; readonly into: number }
  /** A page that shows another content than when it was seen before, and one that is not there any more. */
  | { readonly kind: 'changed'; readonly number: number; readonly title: string; readonly address: string }
  | { readonly kind: 'gone'; readonly number: number; readonly address: string }
  | {
      readonly kind: 'failed';
      readonly number: number;
      readonly code: string;
      readonly message: string;
      readonly url: string;
    }
  /** At an address there is a file and no page. */
  | { readonly kind: 'file'; readonly number: number; readonly contentType: string; readonly url: string }
  | {
      readonly kind: 'action';
      readonly source: number;
      readonly label: string;
      readonly event: string;
      readonly reason: string;
      readonly instruction: string;
    }
  /** A tab has begun to visit a page: `text` is its address or, where an event of `source` leads there, its label. */
  | {
      readonly kind: 'tab';
      /** From 1 on. */
      readonly tab: number;
      readonly page: number;
      readonly source: number | null;
      readonly text: string;
    }
  /** A tab is there, and may be looked at when it does nothing else. */
  | { readonly kind: 'window'; readonly tab: number; look(): Promise<Glance | null> }
  /** `detail` is for those who want to know everything. */
  | { readonly kind: 'note'; readonly level: 'detail' | 'info' | 'warning'; readonly text: string }
  | { readonly kind: 'progress'; readonly figures: Figures }
  /** After the last page: an output that is being written, with its pages as far as they are counted. */
  | { readonly kind: 'writing'; readonly what: string; readonly done: number; readonly of: number };

/** Live figures of a running crawl. */
export interface Figures {
  readonly pages: number;
  readonly urlPages: number;
  readonly statePages: number;
  readonly frontier: number;
  readonly fired: number;
  readonly replayed: number;
  readonly skipped: number;
  readonly duplicates: number;
  readonly redirects: number;
  readonly errors: number;
  /** Files that were found where a page might have been. */
  readonly files: number;
  readonly seconds: number;
}

export type CrawlListener = (event: CrawlEvent) => void;
