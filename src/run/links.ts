import { join, resolve } from 'node:path';
import { linkProblems } from '../derive/index.ts';
import type { LinkProblem, LinkReport } from '../model/index.ts';
import { openStoreAt } from '../store/index.ts';
import type { StorePlace } from './controls.ts';
import { onlySite, withPrints } from './site.ts';

/** Tells which links of a crawl are broken, lead to redirects, or to an address of a page that has another. */
export async function runLinks(place: StorePlace): Promise<LinkReport> {
  const out = resolve(place.out);
  const store = await openStoreAt(place.store ?? `sqlite:${join(out, 'argiope.db')}`, { readOnly: true });
  try {
    const site = await onlySite(store, out);
    const problems = await withPrints(site, () => linkProblems(site));
    const count = (kind: LinkProblem['kind']) => problems.filter((problem) => problem.kind === kind).length;
    return {
      command: 'links',
      pages: await site.count('kept'),
      broken: count('broken'),
      redirects: count('redirect'),
      duplicates: count('duplicate'),
      finished: (await site.count('queued')) === 0,
      problems,
      out,
    };
  } finally {
    await store.close();
  }
}
