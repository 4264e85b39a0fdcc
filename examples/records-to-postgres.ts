/**
 * Makes records of the pages of a site and keeps them in a database: one table for each type of page, and one for
 * each kind of list. Run it again, and the records of this site are replaced.
 *
 *     node records-to-postgres.ts https://example.org/shop/ postgres://me:secret@localhost/shop
 */
import { crawl } from 'argiope';

const [address = '', database = ''] = process.argv.slice(2);

const run = crawl(address, { scope: 'prefix', extract: true, records: database });
for await (const { label, record } of run) if (record) console.log(label, record);

const { records = 0, rejected = 0 } = await run.summary;
console.log(`${records} records, ${rejected} rejected`);
