import { pageTargets } from './pages.ts';
import { protocolTargets } from './protocols.ts';
import type { FuzzTarget } from './target.ts';

/** Every reader of foreign input. */
export const targets: readonly FuzzTarget[] = [...pageTargets, ...protocolTargets];
