/**
 * Loaded before the program (`--import`): notes what goes over the pipe to the browser, in its order, and what the
 * processes have computed, and writes it to `ARGIOPE_VISITS` at the end. The program knows nothing of it, so that one
 * of another checkout is measured in the same way.
 */
import children, { type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import { isMainThread } from 'node:worker_threads';
import { heardIn, sentIn } from './messages.ts';
import { Meter } from './meter.ts';
import type { Noted, Tapped } from './tapped.ts';

const to = process.env.ARGIOPE_VISITS;
if (isMainThread && to) tap(to);

function tap(file: string): void {
  const { spawn } = children;
  const tapped: Tapped[] = [];
  children.spawn = ((...args: Parameters<typeof spawn>) => {
    const child = spawn(...args);
    if (child.stdio[3] && child.stdio[4]) tapped.push(listen(child));
    return child;
  }) as typeof spawn;
  syncBuiltinESMExports();
  process.once('exit', () => writeFileSync(file, JSON.stringify(tapped)));
}

function listen(child: ChildProcess): Tapped {
  const [out, input] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const noted: Noted[] = [];
  const meter = new Meter(child.pid ?? 0);
  const write = out.write.bind(out) as (text: string) => boolean;
  out.write = ((text: string) => {
    const sent = sentIn(text);
    noted.push(sent);
    if (sent.name === 'Page.navigate') meter.begin();
    // A renderer takes its figures with it.
    if (sent.name === 'Target.closeTarget' || sent.name === 'Browser.close') meter.look();
    return write(text);
  }) as Writable['write'];
  let rest = '';
  input.on('data', (chunk: string) => {
    const whole = (rest + chunk).split('\0');
    rest = whole.pop() ?? '';
    for (const text of whole) noted.push(heardIn(text));
  });
  return {
    noted,
    get spent() {
      return meter.spent;
    },
  };
}
