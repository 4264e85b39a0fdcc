import * as kinds from '../kinds.ts';
import { define, inGroup, optional } from '../option.ts';
import { again, asking, ownOfWorkers } from './commands.ts';

/** How the browser is used. */
export const browserOptions = inGroup('Browser', {
  browser: optional({
    kind: kinds.text('PATH', 'the path of a Chrome or Chromium program, `system` or `bundled`'),
    defaultText: 'found on the system, else the bundled one',
    help: 'Browser to use: a program, `system` or `bundled`',
    commands: [...asking, 'open', 'serve', 'login', 'demo', 'doctor', 'worker'],
    alsoEnv: ['CHROME_PATH'],
  }),
  sandbox: define({
    kind: kinds.flag,
    default: true,
    help: "Start no browser without its sandbox, but for sites on this machine; --no-sandbox accepts that pages can then do what you can: root's browser has none",
    commands: [...asking, 'worker'],
  }),
  recycle: define({
    kind: kinds.whole(1),
    default: 2000,
    help: 'Pages after which the browser is started anew',
    commands: ownOfWorkers,
  }),
  viewport: define({
    kind: kinds.viewport,
    default: [1280, 800],
    defaultText: '1280x800',
    help: 'Size of the window in pixels',
    commands: again,
  }),
  settle: define({
    kind: { ...kinds.whole(1, 600_000), placeholder: 'MS' },
    default: 10_000,
    help: "Virtual milliseconds that an event's consequences may take",
    commands: again,
  }),
});
