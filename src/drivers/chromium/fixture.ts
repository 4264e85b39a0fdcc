import assert from 'node:assert/strict';
import { type CrawlSettings, defaultSettings } from '../../config/index.ts';
import type { Permit } from '../../model/driver.ts';
import {
  ArgiopeError,
  type Candidate,
  type Capture,
  type CrawlListener,
  type DocumentTree,
  type ElementNode,
  type ErrorCode,
  type FireOrder,
  type Outcome,
  type Resource,
  type TreeNode,
} from '../../model/index.ts';
import { type ChromiumDriver, chromiumDriver } from './index.ts';

/** Real browsers for the tests of this room. */

/** A driver for the tests; what it loads and asks for permission is written down. */
export interface TestDriver extends ChromiumDriver {
  readonly files: Resource[];
  readonly asked: string[];
  /** Notes for whoever started the crawl, but for those on the sandbox. */
  readonly warnings: string[];
}

/** Starts a browser for a site. */
export async function startDriver(
  seed: string,
  settings: Partial<CrawlSettings> = {},
  permit: Permit = async () => {},
  listen: CrawlListener = () => {},
  probe = '',
): Promise<TestDriver> {
  const files: Resource[] = [];
  const asked: string[] = [];
  const warnings: string[] = [];
  // Sites of tests that pages use beside their own lie on loopback too.
  const allowPrivate = ['127.0.0.1', 'localhost'];
  const driver = await chromiumDriver(
    defaultSettings([seed], { sandbox: false, allowPrivate, ...settings }),
    {
      permit: (url) => {
        asked.push(url);
        return permit(url);
      },
      sink: (file) => void files.push(file),
      fetch: async () => null,
      probe,
      listen: (event) => {
        listen(event);
        if (event.kind === 'note' && !/sandbox/.test(event.text)) warnings.push(event.text);
      },
    },
  );
  return { ...driver, files, asked, warnings };
}

/** Text of an element without what is around it, white space folded. */
export function textOf(node: TreeNode): string {
  if (typeof node === 'string') return node;
  return (node.kids ?? []).map(textOf).join('').replace(/\s+/g, ' ').trim();
}

/** All elements of a document in order, those in shadows and frames included. */
export function elements(document: DocumentTree): ElementNode[] {
  const below = (node: ElementNode): ElementNode[] => [
    node,
    ...[...(node.kids ?? []), ...(node.shadow?.kids ?? [])].flatMap((kid) =>
      typeof kid === 'string' ? [] : below(kid),
    ),
    ...(node.frame ? below(node.frame.root) : []),
  ];
  return below(document.root);
}

/** The element with an id, else the first of a tag. */
export function element(document: DocumentTree, idOrTag: string): ElementNode {
  const all = elements(document);
  const found = all.find((node) => node.attrs?.id === idOrTag) ?? all.find((node) => node.tag === idOrTag);
  assert.ok(found, `there is ${idOrTag}`);
  return found;
}

/** The scripted candidate whose call or text contains a word. */
export function scripted(capture: Capture, word: string): Candidate {
  const found = capture.candidates.find(
    ({ call, text, href }) => href === undefined && `${call} ${text}`.includes(word),
  );
  assert.ok(found, `there is a candidate ${word}`);
  return found;
}

/** How a candidate is fired. */
export function orderOf({ id, xpath, event }: Candidate): FireOrder {
  return { id, xpath, event };
}

/** The capture of an outcome that must have one. */
export function captured(outcome: Outcome): Capture {
  assert.equal(outcome.kind, 'captured');
  return (outcome as Extract<Outcome, { kind: 'captured' }>).capture;
}

/** Waits for an error with a code. */
export async function failsWith(code: ErrorCode, promise: Promise<unknown>): Promise<ArgiopeError> {
  const error = await promise.then(
    () => assert.fail(`expected ${code}`),
    (cause) => cause,
  );
  assert.ok(error instanceof ArgiopeError, String(error));
  assert.equal(error.code, code, error.message);
  return error;
}
