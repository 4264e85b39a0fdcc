import { accessOptions } from './options/access.ts';
import { browserOptions } from './options/browser.ts';
import { formOptions } from './options/forms.ts';
import { limitOptions } from './options/limits.ts';
import { outputOptions } from './options/output.ts';
import { queryOptions } from './options/query.ts';
import { recordOptions } from './options/records.ts';
import { scopeOptions } from './options/scope.ts';
import { wantedOptions } from './options/wanted.ts';
import { wayOptions } from './options/ways.ts';

export { pageMediaTypes } from './options/limits.ts';
export { defaultGatherers, defaultThreads, defaultWorkers, eventNames } from './options/ways.ts';

/** All options, in the order of the help. */
export const options = {
  ...scopeOptions,
  ...wantedOptions,
  ...wayOptions,
  ...formOptions,
  ...accessOptions,
  ...limitOptions,
  ...browserOptions,
  ...outputOptions,
  ...recordOptions,
  ...queryOptions,
} as const;

export type OptionKey = keyof typeof options;

/** A value for every option: what a command is run with. */
export type Values = { readonly [K in OptionKey]: (typeof options)[K]['default'] };
