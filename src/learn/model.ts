import type { ClassFact } from '../model/guide.ts';

/** The model as it is kept in its file (docs/models.md): what pages there are, and what leads to them. */

/** A model that was trained on a site. */
export interface TrainedModel {
  readonly format: 'argiope-model';
  readonly version: 1;
  /** Authority of the site it was trained on. */
  readonly site: string;
  /** ISO 8601. */
  readonly trainedAt: string;
  /** Events that were fired in training. */
  readonly events: readonly string[];
  /** Names of the wanted types. */
  readonly want: readonly string[];
  readonly types: readonly TrainedType[];
  /** What was found out about the functions behind the patterns: the crawl need not test it again. */
  readonly classes: readonly ClassFact[];
}

/** One kind of page. */
export interface TrainedType {
  readonly name: string;
  /** Structural distance (share of RTDM, 0 to 1) up to which a page is of this type. */
  readonly threshold: number;
  /** Units of content that come and go, below which an event has changed such a page, but not led to another. */
  readonly change: number;
  /** What pages of this type look like. */
  readonly samples: readonly TypeSample[];
  /** What to fire on pages of this type. */
  readonly patterns: readonly TrainedPattern[];
}

/** A page that stands for its type. */
export interface TypeSample {
  /** How it was reached: an address, or an address and the events after it. */
  readonly at: string;
  /** Its elements without repetition (`page-types/skeleton`). */
  readonly skeleton: string;
}

/** Elements that lead to pages of one type when an event is fired on them. */
export interface TrainedPattern {
  readonly event: string;
  readonly leadsTo: string;
  /** Where the elements are; the first that matches anything on a page counts. */
  readonly paths: readonly string[];
  /** Elements seen to lead to that type. */
  readonly support: number;
  /** Share of the elements under the pattern, on the samples, that led to a wanted type. */
  readonly precision: number;
  /** One of the elements: its label and its path. */
  readonly example: string;
  /** Whether every sample of the type has such elements. */
  readonly onEvery?: boolean;
}
