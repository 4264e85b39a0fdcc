import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ArgiopeError } from '../model/errors.ts';
import { type Hooks, hookMoments } from './types.ts';

/** Loads the hooks of files, in their order; a file exports one set of hooks or a list of them as its default. */
export async function loadHooks(files: readonly string[]): Promise<readonly Hooks[]> {
  const loaded: Hooks[] = [];
  for (const file of files) loaded.push(...(await loadFile(resolve(file))));
  return loaded;
}

async function loadFile(file: string): Promise<readonly Hooks[]> {
  if (!existsSync(file)) throw unusable(file, 'it does not exist');
  let exported: unknown;
  try {
    exported = ((await import(pathToFileURL(file).href)) as { default?: unknown }).default;
  } catch (cause) {
    throw unusable(file, (cause as Error).message, cause);
  }
  const all = Array.isArray(exported) ? exported : [exported];
  return all.map((hooks, at) => named(checked(hooks, file), file, all.length > 1 ? ` ${at + 1}` : ''));
}

/** A typing error in the name of a moment would otherwise be a hook that is never called. */
function checked(hooks: unknown, file: string): Hooks {
  if (typeof hooks !== 'object' || hooks === null)
    throw unusable(file, 'its default export is no object with hooks');
  const odd = Object.keys(hooks).find((key) => !['name', 'order', ...hookMoments].includes(key));
  if (odd !== undefined) throw unusable(file, `"${odd}" is no moment (${hookMoments.join(', ')})`);
  const given = hooks as Readonly<Record<string, unknown>>;
  const wrong = hookMoments.find((moment) => !['function', 'undefined'].includes(typeof given[moment]));
  if (wrong !== undefined) throw unusable(file, `"${wrong}" is no function`);
  if (!hookMoments.some((moment) => typeof given[moment] === 'function'))
    throw unusable(file, `it has none of the moments ${hookMoments.join(', ')}`);
  return hooks as Hooks;
}

function named(hooks: Hooks, file: string, number: string): Hooks {
  if (hooks.name !== undefined) return hooks;
  const name = basename(file) + number;
  // Methods keep the object that they were written in.
  const methods = hookMoments.flatMap((moment) => {
    const method = hooks[moment] as ((...given: unknown[]) => unknown) | undefined;
    return method === undefined ? [] : [[moment, method.bind(hooks)] as const];
  });
  return { name, ...(hooks.order !== undefined && { order: hooks.order }), ...Object.fromEntries(methods) };
}

function unusable(file: string, why: string, cause?: unknown): ArgiopeError {
  return new ArgiopeError('CONFIG', `the hooks in ${file} cannot be used: ${why}`, {
    cause,
    advice: 'A file of hooks exports them as its default: export default { page(page) { … } }',
  });
}
