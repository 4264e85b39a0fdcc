/** What training saw when it fired an event on an element of a sample. */
export interface Observation {
  /** Place of the sample in the list of samples. */
  readonly sample: number;
  readonly xpath: string;
  readonly event: string;
  /** What was chosen, typed or pressed. */
  readonly value?: string;
  /** Visible text of the element. */
  readonly label: string;
  readonly result: ObservedResult;
}

/** What became of the page: nothing, or a page of a type (`null`: of none of the samples' types). */
export type ObservedResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly type: string | null; readonly wanted: boolean };
