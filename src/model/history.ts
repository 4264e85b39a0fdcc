import type { PageVersion } from './visits.ts';

/** Which page's history is wanted, and how it is compared. */
export interface HistoryOptions {
  /** Address or number of the page. */
  readonly page: string;
  /** Compare documents instead of main texts. */
  readonly html?: boolean;
  /** Numbers of two versions; `null`: each with the one before. */
  readonly versions?: readonly [number, number] | null;
}

/** A line of a comparison: in both, only in the older one, or only in the newer one. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines that belong together, with some that stayed around them. */
export interface DiffHunk {
  /** Number of the first line in the older and the newer text, from 1. */
  readonly before: number;
  readonly after: number;
  readonly lines: readonly DiffLine[];
}

/** What one version has changed of another. */
export interface VersionDiff {
  readonly from: number;
  readonly to: number;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
}

/** What is known of a page over time: the JSON object of `history --json`. */
export interface PageHistory {
  readonly command: 'history';
  readonly number: number;
  readonly address: string;
  /** Its title and, where events lead to it, what was fired. */
  readonly label: string;
  readonly status: 'kept' | 'gone';
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly checks: number;
  readonly changes: number;
  /** Changes per day by what was seen; `null` where it was never seen to change. */
  readonly perDay: number | null;
  readonly goneAt: string | null;
  /** Oldest first; the last is the one that the page has. */
  readonly versions: readonly PageVersion[];
  readonly diffs: readonly VersionDiff[];
}
