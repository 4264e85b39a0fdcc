/**
 * Tries readers of foreign input for as long as it is let: `npm run fuzz -- --minutes 10 --only html,css`. Inputs with an
 * outcome of their own are kept in `.fuzz/`, from which the next run goes on; those that fail are told and kept too.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { targets } from './targets.ts';
import type { Task, Told } from './worker.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    corpus: { type: 'string', default: '.fuzz' },
    seed: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const only = values.only?.split(',') ?? targets.map(({ name }) => name);
const strange = only.filter((name) => !targets.some((target) => target.name === name));
if (strange.length > 0 || !(minutes > 0)) {
  console.error(
    strange.length > 0
      ? `there is no reader ${strange.join(', ')}; there are ${targets.map(({ name }) => name).join(', ')}`
      : `--minutes expects a number above 0; got "${values.minutes}"`,
  );
  process.exit(2);
}
const begun = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
/** An input that takes longer than this is one that never ends. */
const patienceMs = 20_000;
let failures = 0;

console.log(`seed ${begun}, ${minutes} minutes for ${only.length} readers`);
for (const [at, name] of only.entries()) await fuzz(name, begun + at);
process.exit(failures > 0 ? 1 : 0);

async function fuzz(name: string, seed: number): Promise<void> {
  const [kept, failed] = ['corpus', 'failures'].map((part) => join(values.corpus, part, name)) as [
    string,
    string,
  ];
  for (const folder of [kept, failed]) mkdirSync(folder, { recursive: true });
  const seeds = readdirSync(kept).map((file) => readFileSync(join(kept, file), 'utf8'));
  const current = new SharedArrayBuffer(8 + 2 * 65_536);
  const until = Date.now() + (minutes * 60_000) / only.length;
  const task: Task = { target: name, seed, seeds, until, current };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task });
  const ended = new Promise<void>((resolve) => {
    worker.on('message', (told: Told) => {
      if (told.kind === 'new') keep(kept, told.input);
      else if (told.kind === 'failure') fail(failed, name, told.input, told.why);
      else console.log(`${name}: ${told.tried} inputs, ${told.outcomes} outcomes`);
    });
    worker.on('error', (error) => {
      fail(failed, name, inputIn(current), String(error.stack));
      resolve();
    });
    worker.on('exit', () => resolve());
  });
  let count = -1;
  const watch = setInterval(() => {
    const now = Atomics.load(new Int32Array(current, 0, 2), 1);
    if (now === count && count > 0) {
      fail(failed, name, inputIn(current), `it did not end within ${patienceMs / 1000} s`);
      void worker.terminate();
    }
    count = now;
  }, patienceMs);
  await ended;
  clearInterval(watch);
}

function keep(folder: string, input: string): void {
  writeFileSync(join(folder, createHash('sha256').update(input).digest('hex').slice(0, 16)), input);
}

function fail(folder: string, name: string, input: string, why: string): void {
  failures++;
  keep(folder, input);
  console.log(
    `${name} fails on ${JSON.stringify(input.slice(0, 300))}\n  ${why.split('\n').slice(0, 6).join('\n  ')}`,
  );
}

function inputIn(current: SharedArrayBuffer): string {
  const length = Atomics.load(new Int32Array(current, 0, 2), 0);
  return String.fromCharCode(...new Uint16Array(current, 8).subarray(0, Math.min(length, 65_536)));
}
