/**
 * Looks for links of a site that lead nowhere, also those that appear only after a click, and fails where there are
 * any: for use in CI.
 *
 *     node broken-links.ts http://localhost:8080/
 */
import { crawl } from 'argiope';

const [address = ''] = process.argv.slice(2);
const pagesByTarget = new Map<number, Set<string>>();

const run = crawl(address);
for await (const page of run)
  for (const { page: target } of page.links) {
    if (target === null) continue;
    const pages = pagesByTarget.get(target) ?? new Set();
    pagesByTarget.set(target, pages.add(`${page.label} (${page.address})`));
  }

for await (const { number, url, message } of run.failures()) {
  console.error(`${url ?? 'a state'}: ${message}`);
  for (const page of pagesByTarget.get(number) ?? []) console.error(`  on ${page}`);
  process.exitCode = 1;
}
