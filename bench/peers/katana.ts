import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lacks, type Order, type Outcome, type Peer } from './peer.ts';
import { runPeer } from './run.ts';

/** Katana with a headless browser. */
export const katana: Peer = { name: 'Katana', slower: 5, find };

async function find(folder: string) {
  const program = join(folder, 'katana', 'katana');
  if (!existsSync(program)) return lacks(program);
  const { stdout, stderr } = await promisify(execFile)(program, ['-version', '-duc', '-nc']);
  const version = /v(\d+\.\d+\.\d+)/.exec(stdout + stderr)?.[1] ?? 'unknown version';
  return { kind: 'installed' as const, version, crawl: (order: Order) => crawl(program, order) };
}

async function crawl(program: string, order: Order): Promise<Outcome> {
  const { url, seconds, browser, out } = order;
  const found = join(out, 'found.jsonl');
  const flags = [
    ['-headless', '-system-chrome-path', browser.path, '-no-sandbox'],
    // The depth is 3 by default, which would end in the middle of the blog.
    ['-js-crawl', '-xhr-extraction', '-depth', '1000'],
    ['-jsonl', '-output', found, '-silent', '-disable-update-check'],
  ].flat();
  const ran = await runPeer(program, ['-u', url, ...flags], {
    cwd: out,
    env: browser.env ?? {},
    log: join(out, 'log.txt'),
    seconds,
  });
  const lines = existsSync(found) ? await readFile(found, 'utf8') : '';
  return { ...ran, documents: documentsOf(lines), events: null };
}

/** The HTML bodies in Katana's output, each once; answers that are errors or no HTML are left out. */
export function documentsOf(jsonl: string): readonly string[] {
  const bodies = new Set<string>();
  for (const line of jsonl.split('\n')) {
    const response = parsed(line)?.response;
    const type = Object.entries(response?.headers ?? {}).find(([name]) =>
      /^content[-_]type$/i.test(name),
    )?.[1];
    if (!response?.body || (response.status_code ?? 200) >= 400) continue;
    if (type === undefined || /html/i.test(type)) bodies.add(response.body);
  }
  return [...bodies];
}

interface Line {
  readonly response?: {
    readonly status_code?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

/** A line that was cut when Katana was ended is no line. */
function parsed(line: string): Line | null {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return null;
  }
}
