import type { Transition } from '../../model/index.ts';
import type { Waiting } from '../order/queue.ts';

/** What recording a visit came to. */
export type Recorded =
  | {
      readonly kind: 'kept';
      readonly number: number;
      readonly title: string;
      readonly address: string;
      readonly type: string | null;
      readonly transitions: readonly Transition[];
      /** Units of content that no page of the crawl had shown. */
      readonly gain: number;
      /** Steps between the states of a list that grew into this page. */
      readonly through?: readonly Transition[];
    }
  | {
      readonly kind: 'merged';
      readonly number: number;
      readonly into: number;
      /** The page it led to was not known before: an address that waits for its visit now. */
      readonly fresh: boolean;
    }
  | { readonly kind: 'unchanged'; readonly number: number }
  /** It shows what other pages show; `of` is the page that shows the most of it. */
  | {
      readonly kind: 'alike';
      readonly number: number;
      readonly of: number;
      readonly reason: 'shown' | 'same';
    };

/** Where an address was found. */
export type Finder = Pick<Waiting, 'depth' | 'source' | 'kind' | 'priority'>;

/** What a state shows that its document has not shown. */
export interface News {
  /** How much of it no document has shown. */
  readonly gain: number;
  /** Print of it, and of the action that has brought it up; `null` where there is none. */
  readonly print: string | null;
  readonly by: string | null;
}
