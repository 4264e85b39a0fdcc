import { isOrder } from '../../drivers/chromium/questions.ts';
import type { AskedValues } from '../../forms/index.ts';
import { plainWords, topicsOf } from '../../forms/words.ts';
import type { BlockedRequest } from '../../model/index.ts';

/** Parts of addresses that something is written to, whoever asks. */
const writes =
  /\b(?:save|saved|store|add|create|new|set|put|write|insert|send|subscribe|alerts?|track|log|event|collect|vote|like|rate|history|session)\b/;

/**
 * Whether a form that is driven may post something: it carries what was asked, it is not named like something that
 * changes the site, and the form or the address says that it searches; an address elsewhere must say it itself.
 */
export function mayPost(
  { method, url, body }: BlockedRequest,
  values: AskedValues,
  page: string,
  isSearch: boolean,
): boolean {
  const target = URL.parse(url);
  if (method !== 'POST' || target === null || isOrder(url, body)) return false;
  const sent = decodeURIComponent(
    `${url}\n${body}`.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25'),
  );
  if (!Object.values(values).every((value) => sent.includes(value))) return false;
  const named = plainWords(target.pathname);
  if (topicsOf(named).includes('search') || named.includes('graphql')) return true;
  return isSearch && !writes.test(named) && target.origin === URL.parse(page)?.origin;
}
