import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentPrints } from '../../dom/canonical.ts';
import type { Capture, Driver, Tab } from '../../model/index.ts';
import { Crawl, captureOf, origin, TableDriver } from '../fixture.ts';
import { Volatility } from './volatility.ts';

const url = `${origin}/`;
const prose = { tag: 'p', kids: ['Something that stays. '.repeat(40)] };

/** A page with a count of its visits and an advertisement. */
function visit(count: number, ad: string): Capture {
  const capture = captureOf('', url);
  const kids = [`Visit ${count}`, { tag: 'div', attrs: { class: 'ad' }, kids: [ad] }, prose];
  const document = { ...capture.document, root: { tag: 'html', kids: [{ tag: 'body', kids }] } };
  return { ...capture, document, fingerprint: documentPrints(document).exact };
}

/** A driver whose tabs show one visit after the other. */
class VisitDriver extends TableDriver implements Driver {
  opened = 0;
  readonly #visits: readonly Capture[];

  constructor(visits: readonly Capture[]) {
    super({});
    this.#visits = visits;
  }

  override async tab(): Promise<Tab> {
    const tab = await super.tab();
    tab.open = async () => this.#visits[this.opened++] ?? assert.fail('opened too often');
    return tab;
  }
}

describe('volatility', () => {
  let crawl: Crawl;
  before(async () => {
    crawl = await Crawl.begin();
  });
  after(() => crawl.close());

  async function settled(visits: readonly Capture[]) {
    await crawl.site.putNote('volatile', 'null');
    const notes: string[] = [];
    const site = { ...crawl.site, note: async () => null, putNote: async () => {} };
    const volatility = new Volatility(site, (event) => {
      if (event.kind === 'note') notes.push(event.text);
    });
    const driver = new VisitDriver(visits);
    let turns = 0;
    await volatility.settle(driver, [url], async () => {
      turns++;
      return true;
    });
    const print = ({ document }: Capture) => documentPrints(document, volatility.mask).exact;
    return { volatility, driver, notes, print, turns };
  }

  test('a page that is the same twice is opened twice, in turn', async () => {
    const { driver, volatility, turns } = await settled([visit(1, 'shoes'), visit(1, 'shoes')]);
    assert.deepEqual([driver.opened, turns, volatility.mask], [2, 2, null]);
  });

  test('what came the same twice by chance is learned at a later visit', async () => {
    const visits = [visit(1, 'shoes'), visit(2, 'shoes'), visit(3, 'shoes'), visit(4, 'hats')];
    const { print, driver, notes } = await settled(visits);
    assert.equal(driver.opened, 4);
    assert.equal(print(visit(8, 'coats')), print(visit(9, 'gloves')));
    assert.equal(notes.length, 2, 'each spot is told once');
  });

  test("the crawl's own first visit teaches as well", async () => {
    const visits = [1, 2, 3, 4].map((count) => visit(count, 'shoes'));
    const { volatility, print } = await settled(visits);
    const met = await volatility.meet(url, visit(5, 'hats'));
    assert.equal(met.fingerprint, print(visit(9, 'gloves')), 'and is seen as what it is then');
    const later = visit(6, 'coats');
    assert.equal(await volatility.meet(url, later), later, 'only the first');
  });
});
