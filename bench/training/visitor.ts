import assert from 'node:assert/strict';
import { startDriver, type TestDriver } from '../../src/drivers/chromium/fixture.ts';
import type { Candidate, Capture, Tab } from '../../src/model/index.ts';
import { type RunningSite, startSite } from '../../test/sites/site.ts';
import { anchorsOf } from './generic.ts';

/** Looks at sites in a browser, for their tests: serves them, opens their pages, clicks their anchors. */
export class Visitor {
  readonly tab: Tab;
  readonly #driver: TestDriver;
  readonly #served: RunningSite[] = [];

  private constructor(driver: TestDriver, tab: Tab) {
    this.#driver = driver;
    this.tab = tab;
  }

  static async start(): Promise<Visitor> {
    const driver = await startDriver('http://127.0.0.1/', { tags: ['a'], events: ['click'] });
    return new Visitor(driver, await driver.tab());
  }

  async serve(site: Parameters<typeof startSite>[0]): Promise<RunningSite> {
    const running = await startSite(site);
    this.#served.push(running);
    return running;
  }

  click(page: Capture, text: string): Promise<Capture> {
    const found = anchorsOf(page).find((anchor) => anchor.text === text);
    assert.ok(found, `there is an anchor ${text}`);
    return this.fire(found);
  }

  async fire({ id, xpath, event }: Candidate): Promise<Capture> {
    const outcome = await this.tab.fire({ id, xpath, event }, new Set());
    assert.equal(outcome.kind, 'captured');
    return (outcome as Extract<typeof outcome, { kind: 'captured' }>).capture;
  }

  async close(): Promise<void> {
    await this.#driver.close();
    await Promise.all(this.#served.map((site) => site.close()));
  }
}
