import * as kinds from '../kinds.ts';
import { define } from '../option.ts';
import { crawlOnly } from './commands.ts';

const group = 'Forms';

/** How forms are asked. */
export const formOptions = {
  forms: define({
    kind: kinds.flag,
    default: false,
    help: 'Fill in search forms, for pages that no link reaches; their answers are crawled like any page',
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
    help: 'Also ask forms that are not recognised as search forms, where their address, name or id matches (repeatable); never ones with passwords, cards or files',
    group,
    commands: crawlOnly,
  }),
} as const;
