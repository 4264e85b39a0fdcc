import type { GatherPart } from './part.ts';
export const queue: GatherPart = { name: 'queue', title: 'q', run: async () => {} };
