import type { HookChain, ResponseView } from '../../hooks/index.ts';
import { decodePage } from '../../html/charset.ts';
import { mediaType } from '../../html/content-type.ts';
import type { Answer } from './answer.ts';
import { headerOf } from './answer.ts';
import type { Head } from './exchange.ts';

/** An answer after hooks have seen it, or the wish to ask once more. */
export type Hooked =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'again'; readonly reason: string };

/** Shows an answer to the hooks; its body is read only where one of them asks for it. */
export async function hookedAnswer(
  answer: Answer,
  head: Head,
  kind: ResponseView['kind'],
  hooks: HookChain,
): Promise<Hooked> {
  const headers = Object.fromEntries(Object.keys(head.headers).map((name) => [name, headerOf(head, name)]));
  let read: Promise<Buffer> | null = null;
  const body = (): Promise<Buffer> => {
    read ??= answer.body();
    return read;
  };
  const text = async (): Promise<string> => decodePage(await body(), answer.header('content-type'));
  const view = { url: answer.url, status: answer.status, headers, kind, engine: 'http' as const, body, text };
  const verdict = await hooks.response(view);
  if (verdict.kind === 'again') return verdict;
  const own = verdict.body === null ? null : Buffer.from(verdict.body);
  const now = own === null ? verdict.headers : { ...verdict.headers, ...ownType(verdict.headers) };
  const whole = own === null ? body : async () => own;
  return {
    kind: 'answer',
    answer: {
      ...answer,
      status: verdict.status,
      header: (name) => now[name] ?? '',
      lines: (name) => (now[name] === headers[name] ? answer.lines(name) : [now[name] ?? []].flat()),
      headers: () => [
        ...answer.headers().filter(([name]) => now[name] === headers[name]),
        ...Object.entries(now).filter(([name, value]) => value !== headers[name] && value !== ''),
      ],
      body: whole,
      pieces: async (most, take) => {
        if (own === null && read === null) return answer.pieces(most, take);
        take(await whole());
      },
    },
  };
}

/** What a hook has written is UTF-8, whatever the server said of what it had sent. */
function ownType(headers: Readonly<Record<string, string>>): Record<string, string> {
  const type = mediaType(headers['content-type'] ?? '') || 'text/html';
  return { 'content-type': `${type}; charset=utf-8`, 'content-encoding': '', 'content-length': '' };
}
