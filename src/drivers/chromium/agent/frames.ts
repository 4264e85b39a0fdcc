/** Joins the agents of frames of other origins; called before any of the page's scripts. */
export function installFrames(_name: string): void {}
