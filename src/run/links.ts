import { resolve } from 'node:path';
import { linkProblems } from '../derive/index.ts';
import type { LinkProblem, LinkReport } from '../model/index.ts';
import type { StorePlace } from './controls.ts';
import { withSite } from './site.ts';

/** Tells which links of a crawl are broken, lead to redirects, or to an address of a page that has another. */
export function runLinks(place: StorePlace): Promise<LinkReport> {
  return withSite(place, { readOnly: true }, async (site) => {
    const problems = await linkProblems(site);
    const count = (kind: LinkProblem['kind']) => problems.filter((problem) => problem.kind === kind).length;
    return {
      command: 'links',
      pages: await site.count('kept'),
      broken: count('broken'),
      redirects: count('redirect'),
      duplicates: count('duplicate'),
      finished: (await site.count('queued')) === 0,
      problems,
      out: resolve(place.out),
    };
  });
}
