import type { CrawlListener } from '../../model/index.ts';
import type { Chains } from '../order/chains.ts';
import type { Yields } from '../order/yields.ts';

/** Kinds of actions that are named one by one. */
const named = 5;

/** Says at the end what was not fired, by kind, and how to have it fired. */
export function reportSpared(yields: Yields, least: number, listen: CrawlListener): void {
  const barren = yields.fruitless(least);
  tell(
    listen,
    ['kind of actions was', 'kinds of actions were'],
    'suspended, fired often without anything new (--thorough 1 fires them)',
    barren.map(({ name, fired }) => `${name}, fired ${fired === 1 ? 'once' : `${fired} times`}`),
  );
}

/** Says at the end which steps go on for ever, and how to go on with them. */
export function reportChains(chains: Chains, listen: CrawlListener): void {
  tell(
    listen,
    ['kind of steps that goes on for ever was', 'kinds of steps that go on for ever were'],
    'cut off (--chain N sets how far they go)',
    [...chains.bounded()].map(([name, count]) => `${name.replace(/^address /, '')}, ${count} left`),
  );
}

function tell(
  listen: CrawlListener,
  [one, many]: readonly [string, string],
  what: string,
  which: readonly string[],
): void {
  if (which.length === 0) return;
  const more = which.length > named ? `; and ${which.length - named} more` : '';
  const subject = which.length === 1 ? one : many;
  const text = `${which.length} ${subject} ${what}: ${which.slice(0, named).join('; ')}${more}`;
  listen({ kind: 'note', level: 'info', text });
}
