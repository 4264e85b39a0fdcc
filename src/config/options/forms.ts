import * as kinds from '../kinds.ts';
import { define, inGroup, onOff } from '../option.ts';
import { crawlOnly } from './commands.ts';

/** How forms are asked. */
export const formOptions = inGroup('Forms', {
  forms: onOff({
    help: 'Fill in search forms, for pages that no link reaches; their answers are crawled like any page',
    commands: crawlOnly,
  }),
  formsBudget: define({
    kind: kinds.whole(1),
    default: 1000,
    help: 'Times that one form is asked at most',
    commands: crawlOnly,
  }),
  formsAllow: define({
    kind: kinds.patterns,
    default: [],
    defaultText: 'none',
    help: 'Also ask forms that are not recognised as search forms, where their address, name or id matches (repeatable); never ones with passwords, cards or files',
    commands: crawlOnly,
  }),
});
