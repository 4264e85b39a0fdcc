/** Runs a benchmark by name: `npm run bench -- ajax --quick`. */
import { ajax } from './ajax.ts';
import { apps } from './apps.ts';
import type { Bench } from './bench.ts';
import { UsageError } from './bench.ts';
import { deepweb } from './deepweb.ts';
import { extract } from './extract.ts';
import { fingerprint } from './fingerprint.ts';
import { gather } from './gather.ts';
import { hostile } from './hostile.ts';
import { peers } from './peers.ts';
import { replaced } from './replaced.ts';
import { scale } from './scale.ts';
import { search } from './search.ts';
import { serve } from './serve.ts';
import { soak } from './soak.ts';
import { startup } from './startup.ts';
import { training } from './training.ts';
import { visits } from './visits.ts';
import { wild } from './wild.ts';

const benches: readonly Bench[] = [
  ajax,
  apps,
  deepweb,
  extract,
  fingerprint,
  gather,
  hostile,
  peers,
  replaced,
  scale,
  search,
  serve,
  soak,
  startup,
  training,
  visits,
  wild,
];

function listing(): string {
  const lines = benches.map((bench) => `  ${bench.name.padEnd(13)}${bench.summary}\n${bench.usage}`);
  return `npm run bench -- <name> [options]\n\n${lines.join('\n\n')}\n`;
}

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help') {
    console.log(listing());
    return 0;
  }
  const bench = benches.find((candidate) => candidate.name === name);
  if (!bench) throw new UsageError(`there is no benchmark "${name}"\n\n${listing()}`);
  return (await bench.run(rest)) ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsageError ? `bench: ${error.message}` : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
