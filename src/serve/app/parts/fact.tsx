import type { ComponentChildren } from 'preact';

/** One of the facts of a list: what it is called, and what it is. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
