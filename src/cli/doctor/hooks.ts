import { HookChain, loadHooks } from '../../hooks/index.ts';
import { classify } from '../failure.ts';
import { type DoctorCheck, fail, ok } from './check.ts';

/** Whether the files of hooks load, and when each hook is called; `null` where none are given. */
export async function hooksCheck(files: readonly string[]): Promise<DoctorCheck | null> {
  if (files.length === 0) return null;
  try {
    const { list } = new HookChain(await loadHooks(files));
    return ok('hooks', list.map(({ name, moments }) => `${name} (${moments.join(', ')})`).join(', '));
  } catch (error) {
    const { message, advice, exitCode } = classify(error);
    return fail('hooks', message, advice, exitCode);
  }
}
