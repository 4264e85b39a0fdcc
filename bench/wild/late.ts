/**
 * Loaded before the program (`--import`): holds what tabs are told back for a while, by the seed in `ARGIOPE_LATE`, so
 * that tabs overtake each other as they do on a busy machine. What one tab is told keeps its order.
 */
import children, { type ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import type { Writable } from 'node:stream';
import { isMainThread } from 'node:worker_threads';
import { chance } from '../../test/sites/prose.ts';

/** Milliseconds that a message is held back at the most; most are for far less. An event takes some 15. */
const longest = 800;

const seed = process.env.ARGIOPE_LATE;
if (isMainThread && seed) holdBack(Number(seed));

function holdBack(from: number): void {
  const { spawn } = children;
  children.spawn = ((...args: Parameters<typeof spawn>) => {
    const child = spawn(...args);
    if (child.stdio[3] && child.stdio[4]) slowDown(child, from);
    return child;
  }) as typeof spawn;
  syncBuiltinESMExports();
}

function slowDown(child: ChildProcess, from: number): void {
  const out = child.stdio[3] as Writable;
  const write = out.write.bind(out) as (text: string) => boolean;
  const lines = new Map<string, { readonly next: () => number; last: Promise<unknown> }>();
  out.write = ((text: string) => {
    const session =
      /"sessionId":"([^"]+)"/.exec(text.slice(-200))?.[1] ?? /"sessionId":"([^"]+)"/.exec(text)?.[1];
    if (session === undefined) return write(text);
    const line = lines.get(session) ?? { next: chance(from * 1000 + lines.size), last: Promise.resolve() };
    lines.set(session, line);
    const wait = longest * line.next() ** 5;
    line.last = line.last
      .then(() => wait > 0 && new Promise((resolve) => setTimeout(resolve, wait)))
      .then(() => out.writable && write(text));
    return true;
  }) as Writable['write'];
}
