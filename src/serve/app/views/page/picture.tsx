import { useEffect, useState } from 'preact/hooks';
import { ApiError, crawlApi } from '../../api.ts';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import type { PartProps } from '../page.tsx';

/** A picture of a page, painted from the store. */
export function PagePicture({ crawl, page }: PartProps) {
  const path = page.fingerprint === null ? null : crawlApi(crawl, `/pages/${page.number}/picture`);
  const [state, setState] = useState<{ readonly source?: string; readonly error?: ApiError }>({});
  useEffect(() => {
    if (path === null) return;
    let source: string | null = null;
    const stop = new AbortController();
    painted(path, stop.signal).then(
      (found) => {
        source = found;
        setState({ source: found });
      },
      (error: Error) => error.name !== 'AbortError' && setState({ error: error as ApiError }),
    );
    return () => {
      stop.abort();
      if (source !== null) URL.revokeObjectURL(source);
    };
  }, [path]);
  if (path === null) return <Empty>It was not captured, so there is nothing to paint.</Empty>;
  if (state.error) return <Failed error={state.error} />;
  if (!state.source) return <Loading what="A browser paints the page" />;
  return <img class="picture" src={state.source} alt={`Page ${page.number}: ${page.title}`} />;
}

async function painted(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  return URL.createObjectURL(await response.blob());
}
