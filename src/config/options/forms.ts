import * as kinds from '../kinds.ts';
import { define } from '../option.ts';
import { crawlOnly } from './commands.ts';

const group = 'Forms';

/** How forms are asked. */
export const formOptions = {
  forms: define({
    kind: kinds.flag,
    default: false,
    help: 'Ask the forms that search for what no link reaches; what they answer is crawled like any page',
    group,
    commands: crawlOnly,
  }),
  formsBudget: define({
    kind: kinds.whole(1),
    default: 1000,
    help: 'Times that one form is asked at most',
    group,
    commands: crawlOnly,
  }),
  formsAllow: define({
    kind: kinds.patterns,
    default: [],
    defaultText: 'none',
    help: 'Also ask forms that do not say that they search, where their address, name or id matches (repeatable); never ones with passwords, cards or files',
    group,
    commands: crawlOnly,
  }),
} as const;
