import { randomUUID } from 'node:crypto';
import { exactCheckBy } from '../../dom/exact.ts';
import { rabinBuild } from '../../fingerprint/rabin.ts';
import { checkPolynomial } from '../../fingerprint/secret.ts';
import { agentSource } from './agent-source.ts';

/**
 * What an agent is got by, and what agents of one origin know each other by: both are drawn once for each run, and
 * pages have no way to learn them. The name is one of the scripts' own scope, and so on no object.
 */
export interface AgentNames {
  readonly name: string;
  readonly secret: string;
}

/** Draws names that no page knows. */
export function agentNames(): AgentNames {
  const drawn = () => `__${randomUUID().replaceAll('-', '')}`;
  return { name: drawn(), secret: drawn() };
}

let cached: string | null = null;

/** Names of everything that the script calls as a method, written as what it begins with. */
function calledNames(source: string): string {
  const names = new Set([...source.matchAll(/\.(\w+)\s*(?:\?\.)?\(/g)].map(([, name]) => name));
  return `const calledNames = new Set(${JSON.stringify([...names])});`;
}

/** The in-page script, told which methods of requests may pass; `probe` is run among its parts, for tests. */
export function agentScript(
  { name, secret }: AgentNames,
  methods: readonly string[] = [],
  probe = '',
): string {
  if (cached === null) {
    const source = agentSource();
    cached = `${calledNames(source)}\n${source}`;
  }
  // Documents that are put together here are checked by what the pages check theirs by.
  exactCheckBy(rabinBuild(checkPolynomial()));
  const install = `installAgent(${JSON.stringify(secret)}, ${JSON.stringify(methods)})`;
  const check = `exactCheckBy(rabinBuild(${JSON.stringify(checkPolynomial())}));`;
  // A window that is used for a second document keeps its agent: the name is taken, and the script ends there.
  return `const ${name} = (() => {\n'use strict';\n${cached}\n${check}\n${probe}\nreturn ${install};\n})();`;
}
