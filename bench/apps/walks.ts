import { documentPrints } from '../../src/dom/canonical.ts';
import { learnVolatile, type VolatileMask, volatileMask } from '../../src/dom/volatile.ts';
import type { Candidate, Capture, DocumentTree, Tab, VolatileSpot } from '../../src/model/index.ts';
import { chance } from '../../test/sites/prose.ts';
import type { App } from './app.ts';
import { partsShown } from './truth.ts';

/** A state of an app as it was captured, with what the truth says of it. */
export interface LabelledCapture {
  readonly document: DocumentTree;
  /** Names of the parts that it shows; equal labels mean one content. */
  readonly label: string;
}

/** How an app is walked. */
export interface WalkPlan {
  readonly captures: number;
  /** Events after which the app is opened anew. */
  readonly length: number;
  /** Equal seeds choose alike. */
  readonly seed: number;
  /** Milliseconds that the page's clock is ahead. */
  readonly ahead: number;
}

/** A day, an hour, a minute and a second: every hand of a clock has moved. */
const nextDay = 90_061_000;
const lessons = 6;

/** What changes from visit to visit, learned as a crawl does it: by opening the start page again. */
export async function learnedMask(tab: Tab, url: string): Promise<VolatileMask | null> {
  const first = (await tab.open(url)).document;
  let spots: VolatileSpot[] = learnVolatile(first, (await tab.open(url, nextDay)).document);
  for (let lesson = 0; lesson < lessons; lesson++) {
    const again = (await tab.open(url, lesson * nextDay)).document;
    const more = [...spots, ...learnVolatile(first, again)];
    const mask = volatileMask(more);
    if (documentPrints(first, mask).exact === documentPrints(again, mask).exact) spots = more;
  }
  return volatileMask(spots);
}

/** Captures states of an app on random walks: one after each opening and each event. */
export async function walk(
  app: App,
  tab: Tab,
  url: string,
  { captures, length, seed, ahead }: WalkPlan,
): Promise<LabelledCapture[]> {
  const found: LabelledCapture[] = [];
  const random = chance(seed);
  const seen = new Map<string, number>();
  let capture: Capture | null = null;
  for (let step = 0; found.length < captures && step < 4 * captures; step++) {
    capture =
      capture === null || step % length === 0
        ? await tab.open(url, ahead)
        : await onward(tab, capture, seen, random);
    if (capture === null) continue;
    const { parts, beyond } = partsShown(app, capture.document);
    if (parts.length + beyond.length === 0) continue;
    found.push({ document: capture.document, label: [...parts, '|', ...beyond].join(' ') });
  }
  return found;
}

/** Fires, or follows, one of the candidates that were taken least so far; `null` where that led nowhere. */
async function onward(
  tab: Tab,
  { candidates, document }: Capture,
  seen: Map<string, number>,
  random: () => number,
): Promise<Capture | null> {
  const { origin } = new URL(document.url);
  const usable = candidates.filter(({ href }) => href === undefined || URL.parse(href)?.origin === origin);
  const times = (candidate: Candidate) => seen.get(nameOf(candidate)) ?? 0;
  const least = Math.min(...usable.map(times));
  const fresh = usable.filter((candidate) => times(candidate) === least);
  const chosen = fresh[Math.floor(random() * fresh.length)];
  if (!chosen) return null;
  seen.set(nameOf(chosen), least + 1);
  try {
    if (chosen.href !== undefined && chosen.handler === undefined) return await tab.open(chosen.href);
    const { id, xpath, event, value } = chosen;
    const order = { id, xpath, event, ...(value === undefined ? {} : { value }) };
    const outcome = await tab.fire(order, new Set());
    return outcome.kind === 'captured' ? outcome.capture : null;
  } catch {
    return null;
  }
}

function nameOf({ xpath, event, value, text }: Candidate): string {
  return [event, value, xpath, text].join(' ');
}
