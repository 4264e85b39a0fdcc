import { createHash, hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import xxhash from 'xxhash-wasm';
import { fingerprintsOf } from '../src/fingerprint/batch.ts';
import { fingerprint as rabin } from '../src/fingerprint/rabin.ts';
import { type Bench, UsageError } from './bench.ts';
import { addressOf } from './fingerprint/addresses.ts';
import { Collisions } from './fingerprint/collisions.ts';
import { Race, type RaceResult, type Runner } from './fingerprint/race.ts';
import { watchMemory } from './memory.ts';
import { Report } from './report.ts';

/** Addresses in the paper's own experiment. */
const ofThePaper = 23_743_961;

/** Addresses that are made and fingerprinted at a time. */
const batchSize = 20_000;

/** Batches that all ways run on, spread evenly; the first few are for the compiler and do not count. */
const raced = 60;
const warming = 10;

/** Fingerprints of as many addresses as the paper had: none may be equal, and none may be slow. */
export const fingerprint: Bench = {
  name: 'fingerprint',
  summary: `${ofThePaper.toLocaleString('en')} addresses: collisions, and speed beside xxHash and SHA-1`,
  usage: [
    `    --count N     addresses (default ${ofThePaper}, as in the paper)`,
    '    --markdown    tables to paste into docs/benchmarks.md',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const { count, markdown } = readOptions(args);
  const report = new Report(markdown ? 'markdown' : 'text');
  const memory = watchMemory(process.pid, 500);
  const race = new Race(await makeRunners());
  const warm = new Race(await makeRunners());
  const collisions = new Collisions(count);
  const batches = Math.ceil(count / batchSize);
  const every = Math.max(1, Math.floor(batches / raced));
  let letters = 0;
  for (let batch = 0; batch < batches; batch++) {
    const texts = addresses(batch * batchSize, Math.min(count, (batch + 1) * batchSize));
    for (const text of texts) letters += text.length;
    if (batch === 0) for (let round = 0; round < warming; round++) warm.round(texts);
    collisions.addAll(fingerprintsOf(texts));
    if (batch % every === 0) race.round(texts);
    if (batch % 200 === 199) report.progress(`${(batch + 1) * batchSize} addresses`);
    // Memory is looked at between batches.
    await new Promise(setImmediate);
  }
  const equal = collisions.count();
  const { peakMiB } = memory();
  tell(report, {
    count,
    equal,
    mean: letters / count,
    peakMiB,
    kept: collisions.bytes,
    race: race.results(),
  });
  return report.close();
}

interface Measured {
  readonly count: number;
  readonly equal: number;
  /** Mean length of an address. */
  readonly mean: number;
  readonly peakMiB: number;
  /** Bytes of the fingerprints themselves. */
  readonly kept: number;
  readonly race: readonly RaceResult[];
}

function tell(report: Report, { count, equal, mean, peakMiB, kept, race }: Measured): void {
  report.section('Collisions');
  const mib = kept / 1024 / 1024;
  report.table(
    ['addresses', 'characters each', 'equal fingerprints', 'fingerprints, MiB', 'process at most, MiB'],
    [[count, mean, equal, mib, peakMiB]],
  );
  report.section('Speed, text to value');
  report.table(
    ['way', 'addresses per second', 'the first is faster by'],
    race.map(({ name, perSecond, firstIsFaster }) => [name, perSecond, firstIsFaster]),
  );
  report.verdict(equal === 0, 'no two addresses have one fingerprint', `${equal} of ${count} are equal`);
  claimSpeed(report, race, names.xxhash, 1);
  claimSpeed(report, race, names.sha, 10);
}

function claimSpeed(report: Report, race: readonly RaceResult[], name: string, times: number): void {
  const measured = race.find((result) => result.name === name)?.firstIsFaster ?? Number.NaN;
  report.verdict(
    measured >= times,
    `at least ${times} × as fast as ${name}`,
    `${measured.toFixed(2)} × (median of rounds)`,
  );
}

const names = {
  batch: 'Rabin, 64-bit values',
  rabin: 'Rabin, 16 hex digits',
  xxhash: 'xxhash-wasm h64, BigInt',
  xxhashText: 'xxhash-wasm h64, 16 hex digits',
  sha: 'SHA-1, createHash, 40 hex digits',
  shaOnce: 'SHA-1, crypto.hash, 40 hex digits',
};

/** Loops of their own, so that each is compiled for its own way. */
async function makeRunners(): Promise<readonly Runner[]> {
  const { h64, h64ToString } = await xxhash();
  return [
    runner(names.batch, (texts) => {
      fingerprintsOf(texts);
    }),
    runner(names.rabin, (texts) => {
      for (const text of texts) rabin(text);
    }),
    runner(names.xxhash, (texts) => {
      for (const text of texts) h64(text);
    }),
    runner(names.xxhashText, (texts) => {
      for (const text of texts) h64ToString(text);
    }),
    runner(names.sha, (texts) => {
      for (const text of texts) createHash('sha1').update(text).digest('hex');
    }),
    runner(names.shaOnce, (texts) => {
      for (const text of texts) hash('sha1', text);
    }),
  ];
}

function runner(name: string, run: Runner['run']): Runner {
  return { name, run };
}

/** Texts that were put together are laid out flat first, as those of pages are; else each reader would pay. */
function addresses(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from }, (_, at) => Buffer.from(addressOf(from + at)).toString('latin1'));
}

function readOptions(args: readonly string[]): { count: number; markdown: boolean } {
  const { count, markdown } = parse(args);
  const number = Number(count);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new UsageError(`--count must be a whole number from 1 on; got "${count}"`);
  return { count: number, markdown };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        count: { type: 'string', default: String(ofThePaper) },
        markdown: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
