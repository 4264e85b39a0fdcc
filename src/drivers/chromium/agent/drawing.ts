import { isTopmost, natives } from './natives.ts';

/**
 * Frames are drawn by another process, which may be kept from it for long on a busy machine. So they are waited
 * for, and for long where it is known that there are some: a frame that nobody can see is not drawn at all.
 */
const [drawnPatience, undrawnPatience] = [3000, 100] as const;

/** Whether another frame is expected: pages are drawn, frames in them are once they were. */
let drawnSoFar = isTopmost();

/**
 * Waits for something that comes with the next frame: `listen` is to call what it is given then, and gives what
 * ends its listening. Gives whether it came.
 */
export function withFrame(listen: (came: () => void) => () => void): Promise<boolean> {
  return new natives.Promise<boolean>((resolve) => {
    const end = (came: boolean) => {
      drawnSoFar = came;
      natives.clearTimeout(timer);
      deafen();
      resolve(came);
    };
    const deafen = listen(() => end(true));
    const timer = natives.setTimeout(() => end(false), drawnSoFar ? drawnPatience : undrawnPatience);
  });
}

/** Waits for the next frame; `then` is called within it, before its layout, or when it does not come. */
export async function nextFrame(then: () => void = () => {}): Promise<void> {
  const came = await withFrame((told) => {
    const id = natives.requestAnimationFrame(() => {
      then();
      told();
    });
    return () => natives.cancelAnimationFrame(id);
  });
  if (!came) then();
}
