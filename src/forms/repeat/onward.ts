import type { AnswerData, Onward } from './data.ts';
import { requestWith, type ScriptRequest } from './template.ts';

/** Names by which a token is handed back where the answer calls it otherwise. */
const usual = ['cursor', 'after', 'page_token', 'pageToken', 'next'];
/** Requests that are tried for one answer. */
const mostTries = 6;

/**
 * Requests that may lead to further records by what an answer gives for that: its own address of the next page, or a
 * token under the names by which such are handed back (`next_cursor` as `cursor`, `endCursor` as `after`).
 */
export function onwardRequests(request: ScriptRequest, { onward }: AnswerData): readonly ScriptRequest[] {
  const found = onward.flatMap((one): readonly ScriptRequest[] => {
    const address = /^(?:https?:\/\/|\/|\?)/i.test(one.value) ? URL.parse(one.value, request.url) : null;
    if (address === null) return tokenNames(one).map((name) => requestWith(request, name, one.value));
    const isOwn = address.origin === URL.parse(request.url)?.origin;
    return isOwn && request.question === null ? [{ ...request, url: address.href }] : [];
  });
  return found.slice(0, mostTries);
}

function tokenNames({ names }: Onward): readonly string[] {
  const name = names.at(-1) ?? '';
  const bare = name.replace(/^next_?(?=.)/i, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  const known = /^end_?cursor$/i.test(name) ? ['after'] : [bare, name];
  return [...new Set([...known, ...usual])].filter((one) => one !== '');
}
