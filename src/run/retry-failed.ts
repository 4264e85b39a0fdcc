import { type ErrorCode, errorCodes, outcomeOf, type Page, type SiteStore } from '../model/index.ts';

/** Pages that are read of the store at once. */
const piece = 500;

/**
 * Puts addresses back into the frontier that failed in an earlier run, because who gives the same command again
 * may have mended the reason. After a finished crawl those whose failure may pass, at any time those that a hook
 * has failed, and all of them where not a single page could be had.
 */
export async function tryFailedAgain(site: SiteStore): Promise<number> {
  const { totals, finishedAt } = await site.info();
  const isBarren = (await site.count('kept')) === 0;
  const again: Page[] = [];
  for (let after = -1; ; ) {
    const failed = await site.pages({ status: 'failed', after, limit: piece });
    again.push(...failed.filter((page) => isBarren || mayPass(page, finishedAt !== null)));
    const last = failed.at(-1);
    if (failed.length < piece || !last) break;
    after = last.number;
  }
  const addresses = again.filter(({ entry }) => entry.kind === 'url');
  if (addresses.length === 0) return 0;
  const of = (outcome: string) =>
    addresses.filter(({ error }) => outcomeOf(error?.code ?? '') === outcome).length;
  await site.commit({
    queued: addresses.map((page) => ({ ...page, status: 'queued', attempts: 0, error: null })),
    totals: {
      ...totals,
      errors: Math.max(0, totals.errors - of('failed')),
      files: Math.max(0, (totals.files ?? 0) - of('file')),
    },
    finishedAt: null,
  });
  return addresses.length;
}

function mayPass({ error }: Page, isFinished: boolean): boolean {
  const code = error?.code as ErrorCode | undefined;
  if (code === 'HOOK') return true;
  const consequence = code === undefined ? null : errorCodes[code]?.consequence;
  return isFinished && (consequence === 'retry' || consequence === 'rest');
}
