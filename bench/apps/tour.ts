import assert from 'node:assert/strict';
import { elementsOf } from '../../src/dom/xpath.ts';
import type { DocumentTree, ElementNode, FireOrder, Tab } from '../../src/model/index.ts';
import type { App } from './app.ts';
import { partsShown } from './truth.ts';

/** One event of a tour, and every part that is shown after it. */
export interface Step {
  /** Text of the element, or its tag in angle brackets: `<button>`. */
  readonly on: string;
  /** Which of those with that text or tag, from 1. */
  readonly nth?: number;
  /** `click` where absent. */
  readonly event?: string;
  readonly value?: string;
  readonly shows: readonly string[];
}

/** Opens an app, fires one event after the other, and checks after each that exactly the parts named are shown. */
export async function tour(
  app: App,
  tab: Tab,
  url: string,
  start: readonly string[],
  steps: readonly Step[],
): Promise<void> {
  let { document } = await tab.open(url);
  assert.deepEqual(partsShown(app, document).parts, start, 'start');
  for (const [at, step] of steps.entries()) {
    const outcome = await tab.fire(orderFor(document, step), new Set());
    const name = `step ${at + 1}, ${step.event ?? 'click'} on ${step.on}`;
    assert.equal(outcome.kind, 'captured', name);
    if (outcome.kind === 'captured') document = outcome.capture.document;
    assert.deepEqual(partsShown(app, document).parts.toSorted(), step.shows.toSorted(), name);
  }
}

function orderFor(document: DocumentTree, { on, nth = 1, event = 'click', value }: Step): FireOrder {
  const tag = /^<(.+)>$/.exec(on)?.[1];
  const found = [...elementsOf(document)].filter(({ node }) =>
    tag === undefined ? ownText(node) === on : node.tag === tag,
  );
  const xpath = found[nth - 1]?.xpath;
  assert.ok(xpath, `there is ${on} ${nth}`);
  return { id: null, xpath, event, ...(value === undefined ? {} : { value }) };
}

function ownText(node: ElementNode): string {
  return (node.kids ?? [])
    .filter((kid) => typeof kid === 'string')
    .join('')
    .trim();
}
