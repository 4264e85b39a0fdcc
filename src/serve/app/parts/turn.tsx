import type { ComponentChildren } from 'preact';

/** Leads from page to page of a list: back, what is shown now, and next. */
export function Turn({
  at,
  count,
  onTurn,
  children,
}: {
  /** Place of what is shown; below 0 where it is not in the list. */
  readonly at: number;
  readonly count: number;
  readonly onTurn: (to: number) => void;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="rules-turn">
      <button type="button" disabled={at <= 0} onClick={() => onTurn(at - 1)}>
        Back
      </button>
      <span class="soft small">{children}</span>
      <button type="button" disabled={at < 0 || at >= count - 1} onClick={() => onTurn(at + 1)}>
        Next
      </button>
    </div>
  );
}
