import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Engine } from '../engine.ts';
import { classify } from '../failure.ts';
import { type DoctorCheck, fail, ok, warn } from './check.ts';

/** Which browser a crawl would use. */
export async function browserCheck(path: string | null, engine: () => Promise<Engine>): Promise<DoctorCheck> {
  try {
    const { findBrowser } = await engine();
    const found = await findBrowser({ path });
    return ok('browser', `${found.version}, ${found.path} (${found.source})`);
  } catch (error) {
    const { message, advice, exitCode } = classify(error);
    return fail('browser', message, advice, exitCode);
  }
}

/** Whether the browser's sandbox can be used. */
export function sandboxCheck(root: boolean, turnedOff: boolean): DoctorCheck {
  const advice = 'crawl sites that you do not trust as an ordinary user, with the sandbox';
  if (turnedOff) return warn('sandbox', 'turned off by ARGIOPE_NO_SANDBOX', advice);
  if (root) return warn('sandbox', 'root gets none: pages of other machines need --no-sandbox', advice);
  return ok('sandbox', 'on');
}

/** Whether Chinese, Japanese and Korean text can be drawn; `null` where the system cannot say. */
export async function fontCheck(): Promise<DoctorCheck | null> {
  const list = await promisify(execFile)('fc-list', [':lang=zh', 'family'], { timeout: 10_000 }).catch(
    () => null,
  );
  if (list === null) return null;
  const families = new Set(list.stdout.split('\n').filter((line) => line.trim() !== ''));
  if (families.size > 0) return ok('fonts', `${families.size} with Chinese characters`);
  return warn(
    'fonts',
    'none with Chinese characters',
    'text is kept as it is, but canvas images show boxes; install a CJK font such as Noto Sans CJK',
  );
}
