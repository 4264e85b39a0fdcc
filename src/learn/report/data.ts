import type { Picture } from '../../model/index.ts';
import type { TrainedModel } from '../model.ts';

/** Everything that a training report shows. */
export interface TrainingReport {
  readonly model: TrainedModel;
  readonly counts: {
    /** Events fired in training. */
    readonly events: number;
    /** Pages seen. */
    readonly pages: number;
    readonly seconds: number;
  };
  /** What is known of types besides the model; those that are not named have nothing more. */
  readonly types: readonly ReportedType[];
  /** What could not be told apart, a sentence each. */
  readonly warnings: readonly string[];
}

/** What a report tells of one type, besides what is in the model. */
export interface ReportedType {
  readonly name: string;
  /** Pages of this type that training saw. */
  readonly seen: number;
  /** How the threshold came to be; `null` where nobody suggested one. */
  readonly advice: ReportedAdvice | null;
  readonly samples: readonly ReportedSample[];
  /** What became of the events fired on its samples. */
  readonly fired: readonly FiredCount[];
}

/** A suggested threshold, and what it was suggested from. */
export interface ReportedAdvice {
  readonly threshold: number;
  readonly widestWithin: number | null;
  readonly nearestBetween: { readonly distance: number; readonly type: string } | null;
}

/** One sample with its picture. */
export interface ReportedSample {
  /** How it was reached. */
  readonly at: string;
  /** XPaths of the elements that each pattern of the type matches, in the order of the model. */
  readonly matches: readonly (readonly string[])[];
  /** Its boxes are those of all the matches, one pattern after the other; `null` where none could be taken. */
  readonly picture: Picture | null;
}

/** What firing one kind of event on the samples of a type led to. */
export interface FiredCount {
  readonly event: string;
  readonly fired: number;
  readonly wanted: number;
  /** Led to pages of types that nobody wants. */
  readonly unwanted: number;
  /** Changed nothing worth a page. */
  readonly nowhere: number;
}
