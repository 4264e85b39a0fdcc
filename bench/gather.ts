import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Bench, byName, readArgs } from './bench.ts';
import { auto } from './gather/auto.ts';
import { derive } from './gather/derive.ts';
import { hostile } from './gather/hostile.ts';
import { hosts } from './gather/hosts.ts';
import type { GatherPart } from './gather/part.ts';
import { queue } from './gather/queue.ts';
import { recrawlPart } from './gather/recrawl.ts';
import { speed } from './gather/speed.ts';
import { Report } from './report.ts';

/** All parts, in the order in which they run. */
const parts: readonly GatherPart[] = [speed, derive, hosts, queue, recrawlPart, auto, hostile];
const names = parts.map(({ name }) => name).join(', ');

/** Pages that need no browser: speed beside other crawlers, many hosts, a frontier of millions. */
export const gather: Bench = {
  name: 'gather',
  summary:
    'pages by plain requests: speed beside other crawlers, many hosts, a frontier of millions, choice of engine',
  usage: [
    `    --part p,q    only ${names}`,
    '    --peers DIR   where other crawlers are installed (or ARGIOPE_PEERS; see docs/benchmarks.md)',
    '    --before DIR  an older checkout of Argiope, whose speed is taken in the same run',
    '    --quick       small sites: a look, not a measurement',
    '    --markdown    tables to paste into docs/benchmarks.md',
    '    --keep DIR    write the outputs there and leave them',
  ].join('\n'),
  run,
};

async function run(args: readonly string[]): Promise<boolean> {
  const { chosen, quick, markdown, keep, peers, before } = readOptions(args);
  const report = new Report(markdown ? 'markdown' : 'text');
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'argiope-gather-')));
  try {
    for (const part of chosen) {
      report.section(part.title);
      const own = join(folder, part.name);
      await rm(own, { recursive: true, force: true });
      await mkdir(own, { recursive: true });
      // One that fails is a claim that does not hold; the others are measured all the same.
      await part.run({ report, quick, peers, before, folder: own }).catch((error: Error) => {
        report.note(error.stack ?? error.message);
        report.verdict(false, `${part.name} runs to its end`, error.message.split('\n')[0] ?? '');
      });
    }
    return report.close();
  } finally {
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}

function readOptions(args: readonly string[]) {
  const values = readArgs(args, {
    part: { type: 'string' },
    peers: { type: 'string' },
    before: { type: 'string' },
    quick: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    keep: { type: 'string' },
  });
  const peers = values.peers ?? process.env.ARGIOPE_PEERS;
  return {
    chosen: values.part?.split(',').map((name) => byName(parts, name, '--part')) ?? parts,
    quick: values.quick,
    markdown: values.markdown,
    keep: values.keep === undefined ? null : resolve(values.keep),
    peers: peers === undefined ? null : resolve(peers),
    before: values.before === undefined ? null : resolve(values.before),
  };
}
