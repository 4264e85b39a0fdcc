import { type SureWeights, sureWeights } from './confidence.ts';
import { type Weights, weights } from './weights.ts';

/** What names are weighed by. */
export interface NamingModel {
  readonly weights: Weights;
  readonly sureness: SureWeights;
}

export const usualModel: NamingModel = { weights, sureness: sureWeights };
