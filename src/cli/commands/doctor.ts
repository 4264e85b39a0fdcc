import { join, resolve } from 'node:path';
import { outFolder } from '../../config/index.ts';
import { HookChain, loadHooks } from '../../hooks/index.ts';
import type { Command, Context } from '../command.ts';
import { browserCheck, fontCheck, sandboxCheck } from '../doctor/browser.ts';
import { type DoctorCheck, fail, ok, worst } from '../doctor/check.ts';
import { diskCheck, nodeCheck, sharedMemoryCheck, writeCheck } from '../doctor/machine.ts';
import { classify } from '../failure.ts';
import { browserPath } from '../place.ts';
import { pad, wrap } from '../terminal.ts';

/** `argiope doctor`. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check browser, store and permissions',
  usage: '[flags]',
  details: [
    'Says which Node, browser and SQLite it found, whether the output folder can be written, and what to do about what is missing. The network is not needed. Ends with 0 where a crawl can run, 6 where the browser is missing, 7 where the store cannot be written.',
  ],
  examples: ['argiope doctor', 'argiope doctor --out /data/crawls --json'],
  run,
};

async function run({ io, input, engine }: Context): Promise<number> {
  const { sandboxUnavailable } = await import('../../drivers/chromium/launch.ts');
  const out = resolve(io.cwd, input.values.out ?? join(io.cwd, outFolder));
  const checks: readonly DoctorCheck[] = [
    nodeCheck(process.versions.node),
    await browserCheck(browserPath(input), engine),
    sandboxCheck(sandboxUnavailable(), (io.env.ARGIOPE_NO_SANDBOX ?? '') !== ''),
    await writeCheck(out),
    await diskCheck(out),
    await sharedMemoryCheck('/dev/shm'),
    await fontCheck(),
    await hooksCheck(input.values.hooks.map((file) => resolve(io.cwd, file))),
  ].filter((check) => check !== null);
  const failed = checks.find((check) => check.state === 'fail');
  if (input.values.json) {
    const answer = {
      command: 'doctor',
      ok: failed === undefined,
      checks: checks.map(({ exit, ...shown }) => shown),
    };
    io.stdout.write(`${JSON.stringify(answer)}\n`);
  } else if (!input.values.quiet || failed !== undefined) {
    io.stdout.write(`${checks.flatMap(checkLines).join('\n')}\n\n${verdict(checks)}\n`);
  }
  return failed === undefined ? 0 : failed.exit;
}

function checkLines({ state, name, found, advice }: DoctorCheck): readonly string[] {
  const head = wrap(found, 60).map(
    (line, i) => `${pad(i === 0 ? state : '', 6)}${pad(i === 0 ? name : '', 12)}${line}`,
  );
  const more = advice === null ? [] : wrap(`→ ${advice}`, 60).map((line) => ' '.repeat(18) + line);
  return [...head, ...more];
}

function verdict(checks: readonly DoctorCheck[]): string {
  switch (worst(checks)) {
    case 'fail':
      return 'Argiope cannot crawl here yet: see what failed above.';
    case 'warn':
      return 'Argiope can crawl here; the warnings above say what could be better.';
    case 'ok':
      return 'Argiope can crawl here.';
  }
}

/** Whether the files of hooks load, and when each hook is called; `null` where none are given. */
async function hooksCheck(files: readonly string[]): Promise<DoctorCheck | null> {
  if (files.length === 0) return null;
  try {
    const { list } = new HookChain(await loadHooks(files));
    return ok('hooks', list.map(({ name, moments }) => `${name} (${moments.join(', ')})`).join(', '));
  } catch (error) {
    const { message, advice, exitCode } = classify(error);
    return fail('hooks', message, advice, exitCode);
  }
}
