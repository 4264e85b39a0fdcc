import { setTimeout as sleep } from 'node:timers/promises';
import { ArgiopeError } from '../../model/errors.ts';

/** Milliseconds for which a server that is just being started or stopped is tried again, and between two tries. */
const [patience, pause] = [10_000, 200];

/**
 * Whether what went wrong may be over with a new session, soon: the last one was lost, or (`wasThere`) there is none to
 * be had yet, as where a server is started anew or still keeps the locks of a session that is gone.
 */
export function mayPass(error: unknown, wasThere: boolean): boolean {
  if (!(error instanceof ArgiopeError)) return false;
  if (error.code === 'STORE_LOST') return true;
  return wasThere && (error.code === 'STORE_UNREACHABLE' || error.code === 'STORE_LOCKED');
}

/** Does something that may be begun anew at any time, and does that where its session is lost. */
export async function withPatience<Result>(work: () => Promise<Result>, wasThere = false): Promise<Result> {
  const end = performance.now() + patience;
  for (let hasBegun = wasThere; ; hasBegun = true) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error, hasBegun) || performance.now() > end) throw error;
    }
    await sleep(pause);
  }
}
