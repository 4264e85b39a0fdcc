import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow in small steps. By default it may double between collections, so that what a gatherer
 * throws away takes several times the memory of what it holds.
 */
export function growHeapSlowly(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
