import { agentSource } from './agent-source.ts';

let cached: string | null = null;

/** The in-page script under a name, told which methods of requests may pass. */
export function agentScript(name: string, methods: readonly string[] = []): string {
  cached ??= agentSource();
  // Only documents have timers and elements to follow; a sandboxed or blank frame may refuse some of it.
  return `(() => {\n'use strict';\nif (globalThis[${JSON.stringify(name)}]) return;\n${cached}\ninstallAgent(${JSON.stringify(name)}, ${JSON.stringify(methods)});\n})();`;
}
