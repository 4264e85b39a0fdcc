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

/** Names of everything that the script calls or reads, written as what it begins with. */
function readNames(source: string): string {
  const called = [...source.matchAll(/\.(\w+)/g)].map(([, name = '']) => name);
  const unpacked = [...source.matchAll(/\{([^{}]*)\}(?: =|\)| of )/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/\W.*/s, '')),
  );
  return `const readNames = new Set(${JSON.stringify([...new Set([...called, ...unpacked])])});`;
}

/** Classes and functions of the window that pages give other meanings: a site on maps may have a `Map` of its own. */
const windowValues =
  'Array Boolean CSS CSSStyleSheet CustomEvent DOMParser Document Element Error Event FocusEvent Function HTMLElement HTMLIFrameElement HTMLImageElement InputEvent Int32Array JSON KeyboardEvent Map Math MouseEvent Node NodeFilter Number Object PointerEvent Promise Reflect RegExp Set String Symbol TextEncoder TypeError URL Uint32Array Uint8Array WeakMap WeakRef WeakSet WheelEvent decodeURIComponent getComputedStyle globalThis'.split(
    ' ',
  );

/** Names of the script's own for what it uses of the window: what pages put there later is not its concern. */
function ownNames(source: string): string {
  const used = windowValues.filter((name) => new RegExp(`(?<![.\\w])${name}\\b`).test(source));
  return used.map((name) => `const ${name} = window.${name};`).join('\n');
}

/** The in-page script, told which methods of requests may pass; `probe` is run among its parts, for tests. */
export function agentScript(
  { name, secret }: AgentNames,
  methods: readonly string[] = [],
  probe = '',
): string {
  if (cached === null) {
    const source = agentSource();
    cached = `${ownNames(source)}\n${readNames(source)}\n${source}`;
  }
  // Documents that are put together here are checked by what the pages check theirs by.
  exactCheckBy(rabinBuild(checkPolynomial()));
  const install = `installAgent(${JSON.stringify(secret)}, ${JSON.stringify(methods)})`;
  const check = `exactCheckBy(rabinBuild(${JSON.stringify(checkPolynomial())}));`;
  // A window that is used for a second document keeps its agent: the name is taken, and the script ends there.
  return `const ${name} = (() => {\n'use strict';\n${cached}\n${check}\n${probe}\nreturn ${install};\n})();`;
}
