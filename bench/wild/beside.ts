import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPeer } from '../peers/run.ts';
import { pathOf } from './outputs.ts';
import { serveSuite } from './serve.ts';
import type { Suite } from './suite.ts';

/** What another crawler came to, by the log of the server. */
export interface Beside {
  readonly name: string;
  readonly addresses: number;
  readonly found: number;
  readonly notFound: number;
  readonly requests: number;
}

/** Ways in which Katana is run: as it comes, and with everything that finds addresses. */
const ways: readonly (readonly [name: string, flags: readonly string[]])[] = [
  ['Katana', []],
  ['Katana -jc -jsl -kf all -aff', ['-jc', '-jsl', '-kf', 'all', '-aff']],
];

/** Seconds for one crawl; Katana with everything on asks 1,500 times and more. */
const patience = 600;

/** Crawls a suite with Katana, without a limit of depth that would end it early. */
export async function katanaOn(suite: Suite, data: string, program: string): Promise<readonly Beside[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'argiope-katana-'));
  const results: Beside[] = [];
  try {
    for (const [name, flags] of ways) results.push(await runOne(suite, data, program, name, flags, cwd));
    return results;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

async function runOne(
  suite: Suite,
  data: string,
  program: string,
  name: string,
  flags: readonly string[],
  cwd: string,
): Promise<Beside> {
  const served = await serveSuite(suite, data);
  try {
    const args = ['-u', served.urls.join(','), '-d', '20', '-silent', '-duc', ...flags];
    await runPeer(program, args, { cwd, env: {}, log: join(cwd, 'log.txt'), seconds: patience });
    const truth = await truthOf(suite, data);
    const asked = served.asked();
    const good = new Set(asked.filter(({ status }) => status < 400).map(({ path }) => pathOf(path)));
    return {
      name,
      addresses: truth.length,
      found: truth.filter((path) => good.has(path)).length,
      notFound: asked.filter(({ status }) => status === 404).length,
      requests: asked.length,
    };
  } finally {
    await served.close();
  }
}

async function truthOf({ source, truth }: Suite, data: string): Promise<readonly string[]> {
  const root = source.kind === 'folder' ? join(data, source.folder) : '';
  return (typeof truth === 'function' ? await truth(root) : truth).addresses ?? [];
}
