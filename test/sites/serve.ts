/**
 * Serves one of the sites: `node test/sites/serve.ts blog --articles 50 --latency 50`.
 * The first line on stdout is the address to start from; SIGTERM, SIGINT, or with `--attached` the end of
 * stdin stop it, so that a server never outlives the program that started it.
 */
import { parseArgs } from 'node:util';
import type { Site } from './answer.ts';
import { bad } from './bad.ts';
import { blog } from './blog.ts';
import { forum } from './forum.ts';
import { mixedOf } from './mixed.ts';
import { portal } from './portal.ts';
import { quirks } from './quirks.ts';
import { startSite } from './site.ts';
import { timers } from './timers.ts';
import { ways } from './ways.ts';

const sites: Readonly<Record<string, (size: { articles: number; pages?: number }) => Site>> = {
  blog,
  forum,
  portal,
  quirks,
  timers,
  bad,
  ways,
  mixed: ({ pages = 100 }) => mixedOf(pages),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    articles: { type: 'string', default: '50' },
    pages: { type: 'string' },
    latency: { type: 'string', default: '0' },
    port: { type: 'string', default: '0' },
    'max-connections': { type: 'string' },
    attached: { type: 'boolean', default: false },
  },
});
const make = sites[positionals[0] ?? ''];
if (!make) {
  console.error(`expected one of ${Object.keys(sites).join(', ')}; got "${positionals[0] ?? ''}"`);
  process.exit(2);
}
const limit = values['max-connections'];
const running = await startSite(
  make({ articles: Number(values.articles), ...(values.pages ? { pages: Number(values.pages) } : {}) }),
  {
    port: Number(values.port),
    latencyMs: Number(values.latency),
    ...(limit === undefined ? {} : { maxConnections: Number(limit) }),
  },
);
console.log(running.url);

const stop = () => void running.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
if (values.attached) process.stdin.once('end', stop).once('error', stop).resume();
