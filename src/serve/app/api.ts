/** Asks the API. Types of answers come from the schemas of its routes. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** An answer that says no. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly advice: string | null;

  constructor(
    status: number,
    said: { readonly code?: string; readonly message?: string; readonly advice?: string },
  ) {
    super(said.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = said.code ?? 'UNKNOWN';
    this.advice = said.advice ?? null;
  }
}

/** Asks for JSON; `body` makes it a POST. */
export async function ask<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const how: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, { ...how, ...(signal && { signal }) });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, {
      code: 'AWAY',
      message: 'The server does not answer.',
      advice: 'It has ended, or was restarted: open the link that argiope serve prints.',
    });
  }
  const said = await response.json().catch(() => {
    // What was broken off is no answer.
    signal?.throwIfAborted();
    return {};
  });
  if (!response.ok) throw new ApiError(response.status, said);
  return said as T;
}

/** What is known of something that was asked for. */
export interface Loaded<T> {
  readonly data: T | null;
  readonly error: ApiError | null;
  reload(): void;
}

/** Asks when a path is new; `null` asks for nothing. What was known stays until the answer to the same path is there. */
export function useApi<T>(path: string | null): Loaded<T> {
  const [state, setState] = useState<{
    readonly path: string | null;
    readonly data: T | null;
    readonly error: ApiError | null;
  }>({ path: null, data: null, error: null });
  const [round, setRound] = useState(0);
  const latest = useRef(path);
  latest.current = path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    ask<T>(path, undefined, stop.signal).then(
      (data) => setState({ path, data, error: null }),
      (error: Error) => {
        if (error.name !== 'AbortError') setState({ path, data: null, error: error as ApiError });
      },
    );
    return () => stop.abort();
  }, [path, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const isKnown = state.path === path;
  return {
    data: isKnown ? state.data : null,
    error: isKnown ? state.error : null,
    reload,
  };
}

/** Asks again every few seconds while `isOn` and somebody looks. */
export function useAgain(reload: () => void, isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, againMs);
    return () => clearInterval(timer);
  }, [reload, isOn]);
}

/** Milliseconds after which something is asked for again: workers are heard of every few seconds themselves. */
const againMs = 3000;

/** Address of a crawl in the API. */
export function crawlApi(crawl: string, rest = ''): string {
  return `/api/crawls/${encodeURIComponent(crawl)}${rest}`;
}
