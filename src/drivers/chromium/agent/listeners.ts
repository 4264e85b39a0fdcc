/** Remembers what scripts bind to elements; called before any of the page's scripts. */
export function installListeners(): void {}
