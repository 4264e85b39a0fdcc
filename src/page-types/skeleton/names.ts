import { isStateToken, looksGenerated } from '../../dom/pattern/stable.ts';
import { remembering } from '../../model/bounded-map.ts';
import type { ElementNode } from '../../model/document.ts';

/** What an element is called in a skeleton. */
export interface SkeletonName {
  /** Tag with the id or the first class: elements of one label under one parent are one. */
  readonly label: string;
  /** Its further ids and classes: they count, but do not make it another element. */
  readonly marks: readonly string[];
  /** Whether an id or a class names it. */
  readonly named: boolean;
}

/** The name of an element: its tag and those ids and classes that tell what it is for. */
export function nameOf({ tag, attrs }: ElementNode): SkeletonName {
  const id = attrs?.id;
  const classes = attrs?.class;
  if (!id && !classes) return plainName(tag);
  const tokens = stableTokens(id, classes);
  if (tokens.length === 0) return plainName(tag);
  // Everything of a page is below these: another class must not make it another page altogether.
  if (tag === 'html' || tag === 'body') return { label: tag, marks: tokens, named: false };
  const [first, ...marks] = tokens as [string, ...string[]];
  return { label: safeTag(tag) + first, marks, named: true };
}

const plainName = remembering(
  1000,
  (tag: string): SkeletonName => ({ label: safeTag(tag), marks: [], named: false }),
);

function safeTag(tag: string): string {
  return tag.replace(/[^\p{L}\d:_-]/gu, '_');
}

function stableTokens(id: string | undefined, classes: string | undefined): string[] {
  const tokens: string[] = [];
  if (id && isStableToken(id)) tokens.push(`#${id}`);
  if (!classes) return tokens;
  for (const token of classes.trim().split(/\s+/)) {
    if (tokens.length >= maxTokens) break;
    if (isStableToken(token) && !tokens.includes(`.${token}`)) tokens.push(`.${token}`);
  }
  return tokens;
}

/** Sites that style by classes alone have dozens on an element. */
const maxTokens = 4;

/** Numbers count places or columns. */
const wordy = /^[\p{L}_-]{2,40}$/u;
const technical = /^(?:js|ng|v|theme|lang)-/i;

/** Whether an id or a class says what an element is, on every page and in every state alike. */
const isStableToken = remembering(
  10_000,
  (token: string) =>
    wordy.test(token) && !technical.test(token) && !isStateToken(token) && !looksGenerated(token),
);
