/** Files addresses into the store of a crawl: `node fill.ts '{"store":"sqlite:…","hosts":[…],"count":1000}'`. */
import { defaultSettings } from '../../../src/config/index.ts';
import { fileAddresses } from '../../../src/crawl/gather/index.ts';
import { openStoreAt } from '../../../src/store/index.ts';
import { pathOf } from '../site/pages.ts';

/** What to file. */
export interface FillOrder {
  readonly store: string;
  readonly name: string;
  readonly hosts: readonly string[];
  readonly count: number;
  /** How many of them are filed already. */
  readonly from?: number;
}

const { store: where, name, hosts, count, from = 0 } = JSON.parse(process.argv[2] ?? '{}') as FillOrder;

/** As a crawl finds them: each page has addresses of several hosts. */
function* addresses(): Generator<string> {
  for (let at = from; at < count; at++)
    yield `${hosts[at % hosts.length]}${pathOf(Math.floor(at / hosts.length) + 1)}`;
}

const store = await openStoreAt(where);
const site = await store.site(name);
if (!site) throw new Error(`there is no crawl of ${name} in ${where}`);
const filed = await fileAddresses(site, defaultSettings([`${hosts[0]}/`], { engine: 'http' }), addresses());
await store.close();
console.log(JSON.stringify({ filed }));
