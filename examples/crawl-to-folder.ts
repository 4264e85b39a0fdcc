/**
 * Copies a site into a folder: a mirror to open in a browser, a graph, a sitemap, and the store of the crawl.
 *
 *     node crawl-to-folder.ts https://example.org/ ./copy
 *
 * Ctrl-C ends it after the pages in hand; the same command goes on from there.
 */
import { crawl } from 'argiope';

const [address = '', out = './copy'] = process.argv.slice(2);
const end = new AbortController();
process.once('SIGINT', () => end.abort());

const run = crawl(address, { out, maxPages: 500, signal: end.signal });
for await (const page of run) console.log(`${page.number}  ${page.label}`);

const { pages, errors, stopped } = await run.summary;
console.log(`${pages} pages, ${errors} errors (${stopped}): open ${out}/mirror/index.html`);
