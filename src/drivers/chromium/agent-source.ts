import { linkedSource } from '../linked-source.ts';

/** The agent's files in the order in which they depend on each other, relative to this one. */
const parts = [
  '../../fingerprint/rabin',
  '../../dom/mask',
  '../../dom/exact',
  '../../dom/print-at',
  '../../dom/change',
  './agent/pristine',
  './agent/natives',
  './agent/unhidden',
  './agent/tasks',
  './agent/clock',
  './agent/drawing',
  './agent/pose',
  './agent/handler-text',
  './agent/listeners',
  './agent/leaving',
  './effect-key',
  './agent/effect-gate',
  './agent/effect-fetch',
  './agent/effect-xhr',
  './agent/effects',
  './agent/storage',
  './agent/streams',
  './agent/requests',
  './agent/loads',
  './agent/marks',
  './agent/images',
  './agent/waits',
  './agent/replies',
  './agent/layout',
  './agent/animations',
  './agent/moments',
  './agent/settle',
  './agent/sheets',
  './agent/states',
  './agent/sameness',
  './agent/shadows',
  './agent/slotted',
  './agent/virtual-lists',
  './agent/slides',
  './agent/sight',
  './agent/snapshot',
  './agent/unwrap',
  './agent/frameworks',
  './agent/pointers',
  './agent/delegation',
  './agent/field-values',
  './agent/inline-calls',
  './agent/reactions',
  './agent/candidates',
  './agent/boxes',
  './agent/hover',
  './agent/fire',
  './agent/dress',
  './agent/frames',
  './agent/delta',
  './agent/gather',
  './agent/answer',
  './agent/sweep',
  './agent/inner',
  './agent/main',
];

/** The agent's files. */
export const agentParts: readonly URL[] = parts.map((part) => new URL(`${part}.ts`, import.meta.url));

/**
 * The text of the in-page script. Fingerprints come from the very file that Node uses. The built package has this
 * text instead of this file (scripts/build.ts).
 */
export function agentSource(): string {
  return linkedSource(agentParts);
}
