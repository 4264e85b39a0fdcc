import { storeName, sweepBlobs } from '../../store/index.ts';

/** What a sweep of the bucket of a store came to. */
export interface SweepSummary {
  readonly command: 'sweep';
  readonly store: string;
  /** Whether the blobs are in a bucket at all. */
  readonly bucket: boolean;
  /** Blobs that were there. */
  readonly objects: number;
  /** Those of them that nothing named. */
  readonly removed: number;
}

/** Removes blobs from the bucket of a store that nothing names; nobody may write to the store meanwhile. */
export async function runSweep({ store }: { readonly store: string }): Promise<SweepSummary> {
  const swept = await sweepBlobs(store);
  const head = { command: 'sweep', store: storeName(store), bucket: swept !== null } as const;
  return { ...head, objects: swept?.objects ?? 0, removed: swept?.removed ?? 0 };
}
