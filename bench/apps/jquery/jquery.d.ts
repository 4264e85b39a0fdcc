declare module 'jquery' {
  /** As much of a set of elements as the page uses. */
  interface Matched {
    on(events: string, selector: string, handler: (this: Element, event: Event) => void): Matched;
    on(events: string, handler: (this: Element, event: Event) => void): Matched;
    one(events: string, handler: (this: Element, event: Event) => void): Matched;
    off(events: string): Matched;
    each(visit: (this: Element, index: number) => void): Matched;
    data(name: string): unknown;
    data(name: string, value: unknown): Matched;
    html(text: string): Matched;
    append(text: string): Matched;
    remove(): Matched;
  }
  const $: {
    (selected: string | Element | (() => void)): Matched;
    get(url: string, query: Record<string, unknown>, done: (text: string) => void): void;
  };
  export default $;
}
