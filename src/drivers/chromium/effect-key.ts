/**
 * Names of requests, the same in the page and in Node: this file is also linked as text into the script
 * that runs inside pages, so every top-level name starts with `effect`.
 */
import { fingerprint } from '../../fingerprint/rabin.ts';

/** Everything that the answer to a request may depend on. */
export interface EffectRequest {
  /** In upper case. */
  readonly method: string;
  /** Absolute, without fragment. */
  readonly url: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: string | null;
  /** Origin of the asking page where it asks another one, with `+` where cookies go along; else empty. */
  readonly from: string;
}

/** Headers by which servers choose what to answer; the rest is the browser's own. */
const effectHeaders = /^(accept|content-type|authorization|x-.*)$/;

/** Names a request: equal names, equal questions. */
export function effectKey(request: EffectRequest): string {
  const headers: string[] = [];
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    if (effectHeaders.test(lower) && !(lower === 'accept' && value === '*/*'))
      headers.push(`${lower}:${value}`);
  }
  const lines = headers.length > 1 ? headers.sort().join('\n') : (headers[0] ?? '');
  return fingerprint(`${request.method} ${request.url} ${request.from}\n${lines}\n\n${request.body ?? ''}`);
}

/**
 * Names what answers a request, whatever the values asked for: address without the values of its query,
 * and the operation where it is GraphQL. What is learned of one such answer is presumed of all.
 */
export function effectClass(request: EffectRequest): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const names = query.replace(/=[^&]*/g, '');
  const operation =
    request.body === null ? '' : (/"query"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(request.body)?.[1] ?? '');
  return fingerprint(`${request.method} ${path}?${names} ${operation}`);
}

/** Whether a body asks GraphQL questions only: nothing that changes the site, nothing that goes on. */
export function effectOnlyQueries(body: string | null): boolean {
  if (body === null || !/^\s*[[{]/.test(body) || !body.includes('"query"')) return false;
  try {
    const parsed: unknown = JSON.parse(body);
    const asked = Array.isArray(parsed) ? parsed : [parsed];
    return (
      asked.length > 0 && asked.every((one) => typeof one?.query === 'string' && effectIsQuery(one.query))
    );
  } catch {
    return false;
  }
}

/** Looks at what stands outside of all brackets: `query`, `fragment`, or nothing before a block. */
function effectIsQuery(source: string): boolean {
  const plain = source.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g, ' ');
  let depth = 0;
  let outside = '';
  for (const sign of plain) {
    if (sign === '{' || sign === '(' || sign === '[') depth++;
    else if (sign === '}' || sign === ')' || sign === ']') {
      depth--;
      if (depth === 0 && sign === '}') outside += ';';
    } else if (depth === 0) outside += sign;
  }
  const pieces = outside.split(';').map((piece) => piece.trim());
  const rest = pieces.pop();
  const isQuery = (piece: string) => piece === '' || /^query\b/.test(piece);
  return (
    depth === 0 &&
    rest === '' &&
    pieces.some(isQuery) &&
    pieces.every((piece) => isQuery(piece) || /^fragment\b/.test(piece))
  );
}
