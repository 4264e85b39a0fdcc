/** Changes that are tried before they are kept. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, ask, type Loaded } from '../api.ts';
import { Failed, Loading } from './states.tsx';

/** What is known of something that was posted. */
export type Posted<T> = Pick<Loaded<T>, 'data' | 'error'>;

/**
 * Posts something whenever it changes and nobody has changed it for a moment; what was known stays meanwhile. A path of
 * `null` posts nothing.
 */
export function usePosted<T>(path: string | null, body: object): Posted<T> {
  const [state, setState] = useState<Posted<T>>({ data: null, error: null });
  useEffect(() => {
    if (path === null) {
      setState({ data: null, error: null });
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(
      () =>
        ask<T>(path, body, stop.signal).then(
          (data) => setState({ data, error: null }),
          (error: Error) => {
            if (error.name !== 'AbortError') setState({ data: null, error: error as ApiError });
          },
        ),
      150,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, body]);
  return state;
}

/** Shows what changes would do, and keeps them or takes them back. */
export function Trial<T>({
  effect,
  children,
  save,
  words,
  onUndo,
}: {
  readonly effect: Posted<T>;
  readonly children: (effect: T) => ComponentChildren;
  readonly save: () => Promise<void>;
  readonly words: { readonly save: string; readonly saving: string; readonly undo: string };
  readonly onUndo: () => void;
}) {
  const [saving, setSaving] = useState<'no' | 'yes' | ApiError>('no');
  const keep = () => {
    setSaving('yes');
    save().catch((error: ApiError) => setSaving(error));
  };
  return (
    <section class="rules-effect" aria-label="What the changes do">
      <h2>What that does</h2>
      {effect.error && <Failed error={effect.error} />}
      {effect.data ? children(effect.data) : !effect.error && <Loading what="Trying it" />}
      {typeof saving === 'object' && <Failed error={saving} />}
      <p class="graph-do">
        <button type="button" class="main" disabled={effect.data === null || saving === 'yes'} onClick={keep}>
          {saving === 'yes' ? words.saving : words.save}
        </button>
        <button type="button" onClick={onUndo}>
          {words.undo}
        </button>
      </p>
    </section>
  );
}
