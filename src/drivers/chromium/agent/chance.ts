import { replaceNative } from './natives.ts';

let chanceState = 0;

/** Has a document draw other numbers than usual: its visit is to tell what changes from load to load. */
export function turnChance(by: number): void {
  chanceState ^= by;
}

/**
 * What a document draws by chance is the same at each load of its address: a page that shuffles, or makes up names, can be
 * reached again by the way that led to it. Other addresses and frames draw other numbers: some know each other by what
 * they drew. What is drawn for secrets (`crypto`) stays.
 */
export function installChance(): void {
  const { imul } = Math;
  const frame = window.parent === window ? '' : `#${window.name}`;
  for (const letter of `${location.href.split('#', 1)[0]}${frame}`)
    chanceState = imul(chanceState, 31) + letter.charCodeAt(0);
  // Mulberry32, by Tommy Ettinger.
  const draw = () => {
    chanceState = (chanceState + 0x6d2b79f5) | 0;
    let mixed = imul(chanceState ^ (chanceState >>> 15), chanceState | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  // All 53 bits of a number, as pages make keys of them.
  replaceNative(Math, 'random', () => () => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53);
}
