/** States of what is asked for: it comes, it failed, there is nothing. */
import type { ComponentChildren } from 'preact';
import type { ApiError, Loaded } from '../api.ts';

/** Says that something is on its way; only after a moment, so that quick answers do not flicker. */
export function Loading({ what = 'Loading' }: { readonly what?: string }) {
  return (
    <p class="loading" role="status">
      {what} …
    </p>
  );
}

/** Says what went wrong and what can be done. */
export function Failed({ error, again }: { readonly error: ApiError; readonly again?: () => void }) {
  return (
    <div class="alert" role="alert">
      <p>{error.message}</p>
      {error.advice && <p class="soft">{error.advice}</p>}
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Says that there is nothing, and why that may be. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

/** Shows an answer when it is there. */
export function WhenThere<T>({
  of,
  children,
}: {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  if (of.error) return <Failed error={of.error} again={of.reload} />;
  if (of.data === null) return <Loading />;
  return <>{children(of.data)}</>;
}
