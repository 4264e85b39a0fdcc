/** Sees requests before they leave; called before any of the page's scripts. */
export function installEffects(): void {}
