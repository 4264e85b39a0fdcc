import { setTimeout as wait } from 'node:timers/promises';
import { figure } from '../../table.ts';
import { type TabStep, tabSteps } from './journal.ts';
import type { AppsContext, AppsPart } from './part.ts';
import { act } from './plain-events.ts';
import { type PlainTab, startPlainBrowser } from './plain-tab.ts';

const app = 'instant';

/** States per second on instant handlers, against a fixed wait and the whole HTML after every event. */
export const speed: AppsPart = {
  name: 'speed',
  title: 'States per second, against a fixed wait of 200 ms',
  crawls: [app],
  run,
};

/** What the crawlers of the day wait after each event, in milliseconds. */
const fixedWait = 200;
/** Events of a quick run; the rest is taken to last as long. */
const quickEvents = 40;

async function run({ report, crawls, quick }: AppsContext): Promise<void> {
  const crawl = crawls.find((one) => one.app.name === app);
  const summary = crawl?.journal.summary;
  if (!crawl || !summary) return report.note(`speed: "${app}" is not among the apps that were crawled`);
  const steps = sequence(tabSteps(crawl.journal));
  const chosen = quick ? steps.slice(0, quickEvents) : steps;
  report.progress(`speed: ${chosen.length} steps by the fixed wait`);
  const { seconds, failed } = await replay(chosen);
  const whole = (seconds * steps.length) / Math.max(1, chosen.length);
  const { pages } = summary;
  const [fast, plain] = [pages / summary.seconds, pages / whole];
  report.table(
    ['crawl', 'steps', 'states', 'seconds', 'ms per step', 'states/s'],
    [
      ['Argiope', steps.length, pages, summary.seconds, (1000 * summary.seconds) / steps.length, fast],
      ['fixed wait', chosen.length, pages, whole, (1000 * seconds) / chosen.length, plain],
    ],
  );
  if (failed > 0) report.note(`${failed} steps found no element in the plain browser`);
  report.verdict(
    fast >= 25 * plain && failed === 0,
    'at least 25 times as many states per second as with a fixed wait of 200 ms and outerHTML',
    `${figure(fast / plain)} times (${figure(fast)} and ${figure(plain)} states/s)`,
  );
}

/** What the tab that explored did, without the openings by which the start page was learned. */
export function sequence(steps: readonly TabStep[]): readonly TabStep[] {
  const explorer = steps.find(({ kind }) => kind === 'fire')?.tab;
  return steps.filter(
    ({ tab, outcome }) => tab === explorer && (outcome === 'captured' || outcome === 'known'),
  );
}

async function replay(steps: readonly TabStep[]): Promise<{ seconds: number; failed: number }> {
  const start = performance.now();
  const browser = await startPlainBrowser();
  try {
    const tab = await browser.tab();
    let failed = 0;
    for (const step of steps) if (!(await take(tab, step))) failed++;
    return { seconds: (performance.now() - start) / 1000, failed };
  } finally {
    await browser.close();
  }
}

/** One step, the wait, and the page as text. */
async function take(tab: PlainTab, { kind, url, order }: TabStep): Promise<boolean> {
  const evaluate = async (expression: string) =>
    (await tab.session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as unknown;
  let found = true;
  if (kind === 'open' && url !== undefined) await tab.open(url);
  else if (kind === 'back') await evaluate('history.back()');
  else if (order) {
    const { xpath, event, value } = order;
    const call = `(${fireAt})(${JSON.stringify(xpath)}, ${act}, ${JSON.stringify([event, value])})`;
    found = (await evaluate(call)) === true;
  }
  await wait(fixedWait);
  return found && String(await evaluate('document.documentElement.outerHTML')).length > 0;
}

/** Runs in the page. */
function fireAt(xpath: string, fire: typeof act, [event, value]: [string, string | undefined]): boolean {
  const found = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
  if (found) fire.call(found as HTMLElement, event, value);
  return found !== null;
}
