import { unsafeWord } from '../../frontier/index.ts';
import { unsafeName } from '../../frontier/unsafe-names.ts';
import type { Question } from '../../model/index.ts';
import { effectOnlyQueries } from './effect-key.ts';
import { effectOrdersOf } from './effect-question.ts';

/** Characters of a question that is kept. */
const longest = 16 << 10;

/** Bodies that are text, so that they can be sent again as they were. */
const textual = /^\s*(?:application\/(?:json|graphql|x-www-form-urlencoded|[\w.-]+\+json)|text\/plain)\b/i;

/**
 * Whether a request may be made again to see whether its answer has changed: what GraphQL calls a query, and
 * where the method is allowed to events (`--methods`) what is not named like something that changes the site.
 */
export function mayAskAgain(
  method: string,
  url: string,
  { contentType, body }: Question,
  methods: readonly string[],
): boolean {
  if (method !== 'POST' || body.length > longest || !textual.test(contentType)) return false;
  if (effectOnlyQueries(body)) return true;
  return methods.includes(method) && !isOrder(url, body);
}

/** Whether an address or what is sent to it is named like a change; in an API, every part of a path counts. */
export function isOrder(url: string, body: string): boolean {
  const parts = (URL.parse(url)?.pathname ?? '').split('/');
  const named = [...parts, ...effectOrdersOf(body)];
  if (named.some((name) => unsafeName(name) !== null)) return true;
  return unsafeWord({ text: '', hints: '', call: '', href: url, isKey: false }) !== null;
}
