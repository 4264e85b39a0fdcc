import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { killGroup, startChild } from '../children.ts';

const program = fileURLToPath(new URL('../../bin/argiope.js', import.meta.url));

/** A command that runs. */
export interface Process {
  readonly pid: number;
  readonly ended: Promise<number | null>;
  /** As Ctrl-C does. */
  end(): Promise<void>;
  kill(): void;
}

/** Starts `argiope`. */
export function start(args: readonly string[]): Process {
  const child = startChild(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'ignore'] });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    ended,
    end: async () => {
      child.kill('SIGINT');
      await ended;
    },
    kill: () => killGroup(child),
  };
}

/** Runs `argiope` to its end; gives what it wrote. */
export async function argiope(args: readonly string[]): Promise<string> {
  const child = startChild(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, error] = ['', ''];
  child.stdout?.on('data', (text) => {
    out += text;
  });
  child.stderr?.on('data', (text) => {
    error += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`argiope ${args[0]} ended with ${code}: ${error}`);
  return out;
}
