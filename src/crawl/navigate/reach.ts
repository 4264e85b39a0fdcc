import { ArgiopeError, type Capture, type ReachStep, type Tab } from '../../model/index.ts';

/** Goes to a page step by step; `turn` waits until the site may be asked again. */
export async function reach(
  tab: Tab,
  steps: readonly ReachStep[],
  turn: (url: string | null) => Promise<void>,
): Promise<Capture> {
  let shown: Capture | null = null;
  let opened: string | null = null;
  for (const [at, step] of steps.entries()) {
    if ('open' in step) opened = step.open;
    await turn(opened);
    if ('open' in step) {
      shown = await tab.open(step.open);
      continue;
    }
    const outcome = await tab.fire(step.fire, new Set());
    if (outcome.kind !== 'captured') {
      const { event, xpath } = step.fire;
      throw new ArgiopeError('LOST', `step ${at + 1} cannot be taken: there is no ${xpath} for ${event}`, {
        url: shown?.document.url,
        advice: 'The page may have changed since the way was written down.',
      });
    }
    shown = outcome.capture;
  }
  if (shown === null) throw new ArgiopeError('LOST', 'a way without steps leads nowhere');
  return shown;
}
