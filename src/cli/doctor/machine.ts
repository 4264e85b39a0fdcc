import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodes } from '../../model/errors.ts';
import { sizeText } from '../figures.ts';
import { type DoctorCheck, fail, ok, warn } from './check.ts';

const storeExit = errorCodes.STORE_UNREACHABLE.exit;

/** Whether this Node is new enough. */
export function nodeCheck(version: string): DoctorCheck {
  if (Number.parseInt(version, 10) >= 24) return ok('node', `v${version}`);
  return fail(
    'node',
    `v${version}; 24 or newer is needed`,
    'install it from nodejs.org',
    errorCodes.INTERNAL.exit,
  );
}

/** Whether a store can be made in the folder; what it writes there it takes away again. */
export async function writeCheck(out: string): Promise<DoctorCheck> {
  const place = nearestFolder(out);
  let trial: string | null = null;
  try {
    trial = await mkdtemp(join(place, '.argiope-doctor-'));
    await writeFile(join(trial, 'trial'), 'x');
    return ok('store', `SQLite ${await sqliteTrial(join(trial, 'trial.db'))}; ${out} can be written`);
  } catch (error) {
    const advice = 'choose another folder with --out, or change who may write there';
    return fail('store', `cannot write to ${out}: ${(error as Error).message}`, advice, storeExit);
  } finally {
    if (trial !== null) await rm(trial, { recursive: true, force: true });
  }
}

async function sqliteTrial(file: string): Promise<string> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = wal; create table trial (x); insert into trial values (1)');
    return String(database.prepare('select sqlite_version() as version').get()?.version);
  } finally {
    database.close();
  }
}

/** The folder itself, or the nearest one above it that exists. */
function nearestFolder(path: string): string {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

/** Whether there is room for a crawl. */
export async function diskCheck(out: string): Promise<DoctorCheck> {
  const { bavail, bsize } = await statfs(nearestFolder(out));
  const free = bavail * bsize;
  const found = `${sizeText(free)} free`;
  if (free < 64e6)
    return fail('disk', found, 'free some space or choose another --out', errorCodes.DISK_FULL.exit);
  return free < 1e9 ? warn('disk', found, 'a large site may need more than 1 GB') : ok('disk', found);
}

/** Size of the memory that browser processes share, `null` where the system has no such place. */
export async function sharedMemoryCheck(path: string): Promise<DoctorCheck | null> {
  if (!existsSync(path)) return null;
  const { blocks, bsize } = await statfs(path);
  const found = `${sizeText(blocks * bsize)} at ${path}`;
  if (blocks * bsize > 128e6) return ok('memory', found);
  return warn('memory', found, 'heavy pages may crash; in a container: --shm-size=1g');
}
