import { disguise, natives, replaceNative } from './natives.ts';
import { tasks } from './tasks.ts';
import { attributeNames, elementAround, everyAnimation } from './unhidden.ts';

/** Whether anyone in the page listens to the ends of transitions and animations. */
let animationsHeard = false;
const animationTypes = /^(?:webkit)?(?:transition|animation)|^finish$/i;

/** Follows who listens to animations; called before any of the page's scripts. */
export function installAnimations(): void {
  replaceNative(
    EventTarget.prototype,
    'addEventListener',
    (original) =>
      function (this: EventTarget, ...args: Parameters<EventTarget['addEventListener']>) {
        if (!animationsHeard && animationTypes.test(args[0])) animationsHeard = true;
        return natives.apply(original, this, args);
      },
  );
  for (const owner of [HTMLElement.prototype, SVGElement.prototype, Document.prototype, globalThis]) {
    for (const name of ['ontransitionend', 'onanimationend', 'onwebkittransitionend', 'onwebkitanimationend'])
      followHandler(owner, name);
  }
  followHandler(Animation.prototype, 'onfinish');
}

function followHandler(owner: object, name: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (!descriptor?.set || !descriptor.configurable) return;
  const { set } = descriptor;
  const setter = function (this: object, value: unknown) {
    animationsHeard = true;
    natives.apply(set, this ?? globalThis, [value]);
  };
  disguise(setter, set);
  Object.defineProperty(owner, name, { ...descriptor, set: setter });
}

const finishedAnimations = new WeakSet<Animation>();

/**
 * Brings transitions and animations that have an end to it, so that what waits for their end goes on.
 * `heard`: someone listens to their events, which are sent with the next frame. `within`: only those that would end in
 * so many milliseconds.
 */
export function finishAnimations(within = Number.POSITIVE_INFINITY): 'none' | 'finished' | 'heard' {
  let finished = false;
  let heard = animationsHeard;
  for (const animation of everyAnimation()) {
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    if (animation.playState !== 'running' || end === Number.POSITIVE_INFINITY) continue;
    if (end - Number(animation.currentTime ?? 0) > within) continue;
    if (finishedAnimations.has(animation)) continue;
    finishedAnimations.add(animation);
    try {
      animation.finish();
      tasks.animated++;
      finished = true;
      heard ||= hasInlineHandler((animation.effect as KeyframeEffect | null)?.target ?? null);
    } catch {
      // Endless after all.
    }
  }
  if (!finished) return 'none';
  return heard ? 'heard' : 'finished';
}

function hasInlineHandler(element: Element | null): boolean {
  for (let at = element; at; at = elementAround(at)) {
    if (attributeNames(at).some((name) => /^on(?:transition|animation)/.test(name))) return true;
  }
  return false;
}
